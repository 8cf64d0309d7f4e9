package linkpolicy.generated;

/** The decision on an App Flip request that arrived as a universal link. */
public sealed interface AppFlipDecision {
  /** The ID of the reason, as {@code linkpolicy rules --reasons} lists it. */
  String reason();

  /**
   * Get the user's consent, then open the request's success or error URL as a link.
   *
   * @param request the allowed request
   * @param reason {@code allowed} or {@code loopback-port}
   */
  record Allow(Request request, String reason) implements AppFlipDecision {}

  /**
   * Open a URL as a link; the calling app goes on without the app.
   *
   * @param target the URL
   * @param error the error in the URL
   * @param reason the ID of the reason
   */
  record ReturnError(String target, String error, String reason) implements AppFlipDecision {
    /** Without the target, which contains the state. */
    @Override
    public String toString() {
      return "ReturnError[target=[redacted], error=" + error + ", reason=" + reason + "]";
    }
  }

  /**
   * Open nothing: the redirect URI isn't registered.
   *
   * @param reason the ID of the reason
   */
  record NotHandled(String reason) implements AppFlipDecision {}

  /**
   * Not the App Flip link: let the app handle it like any other link.
   *
   * @param reason {@code link-not-configured}
   */
  record Ignore(String reason) implements AppFlipDecision {}
}
