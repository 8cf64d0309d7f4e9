package linkpolicy.generated;

/** The decision on a request to the token endpoint. */
public sealed interface TokenDecision permits TokenDecision.Allow, TokenError {
  /** The ID of the reason, as {@code linkpolicy rules --reasons} lists it. */
  String reason();

  /**
   * Verify the request with {@link TokenRequest#verify}, then respond with tokens.
   *
   * @param request the allowed request
   * @param reason {@code allowed}
   */
  record Allow(TokenRequest request, String reason) implements TokenDecision {}
}
