package com.example;

import static com.example.AllowlistTests.PROD;
import static com.example.Checks.check;
import static com.example.Checks.equal;

import java.util.List;
import java.util.Map;
import linkpolicy.generated.AppFlipDecision;
import linkpolicy.generated.AppFlipExtras;
import linkpolicy.generated.AppFlipResult;
import linkpolicy.generated.Caller;

/** App Flip links and intents. */
final class AppFlipTests {
  private static final String URI = "https://oauth-redirect.googleusercontent.com/a/com.example";
  private static final String LINK =
      "https://www.example.com/flip?client_id=google&state=STATE&scope=devices&redirect_uri=" + URI;
  private static final Caller CALLER =
      new Caller("com.example.caller", List.of("AB:".repeat(31) + "AB"));

  private AppFlipTests() {}

  private static void reason(String url, Class<?> type, String reason) {
    AppFlipDecision decision = PROD.decideAppFlip(url);
    equal(reason, decision.reason());
    check(type.isInstance(decision), decision.toString());
  }

  private static void reason(AppFlipResult result, Class<?> type, String reason) {
    equal(reason, result.reason());
    check(type.isInstance(result), result.toString());
  }

  static void addTo(Map<String, Checks.Action> tests) {
    tests.put(
        "App Flip links",
        () -> {
          reason(LINK, AppFlipDecision.Allow.class, "allowed");
          reason("https://www.example.com/", AppFlipDecision.Ignore.class, "link-not-configured");
          reason((String) null, AppFlipDecision.Ignore.class, "link-not-configured");
          Class<?> not = AppFlipDecision.NotHandled.class;
          reason("https://www.example.com/flip", not, "redirect-uri-missing");
          reason(LINK + "&x=%", not, "malformed-request");
          reason(LINK + "&state=", not, "duplicate-parameter");
          reason(LINK + "x", not, "redirect-uri-not-registered");
          reason(LINK.replace("/a/com.", "/r/"), not, "redirect-uri-browser-only");
          Class<?> error = AppFlipDecision.ReturnError.class;
          reason(LINK.replace("state=STATE", ""), error, "state-missing");
          reason(LINK.replace("client_id=google", ""), error, "client-id-missing");
          reason(LINK.replace("=google", "=x"), error, "client-unknown");
          reason(LINK.replace("=devices", "=x"), error, "scope-not-allowed");
          reason(LINK + "&code_challenge_method=S256", error, "pkce-missing");
          String text = PROD.decideAppFlip(LINK) + " " + PROD.decideAppFlip(LINK + "&scope=x");
          check(!text.contains("STATE"), text);
        });
    tests.put(
        "App Flip intents",
        () -> {
          AppFlipExtras good = new AppFlipExtras("google", URI, List.of("devices"));
          reason(PROD.decideAppFlip(CALLER, good), AppFlipResult.Allow.class, "allowed");
          reason(
              PROD.decideAppFlip(CALLER, good, "com.example.FLIP"),
              AppFlipResult.Allow.class,
              "allowed");
          reason(
              PROD.decideAppFlip(CALLER, good, "x"),
              AppFlipResult.Ignore.class,
              "link-not-configured");
          Caller two =
              new Caller(CALLER.packageName(), List.of("ab".repeat(32), "ab".repeat(32)));
          for (Caller caller : new Caller[] {null, two, new Caller("x", CALLER.certificates())}) {
            reason(
                PROD.decideAppFlip(caller, good), AppFlipResult.Cancelled.class, "caller-unknown");
          }
          Class<?> error = AppFlipResult.IntentError.class;
          reason(PROD.decideAppFlip(CALLER, null), error, "redirect-uri-missing");
          reason(
              PROD.decideAppFlip(CALLER, new AppFlipExtras("google", "x", List.of())),
              error,
              "redirect-uri-not-registered");
          reason(
              PROD.decideAppFlip(CALLER, new AppFlipExtras("x", URI, List.of())),
              error,
              "client-unknown");
          reason(
              PROD.decideAppFlip(CALLER, new AppFlipExtras(null, URI, List.of())),
              error,
              "client-id-missing");
          reason(
              PROD.decideAppFlip(CALLER, new AppFlipExtras("google", URI, List.of("x"))),
              error,
              "scope-not-allowed");
        });
  }
}
