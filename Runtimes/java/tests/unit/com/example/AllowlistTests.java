package com.example;

import static com.example.Checks.check;
import static com.example.Checks.equal;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import linkpolicy.generated.Allowlist;
import linkpolicy.generated.AuthorizationDecision;
import linkpolicy.generated.ClientView;
import linkpolicy.generated.Environment;
import linkpolicy.generated.IssuedCode;
import linkpolicy.generated.LinkPolicyAllowlist;
import linkpolicy.generated.Request;

/** Authorization requests, views and headers. */
final class AllowlistTests {
  /** Every language reads and writes these. */
  private static final String FULL =
      """
      {"client_id":"a","redirect_uri":"b:c","code_challenge":"d","code_challenge_method":"S256"}
      """;

  private static final String LEAST =
      """
      {"client_id":"a","redirect_uri":null,"code_challenge":null,"code_challenge_method":null}
      """;

  static final Allowlist PROD = LinkPolicyAllowlist.allowlist(Environment.PROD);
  static final String CHALLENGE = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";
  static final String SPA =
      "client_id=spa&redirect_uri=https%3A%2F%2Fapp.example.com%2Fcb%3Fx%3D1&response_type=code"
          + "&state=STATE&scope=devices&code_challenge="
          + CHALLENGE
          + "&code_challenge_method=S256";

  private AllowlistTests() {}

  static Request allowed(String query) {
    AuthorizationDecision decision = PROD.decideAuthorization(query);
    check(decision instanceof AuthorizationDecision.Allow, decision.toString());
    return ((AuthorizationDecision.Allow) decision).request();
  }

  private static void reason(String query, String reason, String error) {
    AuthorizationDecision decision = PROD.decideAuthorization(query);
    equal(reason, decision.reason());
    if (decision instanceof AuthorizationDecision.RedirectError redirect) {
      equal(error, redirect.error());
    } else if (decision instanceof AuthorizationDecision.LocalError local) {
      equal(error, local.error());
    } else {
      equal(error, "");
    }
  }

  static void addTo(Map<String, Checks.Action> tests) {
    tests.put(
        "an allowed request has its parameters",
        () -> {
          Request request = allowed(SPA + "&nonce=NONCE&prompt=&resource=a&resource=b");
          equal("spa", request.clientId());
          equal("https://app.example.com/cb?x=1", request.redirectUri());
          equal(Optional.of("STATE"), request.state());
          equal(List.of("devices"), request.scopes());
          equal(Optional.of("NONCE"), request.parameter("nonce"));
          equal(Optional.empty(), request.parameter("prompt"));
          equal(Optional.of("a"), request.parameter("resource"));
          equal(3, request.otherParameters().size());
          equal(
              "https://app.example.com/cb?x=1&code=C&state=STATE", request.successUrl("C"));
          equal(
              "https://app.example.com/cb?x=1&error=e&error_description=d%20d&state=STATE",
              request.errorUrl("e", "d d"));
          equal(
              new IssuedCode("spa", "https://app.example.com/cb?x=1", CHALLENGE, "S256"),
              request.issuedCode());
        });
    tests.put(
        "bytes and text have the same decision",
        () -> {
          byte[] bytes = SPA.getBytes(StandardCharsets.UTF_8);
          check(PROD.decideAuthorization(bytes) instanceof AuthorizationDecision.Allow, "bytes");
          byte[] malformed = (SPA + "&x=\u00ff").getBytes(StandardCharsets.ISO_8859_1);
          equal("malformed-request", PROD.decideAuthorization(malformed).reason());
        });
    tests.put(
        "each refusal has its reason",
        () -> {
          reason(SPA, "allowed", "");
          reason(SPA + "&state=a", "duplicate-parameter", "invalid_request");
          reason(SPA + "&x=%2", "malformed-request", "invalid_request");
          reason(SPA + "&state=a&x=%C3", "malformed-request", "invalid_request");
          reason("response_type=code", "client-id-missing", "invalid_request");
          reason("client_id=other", "client-unknown", "invalid_client");
          reason("client_id=spa", "redirect-uri-missing", "invalid_request");
          reason(
              "client_id=spa&redirect_uri=https://app.example.com/",
              "redirect-uri-not-registered",
              "invalid_request");
          reason(SPA.replace("response_type=code", ""), "response-type-missing", "invalid_request");
          reason(
              SPA.replace("=code&", "=token&"),
              "response-type-unsupported",
              "unsupported_response_type");
          reason(SPA.replace("state=STATE", ""), "state-missing", "invalid_request");
          reason(SPA.replace("=devices", "=devices%20"), "scope-not-allowed", "invalid_scope");
          reason(SPA.replace("code_challenge=", "x="), "pkce-missing", "invalid_request");
          reason(SPA.replace("=S256", "=plain"), "pkce-method", "invalid_request");
          reason(SPA.replace("E9M", "."), "pkce-challenge", "invalid_request");
          reason(
              "client_id=cli&response_type=code&state=s&redirect_uri=http://127.0.0.1:4000/cb"
                  + "&code_challenge_method=S256&code_challenge="
                  + CHALLENGE,
              "loopback-port",
              "");
        });
    tests.put(
        "a view has the registration",
        () -> {
          ClientView google = PROD.client("google").orElseThrow();
          equal("google-home", google.key());
          equal("google-account-linking", google.provider());
          equal("web", google.type());
          equal("client_secret_post", google.tokenEndpointAuth());
          equal(Optional.of("https://auth.example.com"), google.issuer());
          check(!google.requiresPkce() && google.requiresState(), "requirements");
          ClientView cli = PROD.client("cli").orElseThrow();
          equal("native", cli.type());
          equal("none", cli.tokenEndpointAuth());
          equal(List.of("code"), cli.responseTypes());
          check(cli.isPublic() && cli.requiresPkce() && cli.issuer().isEmpty(), "cli");
          equal("client_secret_basic", PROD.client("server").orElseThrow().tokenEndpointAuth());
          equal(Optional.empty(), PROD.client("other"));
          equal(Optional.empty(), PROD.client(null));
          equal(
              List.of("google", "spa", "server", "cli"),
              PROD.clients().stream().map(ClientView::clientId).toList());
          Checks.fails(
              UnsupportedOperationException.class, () -> google.redirectUris().add("https://x"));
          Checks.fails(UnsupportedOperationException.class, () -> PROD.clients().clear());
        });
    tests.put(
        "CORS headers",
        () -> {
          String origin = "https://app.example.com";
          equal(Map.of("Vary", "Origin"), PROD.corsHeaders(null, true));
          equal(Map.of("Vary", "Origin"), PROD.corsHeaders("https://example.com", true));
          equal(
              Map.of("Vary", "Origin", "Access-Control-Allow-Origin", origin),
              PROD.corsHeaders(origin, false));
          equal(
              Map.of(
                  "Vary",
                  "Origin",
                  "Access-Control-Allow-Origin",
                  origin,
                  "Access-Control-Allow-Methods",
                  "GET, POST",
                  "Access-Control-Allow-Headers",
                  "Authorization, Content-Type"),
              PROD.corsHeaders(origin, true));
        });
    tests.put(
        "post-logout URLs",
        () -> {
          String uri = "https://app.example.com/bye";
          equal(Optional.of(uri + "?state=a%20b"), PROD.postLogoutUrl("spa", uri, "a b"));
          equal(Optional.of(uri), PROD.postLogoutUrl("spa", uri, null));
          equal(Optional.empty(), PROD.postLogoutUrl("spa", uri + "/", null));
          equal(Optional.empty(), PROD.postLogoutUrl("spa", null, null));
        });
    tests.put(
        "no printed form shows a value of a request",
        () -> {
          Request request = allowed(SPA + "&nonce=NONCE");
          for (Object object :
              List.of(
                  request,
                  request.issuedCode(),
                  request.otherParameters(),
                  PROD.decideAuthorization(SPA + "&nonce=NONCE"),
                  PROD.decideAuthorization(SPA.replace("=S256", "=plain")))) {
            String text = object.toString();
            for (String secret : List.of("STATE", "NONCE", CHALLENGE)) {
              check(!text.contains(secret), text);
            }
            check(text.contains("[redacted]"), text);
          }
        });
    tests.put(
        "an issued code is JSON and back",
        () -> {
          for (IssuedCode code :
              List.of(
                  new IssuedCode("a\"\\\u00e9\n", "https://x/?a", CHALLENGE, "S256"),
                  new IssuedCode("a", null, null, null))) {
            equal(code, IssuedCode.fromJson(code.toJson()));
          }
          equal(new IssuedCode("a", "b:c", "d", "S256"), IssuedCode.fromJson(FULL));
          equal(FULL.strip(), IssuedCode.fromJson(FULL).toJson());
          equal(new IssuedCode("a", null, null, null), IssuedCode.fromJson(LEAST));
          equal(LEAST.strip(), IssuedCode.fromJson(LEAST).toJson());
          for (String text :
              List.of("", "{}", "[]", "{\"client_id\":1}", "{\"client_id\":null}", "null")) {
            Checks.fails(IllegalArgumentException.class, () -> IssuedCode.fromJson(text));
          }
          Checks.fails(NullPointerException.class, () -> new IssuedCode(null, null, null, null));
        });
  }
}
