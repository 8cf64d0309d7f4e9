package com.example;

import static com.example.AllowlistTests.PROD;
import static com.example.Checks.check;
import static com.example.Checks.equal;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import linkpolicy.generated.IssuedCode;
import linkpolicy.generated.TokenDecision;
import linkpolicy.generated.TokenError;
import linkpolicy.generated.TokenRequest;

/** Token requests and their verification. */
final class TokenTests {
  private static final String VERIFIER = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";
  private static final String SPA_URI = "https://app.example.com/cb?x=1";
  private static final String SPA_FORM =
      "grant_type=authorization_code&client_id=spa&code=CODE&redirect_uri="
          + "https%3A%2F%2Fapp.example.com%2Fcb%3Fx%3D1&code_verifier="
          + VERIFIER;
  private static final IssuedCode ISSUED =
      new IssuedCode("spa", SPA_URI, AllowlistTests.CHALLENGE, "S256");
  private static final String SERVER_FORM =
      "grant_type=authorization_code&code=CODE&redirect_uri=https://server.example.com/cb";
  private static final IssuedCode SERVER_ISSUED =
      new IssuedCode("server", "https://server.example.com/cb", null, null);

  private TokenTests() {}

  private static String basic(String credentials) {
    return "Basic "
        + Base64.getEncoder().encodeToString(credentials.getBytes(StandardCharsets.UTF_8));
  }

  private static TokenRequest allowed(String form, String authorization) {
    TokenDecision decision = PROD.decideToken(form, authorization);
    check(decision instanceof TokenDecision.Allow, decision.toString());
    return ((TokenDecision.Allow) decision).request();
  }

  private static void refused(
      String form, String authorization, int status, String error, String reason) {
    check(
        PROD.decideToken(form, authorization) instanceof TokenError found
            && found.status() == status
            && found.error().equals(error)
            && found.reason().equals(reason),
        form + " " + PROD.decideToken(form, authorization));
  }

  private static void refused(Optional<TokenError> found, int status, String error, String reason) {
    check(
        found.isPresent()
            && found.get().status() == status
            && found.get().error().equals(error)
            && found.get().reason().equals(reason),
        found.toString());
  }

  static void addTo(Map<String, Checks.Action> tests) {
    tests.put(
        "a code is exchanged",
        () -> {
          TokenRequest request = allowed(SPA_FORM, null);
          equal(Optional.of("CODE"), request.code());
          equal(Optional.empty(), request.verify((String) null, ISSUED));
          check(request.accepts(ISSUED), "accepts");
          equal("{\"error\":\"invalid_grant\"}", request.invalidGrant().body());
          equal("code-unknown", request.invalidGrant().reason());
          TokenRequest server = allowed(SERVER_FORM, basic("server:hunter2"));
          equal(Optional.of("hunter2"), server.clientSecret());
          equal(Optional.empty(), server.verify("hunter2", SERVER_ISSUED));
          equal(
              Optional.empty(),
              server.verify("hunter2".getBytes(StandardCharsets.UTF_8), SERVER_ISSUED));
          equal(Optional.empty(), server.verify(true, SERVER_ISSUED));
        });
    tests.put(
        "each check of a code refuses",
        () -> {
          TokenRequest request = allowed(SPA_FORM, null);
          String error = "invalid_grant";
          refused(request.verify(true, null), 400, error, "code-unknown");
          refused(
              request.verify(
                  true, new IssuedCode("cli", SPA_URI, AllowlistTests.CHALLENGE, "S256")),
              400,
              error,
              "code-other-client");
          refused(
              request.verify(
                  true, new IssuedCode("spa", "https://x", AllowlistTests.CHALLENGE, "S256")),
              400,
              error,
              "redirect-uri-other-request");
          String mismatch = "code-verifier-mismatch";
          for (String method : new String[] {"plain", "s256", null}) {
            IssuedCode issued = new IssuedCode("spa", SPA_URI, AllowlistTests.CHALLENGE, method);
            refused(request.verify(true, issued), 400, error, mismatch);
            check(!request.accepts(issued), "accepts");
          }
          refused(
              request.verify(true, new IssuedCode("spa", SPA_URI, VERIFIER, "S256")),
              400,
              error,
              mismatch);
          equal(
              Optional.empty(),
              request.verify(true, new IssuedCode("spa", SPA_URI, VERIFIER, "plain")));
          // The client requires PKCE: without a challenge nothing was proven.
          refused(
              request.verify(true, new IssuedCode("spa", SPA_URI, null, null)),
              400,
              error,
              "code-verifier-unexpected");
          TokenRequest server = allowed(SERVER_FORM, basic("server:hunter2"));
          refused(
              server.verify(
                  true,
                  new IssuedCode(
                      "server", SERVER_ISSUED.redirectUri(), AllowlistTests.CHALLENGE, "S256")),
              400,
              error,
              "code-verifier-missing");
        });
    tests.put(
        "a wrong secret is refused",
        () -> {
          TokenRequest server = allowed(SERVER_FORM, basic("server:hunter2"));
          String reason = "client-secret-wrong";
          for (String secret : new String[] {"hunter", "", null}) {
            Optional<TokenError> found = server.verify(secret, SERVER_ISSUED);
            refused(found, 401, "invalid_client", reason);
            equal(
                "Basic realm=\"token\", charset=\"UTF-8\"",
                found.orElseThrow().headers().get("WWW-Authenticate"));
          }
          refused(server.verify(false, SERVER_ISSUED), 401, "invalid_client", reason);
          String form =
              "grant_type=refresh_token&client_id=google&client_secret=wrong&refresh_token=TOKEN";
          refused(allowed(form, null).verify("right", null), 400, "invalid_grant", reason);
        });
    tests.put(
        "an error is ready to send",
        () -> {
          TokenError error = (TokenError) PROD.decideToken("grant_type=refresh_token", null);
          equal(
              Map.of(
                  "Content-Type", "application/json;charset=UTF-8", "Cache-Control", "no-store"),
              error.headers());
          equal("{\"error\":\"invalid_client\"}", error.body());
          Checks.fails(UnsupportedOperationException.class, () -> error.headers().clear());
        });
    tests.put(
        "each refusal has its reason",
        () -> {
          refused("", null, 400, "invalid_request", "grant-type-missing");
          refused(null, null, 400, "invalid_request", "grant-type-missing");
          refused("a=%", null, 400, "invalid_request", "malformed-request");
          refused("code=a&code=b", null, 400, "invalid_request", "duplicate-parameter");
          refused("grant_type=x", null, 400, "unsupported_grant_type", "grant-type-unsupported");
          String code = "grant_type=authorization_code&";
          refused(code, null, 400, "invalid_client", "client-id-missing");
          refused(code + "client_id=x", null, 400, "invalid_client", "client-unknown");
          refused(code, basic("x:y"), 401, "invalid_client", "client-unknown");
          refused(code, "Bearer x", 401, "invalid_client", "client-authentication-malformed");
          refused(
              code + "client_secret=x",
              basic("x:y"),
              400,
              "invalid_request",
              "client-authentication-twice");
          refused(
              code + "client_id=x", basic("y:z"), 400, "invalid_request", "client-id-mismatch");
          refused(
              code + "client_id=server&client_secret=x",
              null,
              401,
              "invalid_client",
              "client-authentication-method");
          refused(
              code + "client_id=server",
              null,
              401,
              "invalid_client",
              "client-authentication-missing");
          refused(
              code + "client_id=google",
              null,
              400,
              "invalid_client",
              "client-authentication-missing");
          refused(
              code + "client_id=spa&client_secret=x",
              null,
              400,
              "invalid_client",
              "client-authentication-method");
          refused(
              "grant_type=client_credentials&client_id=spa",
              null,
              400,
              "unauthorized_client",
              "grant-type-not-allowed");
          refused(code + "client_id=spa", null, 400, "invalid_request", "parameter-missing");
          refused(
              SPA_FORM.replace("redirect_uri", "x"),
              null,
              400,
              "invalid_grant",
              "redirect-uri-missing");
          refused(
              SPA_FORM.replace("cb", "x"),
              null,
              400,
              "invalid_grant",
              "redirect-uri-not-registered");
          refused(
              SPA_FORM.replace("code_verifier", "x"),
              null,
              400,
              "invalid_grant",
              "code-verifier-missing");
          refused(
              SPA_FORM.replace("dBj", ""), null, 400, "invalid_grant", "code-verifier-mismatch");
          String google = "client_id=google&client_secret=x&grant_type=";
          String jwt = google + "urn:ietf:params:oauth:grant-type:jwt-bearer";
          refused(jwt, null, 400, "invalid_request", "parameter-missing");
          refused(jwt + "&intent=create", null, 400, "invalid_request", "intent-unsupported");
          refused(jwt + "&intent=get", null, 400, "invalid_request", "parameter-missing");
          equal(Optional.of("get"), allowed(jwt + "&intent=get&assertion=A", null).intent());
        });
    tests.put(
        "device code and token exchange need their parameters, which are handed over",
        () -> {
          String grant = "grant_type=urn:ietf:params:oauth:grant-type:";
          String header = basic("server:s");
          refused(
              grant + "device_code&device_code=", header, 400, "invalid_request",
              "parameter-missing");
          TokenRequest device = allowed(grant + "device_code&device_code=D", header);
          equal(Optional.of("D"), device.parameter("device_code"));
          refused(
              grant + "device_code&device_code=D&device_code=D",
              header,
              400,
              "invalid_request",
              "duplicate-parameter");
          String exchange = grant + "token-exchange&subject_token=S";
          refused(exchange, header, 400, "invalid_request", "parameter-missing");
          TokenRequest request =
              allowed(exchange + "&subject_token_type=T&audience=a&audience=b&scope=x", header);
          equal(
              List.of("subject_token", "subject_token_type", "audience", "audience"),
              request.otherParameters().stream().map(each -> each.name()).toList());
          equal(Optional.of("x"), request.scope());
          equal(Optional.empty(), request.verify("s", null));
        });
    tests.put(
        "the scope of a refresh is handed over",
        () -> {
          TokenRequest request =
              allowed("grant_type=refresh_token&client_id=spa&refresh_token=R&scope=devices", null);
          equal(Optional.of("devices"), request.scope());
          equal(Optional.of("R"), request.refreshToken());
          equal(Optional.empty(), request.code());
          refused(
              "grant_type=refresh_token&client_id=spa&refresh_token=R&scope=devices+a",
              null,
              400,
              "invalid_scope",
              "scope-not-allowed");
        });
    tests.put(
        "no printed form shows a value of a request",
        () -> {
          TokenDecision decision =
              PROD.decideToken(SERVER_FORM + "&x=OTHER", basic("server:hunter2"));
          String text = decision + " " + PROD.decideToken(SPA_FORM, null);
          for (String secret : List.of("hunter2", "CODE", VERIFIER, "OTHER")) {
            check(!text.contains(secret), text);
          }
          check(text.contains("[redacted]"), text);
        });
  }
}
