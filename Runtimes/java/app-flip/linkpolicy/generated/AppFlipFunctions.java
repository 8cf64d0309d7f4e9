package linkpolicy.generated;

/** The App Flip part of {@link LinkPolicyAllowlist}. */
abstract class AppFlipFunctions {
  AppFlipFunctions() {}

  /** See {@link Allowlist#decideAppFlip(String)}. */
  public static AppFlipDecision decideAppFlip(String url, Environment environment) {
    return LinkPolicyAllowlist.allowlist(environment).decideAppFlip(url);
  }

  /** See {@link Allowlist#decideAppFlip(Caller, AppFlipExtras)}. */
  public static AppFlipResult decideAppFlip(
      Caller caller, AppFlipExtras extras, Environment environment) {
    return LinkPolicyAllowlist.allowlist(environment).decideAppFlip(caller, extras);
  }

  /** See {@link Allowlist#decideAppFlip(Caller, AppFlipExtras, String)}. */
  public static AppFlipResult decideAppFlip(
      Caller caller, AppFlipExtras extras, Environment environment, String action) {
    return LinkPolicyAllowlist.allowlist(environment).decideAppFlip(caller, extras, action);
  }
}
