package com.example;

import static com.example.Checks.check;
import static com.example.Checks.equal;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationTargetException;
import java.util.List;
import java.util.Map;
import linkpolicy.generated.LinkPolicyAllowlist;

/** Artifacts without the classes of an environment, and with classes that fail. */
final class CompiledInTests {
  private static final String DATA = "linkpolicy.generated.LinkPolicyAllowlistData";

  private CompiledInTests() {}

  /** Loads the runtime again, without one class or with another one's bytes in its place. */
  private static final class Loader extends ClassLoader {
    private final String name;
    private final boolean isBroken;

    Loader(String name, boolean isBroken) {
      super(ClassLoader.getPlatformClassLoader());
      this.name = name;
      this.isBroken = isBroken;
    }

    @Override
    protected Class<?> findClass(String className) throws ClassNotFoundException {
      if (className.equals(name) && !isBroken) {
        throw new ClassNotFoundException(className);
      }
      String path = className.replace('.', '/') + ".class";
      try (InputStream stream = CompiledInTests.class.getResourceAsStream("/" + path)) {
        if (stream == null) {
          throw new ClassNotFoundException(className);
        }
        byte[] bytes = stream.readAllBytes();
        if (className.equals(name)) {
          bytes = new byte[0];
        }
        return defineClass(className, bytes, 0, bytes.length);
      } catch (IOException unreadable) {
        throw new UncheckedIOException(unreadable);
      }
    }

    /** The clients of an environment. */
    List<?> clients(String environment) throws Throwable {
      Class<?> type = loadClass("linkpolicy.generated.Environment");
      Object value = null;
      for (Object each : type.getEnumConstants()) {
        value = each.toString().equals(environment) ? each : value;
      }
      try {
        Object allowlist =
            loadClass(LinkPolicyAllowlist.class.getName())
                .getMethod("allowlist", type)
                .invoke(null, value);
        return (List<?>) allowlist.getClass().getMethod("clients").invoke(allowlist);
      } catch (InvocationTargetException thrown) {
        throw thrown.getCause();
      }
    }
  }

  static void addTo(Map<String, Checks.Action> tests) {
    tests.put(
        "an environment that was left out has no clients",
        () -> {
          try {
            equal(List.of(), new Loader(DATA + "$Sandbox", false).clients("SANDBOX"));
            equal(4, new Loader(DATA + "$Sandbox", false).clients("PROD").size());
            equal(List.of(), new Loader(DATA + "$Prod", false).clients("PROD"));
          } catch (Throwable thrown) {
            throw new AssertionError(thrown);
          }
        });
    tests.put(
        "an environment that fails to load is an error each time",
        () -> {
          Loader loader = new Loader(DATA + "$Prod", true);
          for (int i = 0; i < 3; i++) {
            Throwable found = null;
            try {
              loader.clients("PROD");
            } catch (Throwable thrown) {
              found = thrown;
            }
            check(found instanceof LinkageError, String.valueOf(found));
          }
        });
    tests.put(
        "incomplete data is an error",
        () -> {
          Loader loader = new Loader("linkpolicy.generated.ClientBuilder", false);
          Throwable found = null;
          try {
            loader.clients("PROD");
          } catch (Throwable thrown) {
            found = thrown;
          }
          check(found instanceof LinkageError, String.valueOf(found));
        });
  }
}
