package linkpolicy.generated;

/** The decision on an App Flip intent. */
public sealed interface AppFlipResult {
  /** The ID of the reason, as {@code linkpolicy rules --reasons} lists it. */
  String reason();

  /**
   * Get the user's consent, then finish with {@code RESULT_OK} and {@code AUTHORIZATION_CODE}.
   *
   * @param request the allowed request
   * @param reason {@code allowed}
   */
  record Allow(Request request, String reason) implements AppFlipResult {}

  /**
   * Finish with result code -2 and the extras {@code ERROR_TYPE}, {@code ERROR_CODE} and {@code
   * ERROR_DESCRIPTION}.
   *
   * @param type the type: 1 recoverable, 2 unrecoverable, 3 invalid request
   * @param code the code
   * @param description the description
   * @param reason the ID of the reason
   */
  record IntentError(int type, int code, String description, String reason)
      implements AppFlipResult {}

  /**
   * Finish with {@code RESULT_CANCELED} and no data: the caller isn't a registered app.
   *
   * @param reason {@code caller-unknown}
   */
  record Cancelled(String reason) implements AppFlipResult {}

  /**
   * No client has this action.
   *
   * @param reason {@code link-not-configured}
   */
  record Ignore(String reason) implements AppFlipResult {}
}
