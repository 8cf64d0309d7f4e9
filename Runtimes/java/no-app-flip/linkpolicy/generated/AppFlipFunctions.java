package linkpolicy.generated;

/** The App Flip part of {@link LinkPolicyAllowlist}: empty, because no policy has App Flip. */
abstract class AppFlipFunctions {
  AppFlipFunctions() {}
}
