import com.google.firebase.auth.ActionCodeSettings;
import java.util.Arrays;
import java.util.Optional;
import linkpolicy.generated.*;

final class Main {
  private static void ask(FirebaseEmailAction action, boolean isProd, String url) {
    Environment environment = isProd ? Environment.PROD : Environment.SANDBOX;
    boolean isAllowed = FirebaseEmailActions.isContinueUrlAllowed(url, action, environment);
    Optional<ActionCodeSettings> made = FirebaseEmailActions.settings(action, environment, url);
    if (made.isPresent() != isAllowed || isAllowed && !made.get().toString().startsWith(url + "|")) {
      throw new AssertionError(url);
    }
    System.out.println(isAllowed ? "1" : "0");
  }

  private static void show(Optional<ActionCodeSettings> settings) {
    System.out.println(settings.map(ActionCodeSettings::toString).orElse("none"));
  }

  public static void main(String[] arguments) {
    // CASES
    String finish = "https://app.acme.example/finish";
    show(FirebaseEmailActions.settings(FirebaseEmailAction.SIGN_IN, Environment.PROD));
    show(FirebaseEmailActions.settings(FirebaseEmailAction.SIGN_IN, Environment.PROD, finish + "/a?b"));
    show(FirebaseEmailActions.settings(FirebaseEmailAction.SIGN_IN, Environment.SANDBOX));
    show(FirebaseEmailActions.settings(FirebaseEmailAction.RESET_PASSWORD, Environment.PROD));
    show(FirebaseEmailActions.settings(FirebaseEmailAction.VERIFY_EMAIL, Environment.PROD));
    show(FirebaseEmailActions.settings(FirebaseEmailAction.RESET_PASSWORD, Environment.SANDBOX));
    show(FirebaseEmailActions.settings(FirebaseEmailAction.SIGN_IN, Environment.PROD, finish + "ing"));
    System.out.println(Arrays.asList(GoogleScopes.values()));
    System.out.println(GoogleScopes.SIGN_IN.missing(null));
    System.out.println(
        GoogleScopes.SIGN_IN.missing(
            Arrays.asList("openid", null, "https://www.googleapis.com/auth/userinfo.email")));
    System.out.println(GoogleScopes.BACKUP.missing(Arrays.asList("email")));
  }
}
