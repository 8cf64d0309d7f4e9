package linkpolicy.generated;

import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * The data to store with an authorization code until it is exchanged for tokens.
 *
 * @param clientId the client that may exchange the code
 * @param redirectUri the redirect URI of the authorization request; null if it had none
 * @param codeChallenge the code challenge (RFC 7636); null if the request had none
 * @param codeChallengeMethod {@code S256} or {@code plain}; null without a challenge
 */
public record IssuedCode(
    String clientId, String redirectUri, String codeChallenge, String codeChallengeMethod) {
  private static final Set<String> KEYS =
      Set.of("client_id", "redirect_uri", "code_challenge", "code_challenge_method");

  /** Stored data; a code challenge without {@code S256} or {@code plain} never verifies. */
  public IssuedCode {
    Objects.requireNonNull(clientId, "clientId");
  }

  /** A JSON object for {@link #fromJson}. */
  public String toJson() {
    return "{\"client_id\":"
        + Json.quoted(clientId)
        + ",\"redirect_uri\":"
        + Json.quoted(redirectUri)
        + ",\"code_challenge\":"
        + Json.quoted(codeChallenge)
        + ",\"code_challenge_method\":"
        + Json.quoted(codeChallengeMethod)
        + "}";
  }

  /**
   * Reads the result of {@link #toJson}.
   *
   * @throws IllegalArgumentException if the text is anything else
   */
  public static IssuedCode fromJson(String json) {
    Map<String, Object> members = Json.object(Json.parse(json), "the issued code", KEYS);
    return new IssuedCode(
        Json.text(members, "client_id"),
        Json.optionalText(members, "redirect_uri"),
        Json.optionalText(members, "code_challenge"),
        Json.optionalText(members, "code_challenge_method"));
  }

  /** Without the code challenge. */
  @Override
  public String toString() {
    return "IssuedCode[clientId="
        + clientId
        + ", redirectUri="
        + redirectUri
        + ", codeChallenge="
        + Encoding.redacted(codeChallenge)
        + ", codeChallengeMethod="
        + codeChallengeMethod
        + "]";
  }
}
