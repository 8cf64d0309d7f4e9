package linkpolicy.generated;

import java.util.List;

/** The App Flip part of {@link Allowlist}. */
abstract sealed class AppFlipMethods permits Allowlist {
  /** The clients, in the order of the policy. */
  abstract List<Client> all();

  /**
   * Decides on an App Flip request that arrived as a universal link.
   *
   * @param url the link that opened the app, not decoded; null if there is none
   */
  public AppFlipDecision decideAppFlip(String url) {
    return AppFlipLink.decide(all(), url);
  }

  /**
   * Decides on an App Flip intent of an app that has one App Flip action only.
   *
   * @param caller the app that sent the intent; null if it is unknown
   * @param extras the extras of the intent; null if it has none
   */
  public AppFlipResult decideAppFlip(Caller caller, AppFlipExtras extras) {
    return decideAppFlip(caller, extras, null);
  }

  /**
   * Decides on an App Flip intent.
   *
   * @param caller the app that sent the intent; null if it is unknown
   * @param extras the extras of the intent; null if it has none
   * @param action the action of the intent; null if the app has one App Flip action only
   */
  public AppFlipResult decideAppFlip(Caller caller, AppFlipExtras extras, String action) {
    return AppFlipIntent.decide(all(), caller, extras, action);
  }
}
