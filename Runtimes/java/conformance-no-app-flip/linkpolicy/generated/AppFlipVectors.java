package linkpolicy.generated;

/** The App Flip vectors of {@link RunVectors}: no client has an App Flip link or action. */
final class AppFlipVectors {
  private AppFlipVectors() {}

  static String answer(Allowlist allowlist, RunVectors.Vector vector) {
    return vector.withReason("ignore", "link-not-configured");
  }
}
