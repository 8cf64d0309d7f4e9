package com.example;

import static com.example.Checks.check;

import java.io.Serializable;
import java.net.URI;
import java.util.List;
import java.util.Map;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import linkpolicy.generated.Allowlist;
import linkpolicy.generated.ClientView;
import linkpolicy.generated.IssuedCode;
import linkpolicy.generated.Request;
import linkpolicy.generated.TokenRequest;

/** Code of other packages that must not compile. */
final class MisuseTests {
  private MisuseTests() {}

  /** The first error of statements in another package; null if they compile. */
  private static String error(String statements) {
    String source =
        "import java.util.*; import linkpolicy.generated.*; class Misuse { static void run("
            + "Allowlist allowlist, Request request, TokenRequest token, ClientView client,"
            + " AuthorizationDecision decision) throws Exception { "
            + statements
            + " } }";
    JavaFileObject file =
        new SimpleJavaFileObject(
            URI.create("string:///Misuse.java"), JavaFileObject.Kind.SOURCE) {
          @Override
          public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return source;
          }
        };
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    DiagnosticCollector<JavaFileObject> found = new DiagnosticCollector<>();
    String classPath = System.getProperty("java.class.path");
    compiler
        .getTask(
            null,
            null,
            found,
            List.of("-proc:none", "-cp", classPath, "-d", System.getProperty("java.io.tmpdir")),
            null,
            List.of(file))
        .call();
    return found.getDiagnostics().isEmpty() ? null : found.getDiagnostics().get(0).getCode();
  }

  static void addTo(Map<String, Checks.Action> tests) {
    tests.put(
        "the right use compiles",
        () -> {
          String error =
              error(
                  "if (decision instanceof AuthorizationDecision.Allow allow)"
                      + " { allow.request().successUrl(\"c\"); }"
                      + " Optional<TokenError> found = token.verify(\"s\", request.issuedCode());");
          check(error == null, String.valueOf(error));
        });
    Map<String, String> misuses =
        Map.ofEntries(
            Map.entry("new Request(null, null, null, null);", "cant.apply.symbol"),
            Map.entry("new Request(null, \"https://x\", List.of());", "cant.apply.symbol"),
            Map.entry("new TokenRequest(null, null, null);", "not.def.public"),
            Map.entry("new Allowlist(List.of());", "not.def.public"),
            Map.entry("new linkpolicy.generated.ClientBuilder(\"x\").build();", "not.def.public"),
            Map.entry("linkpolicy.generated.Client forged = null;", "not.def.public"),
            Map.entry("class Forged implements ClientView {}", "sealed"),
            Map.entry("class Forged implements AuthorizationDecision {}", "sealed"),
            Map.entry("class Forged implements TokenDecision {}", "sealed"),
            Map.entry("class Forged extends Allowlist {}", "final"),
            Map.entry("class Forged extends TokenRequest {}", "final"),
            Map.entry("request.redirectUri = \"https://x\";", "report.access"),
            Map.entry("request.clone();", "report.access"),
            Map.entry("String secret = token.clientSecret();", "prob.found.req"),
            Map.entry("boolean ok = token.verify(\"s\", null);", "prob.found.req"),
            Map.entry("token.verify(\"s\");", "cant.apply"),
            Map.entry("String url = decision.request().successUrl(\"c\");", "cant.resolve"),
            Map.entry("allowlist.decideAuthorization(new String[] {\"a\"});", "cant.apply"),
            Map.entry(
                "linkpolicy.generated.LinkPolicyAllowlistData.Prod.addTo(null);",
                "not.def.public"));
    misuses.forEach(
        (statements, code) ->
            tests.put(
                "does not compile: " + statements,
                () -> {
                  String error = error(statements);
                  check(error != null && error.contains(code), String.valueOf(error));
                }));
    tests.put(
        "nothing deserializes into a request or client",
        () -> {
          for (Class<?> type :
              List.of(
                  Request.class,
                  TokenRequest.class,
                  ClientView.class,
                  IssuedCode.class,
                  Allowlist.class)) {
            check(!Serializable.class.isAssignableFrom(type), type.toString());
          }
        });
  }
}
