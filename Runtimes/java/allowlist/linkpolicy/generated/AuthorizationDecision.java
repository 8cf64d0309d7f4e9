package linkpolicy.generated;

/** The decision on a request to the authorization endpoint. */
public sealed interface AuthorizationDecision {
  /** The ID of the reason, as {@code linkpolicy rules --reasons} lists it. */
  String reason();

  /**
   * Authenticate the user and get their consent, then respond at the request's redirect URI.
   *
   * @param request the allowed request
   * @param reason {@code allowed} or {@code loopback-port}
   */
  record Allow(Request request, String reason) implements AuthorizationDecision {}

  /**
   * Authenticate the user, then send the browser to a URL that tells the client about an error.
   *
   * @param target the URL
   * @param error the error in the URL, such as {@code invalid_scope}
   * @param reason the ID of the reason
   */
  record RedirectError(String target, String error, String reason)
      implements AuthorizationDecision {
    /** Without the target, which contains the state. */
    @Override
    public String toString() {
      return "RedirectError[target=[redacted], error=" + error + ", reason=" + reason + "]";
    }
  }

  /**
   * Show an error on a page of your own. A redirect would make the server an open redirector.
   *
   * @param error {@code invalid_request} or {@code invalid_client}
   * @param reason the ID of the reason
   */
  record LocalError(String error, String reason) implements AuthorizationDecision {}
}
