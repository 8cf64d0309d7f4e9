package com.example;

import java.util.LinkedHashMap;
import java.util.Map;

/** Runs the unit tests; the exit status is 1 if one fails. */
public final class UnitTests {
  private UnitTests() {}

  /** Runs all of them. */
  public static void main(String[] arguments) {
    Map<String, Checks.Action> tests = new LinkedHashMap<>();
    AllowlistTests.addTo(tests);
    TokenTests.addTo(tests);
    AppFlipTests.addTo(tests);
    LoadingTests.addTo(tests);
    MisuseTests.addTo(tests);
    CompiledInTests.addTo(tests);
    ProviderTests.addTo(tests);
    int failures = 0;
    for (Map.Entry<String, Checks.Action> test : tests.entrySet()) {
      try {
        test.getValue().run();
      } catch (Exception | LinkageError | AssertionError problem) {
        failures++;
        System.out.println(test.getKey() + ": " + problem);
      }
    }
    System.out.println(tests.size() - failures + " passed, " + failures + " failed");
    System.exit(failures == 0 ? 0 : 1);
  }
}
