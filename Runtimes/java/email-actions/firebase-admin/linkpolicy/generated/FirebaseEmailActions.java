package linkpolicy.generated;

import com.google.firebase.auth.ActionCodeSettings;
import java.util.Optional;

/**
 * Settings for the links that the Firebase Admin SDK makes, by action and environment. The continue
 * URL is the registered one, or one below it. The SDK returns a link; the server sends the email.
 */
public final class FirebaseEmailActions {
  private FirebaseEmailActions() {}

  /** Settings with the registered continue URL; empty if the environment lacks the action. */
  public static Optional<ActionCodeSettings> settings(
      FirebaseEmailAction action, Environment environment) {
    return find(action, environment).map(settings -> settings.with(settings.url));
  }

  /** Settings with a continue URL made at run time; empty unless it is allowed. */
  public static Optional<ActionCodeSettings> settings(
      FirebaseEmailAction action, Environment environment, String continueUrl) {
    return find(action, environment)
        .filter(settings -> settings.allows(continueUrl))
        .map(settings -> settings.with(continueUrl));
  }

  /** The registered continue URL; empty if the environment lacks the action. */
  public static Optional<String> continueUrl(FirebaseEmailAction action, Environment environment) {
    return find(action, environment).map(settings -> settings.url);
  }

  /**
   * True for the registered URL, and for one that continues its path or has its own query or
   * fragment. Scheme, host and path of the registered URL must be the same. Further path segments
   * contain only letters, digits and {@code -._~} and don't start with a dot; query and fragment
   * contain what RFC 3986 allows.
   */
  public static boolean isContinueUrlAllowed(
      String url, FirebaseEmailAction action, Environment environment) {
    return find(action, environment).filter(settings -> settings.allows(url)).isPresent();
  }

  private static Optional<EmailActionSettings> find(
      FirebaseEmailAction action, Environment environment) {
    return Optional.ofNullable(environment == Environment.PROD ? action.prod : action.sandbox);
  }
}
