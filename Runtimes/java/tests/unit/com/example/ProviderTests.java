package com.example;

import static com.example.Checks.check;
import static com.example.Checks.equal;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import linkpolicy.generated.Environment;
import linkpolicy.generated.FirebaseEmailAction;
import linkpolicy.generated.FirebaseEmailActions;
import linkpolicy.generated.GoogleScopeSet;
import linkpolicy.generated.GoogleScopes;

/** Google scopes and Firebase email actions. */
final class ProviderTests {
  private ProviderTests() {}

  static void addTo(Map<String, Checks.Action> tests) {
    tests.put(
        "Google scopes",
        () -> {
          equal(List.of("email", "openid"), GoogleScopes.SIGN_IN.missing(null));
          equal(
              List.of("openid"),
              GoogleScopes.SIGN_IN.missing(
                  Arrays.asList(null, "https://www.googleapis.com/auth/userinfo.email")));
          equal(List.of(), GoogleScopes.SIGN_IN.missing(List.of("openid", "email")));
          String prefix = "https://www.googleapis.com/auth/userinfo.";
          for (String name : List.of("email", "profile")) {
            for (String requested : List.of(name, prefix + name)) {
              GoogleScopeSet set = () -> List.of(requested);
              for (String same : List.of(name, prefix + name)) {
                equal(List.of(), set.missing(List.of(same)));
              }
              for (String other : List.of("openid", prefix + "openid", name + " ")) {
                equal(List.of(requested), set.missing(List.of(other)));
              }
            }
          }
        });
    tests.put(
        "email actions",
        () -> {
          String url = "https://app.example.com/finish";
          FirebaseEmailAction action = FirebaseEmailAction.SIGN_IN;
          equal(Optional.of(url), FirebaseEmailActions.continueUrl(action, Environment.PROD));
          equal(Optional.empty(), FirebaseEmailActions.settings(action, Environment.SANDBOX));
          equal(
              url + "/a?b|true|com.example|com.example|true|12|links.example.com",
              FirebaseEmailActions.settings(action, Environment.PROD, url + "/a?b")
                  .orElseThrow()
                  .toString());
          String[] bad = {null, "", url + "x", url + "/..", "https://example.com"};
          for (String each : bad) {
            check(
                !FirebaseEmailActions.isContinueUrlAllowed(each, action, Environment.PROD),
                String.valueOf(each));
          }
        });
  }
}
