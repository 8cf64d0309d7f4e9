package linkpolicy.generated;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.List;
import java.util.Optional;

/** A token request that the policy allows. {@link #verify} it before you respond with tokens. */
public final class TokenRequest {
  private final Client client;
  private final String clientSecret;
  private final Parameters form;
  private final List<Parameter> otherParameters;

  TokenRequest(Client client, String clientSecret, Parameters form) {
    this.client = client;
    this.clientSecret = clientSecret;
    this.form = form;
    this.otherParameters = form.others();
  }

  /** The parameter of a grant: others are ignored. */
  private Optional<String> value(String name, boolean isUsed) {
    return isUsed ? Optional.ofNullable(form.value(name)) : Optional.empty();
  }

  private boolean isGrant(String grantType) {
    return grantType().equals(grantType);
  }

  /** The client that sent the request. */
  public String clientId() {
    return client.id;
  }

  /** The client's registration. */
  public ClientView client() {
    return client;
  }

  /** The secret that the client sent; empty for a public client only. */
  public Optional<String> clientSecret() {
    return Optional.ofNullable(clientSecret);
  }

  /** The grant type, such as {@code authorization_code}. */
  public String grantType() {
    return form.value("grant_type");
  }

  /** The authorization code. */
  public Optional<String> code() {
    return value("code", isGrant(Grants.AUTHORIZATION_CODE));
  }

  /** The redirect URI of an authorization code. */
  public Optional<String> redirectUri() {
    return value("redirect_uri", isGrant(Grants.AUTHORIZATION_CODE));
  }

  /** The code verifier (RFC 7636). */
  public Optional<String> codeVerifier() {
    return value("code_verifier", isGrant(Grants.AUTHORIZATION_CODE));
  }

  /** The refresh token. */
  public Optional<String> refreshToken() {
    return value("refresh_token", isGrant(Grants.REFRESH_TOKEN));
  }

  /** The intent of streamlined linking. */
  public Optional<String> intent() {
    return value("intent", isGrant(Grants.JWT_BEARER));
  }

  /** The assertion of a bearer grant, such as the ID token of streamlined linking. */
  public Optional<String> assertion() {
    return value("assertion", Grants.isBearer(grantType()));
  }

  /**
   * The requested scope. For {@code client_credentials} and {@code refresh_token}, all scopes are
   * registered. Also compare those of a refresh with the scopes of the refresh token (RFC 6749
   * section 6).
   */
  public Optional<String> scope() {
    return value("scope", !isGrant(Grants.AUTHORIZATION_CODE));
  }

  /**
   * The parameters that the allowlist doesn't interpret, in order, such as {@code device_code},
   * {@code subject_token} and {@code resource}. Parameters without a value are omitted (RFC 6749
   * section 3.1).
   */
  public List<Parameter> otherParameters() {
    return otherParameters;
  }

  /** The value of the first of {@link #otherParameters()} with a name. */
  public Optional<String> parameter(String name) {
    return Parameter.first(otherParameters, name);
  }

  /**
   * Verifies the client secret, and the code of an {@code authorization_code} grant: the client,
   * the redirect URI (RFC 6749 section 4.1.3) and the code verifier (RFC 7636 section 4.6). Secret
   * and verifier are compared in constant time. Look up refresh tokens and verify assertions
   * yourself.
   *
   * @param secret the client's secret as the server knows it; null for a public client
   * @param issued the data stored with the code; null if the code is unknown, used or expired, or
   *     for other grants
   * @return the error to respond with; empty if everything is right
   */
  public Optional<TokenError> verify(String secret, IssuedCode issued) {
    return verify(secret == null ? null : secret.getBytes(StandardCharsets.UTF_8), issued);
  }

  /** The same with a secret of bytes. */
  public Optional<TokenError> verify(byte[] secret, IssuedCode issued) {
    return verify(
        secret != null
            && clientSecret != null
            && MessageDigest.isEqual(secret, clientSecret.getBytes(StandardCharsets.UTF_8)),
        issued);
  }

  /**
   * The same for servers that store a hash.
   *
   * @param isSecretValid whether {@link #clientSecret()} is right; ignored for a public client
   */
  public Optional<TokenError> verify(boolean isSecretValid, IssuedCode issued) {
    if (!client.isPublic && !isSecretValid) {
      // Google's account linking expects invalid_grant.
      boolean isGoogle = client.isGoogleAccountLinking;
      return Optional.of(
          TokenError.of(
              client.authenticatesByHeader && !isGoogle ? 401 : 400,
              isGoogle ? "invalid_grant" : "invalid_client",
              "client-secret-wrong"));
    }
    String problem = isGrant(Grants.AUTHORIZATION_CODE) ? codeProblem(issued) : null;
    return Optional.ofNullable(problem)
        .map(reason -> TokenError.of(400, "invalid_grant", reason));
  }

  /**
   * The response for a token or code that your server refuses. Its reason is {@code
   * refresh-token-unknown} for a refresh token, otherwise {@code code-unknown}.
   */
  public TokenError invalidGrant() {
    return TokenError.of(
        400,
        "invalid_grant",
        grantType().equals("refresh_token") ? "refresh-token-unknown" : "code-unknown");
  }

  /**
   * True if the request may exchange a code: {@link #verify} without the secret.
   *
   * @param issued the data stored with the code; null if the code is unknown
   */
  public boolean accepts(IssuedCode issued) {
    return isGrant(Grants.AUTHORIZATION_CODE) && codeProblem(issued) == null;
  }

  private String codeProblem(IssuedCode issued) {
    if (issued == null) {
      return "code-unknown";
    }
    if (!issued.clientId().equals(client.id)) {
      return "code-other-client";
    }
    String redirectUri = issued.redirectUri();
    if (redirectUri != null && !redirectUri.equals(form.value("redirect_uri"))) {
      return "redirect-uri-other-request";
    }
    String challenge = issued.codeChallenge();
    String verifier = form.value("code_verifier");
    if (verifier == null) {
      return challenge != null || client.requiresPkce ? "code-verifier-missing" : null;
    }
    if (challenge == null) {
      // A downgrade (RFC 9700 section 2.1.1).
      return "code-verifier-unexpected";
    }
    return isVerified(verifier, challenge, issued.codeChallengeMethod())
        ? null
        : "code-verifier-mismatch";
  }

  private static boolean isVerified(String verifier, String challenge, String method) {
    if (!isVerifier(verifier)) {
      return false;
    }
    if ("plain".equals(method)) {
      return Encoding.areEqual(verifier, challenge);
    }
    byte[] hash = Encoding.sha256(verifier.getBytes(StandardCharsets.US_ASCII));
    return "S256".equals(method) && Encoding.areEqual(Encoding.base64Url(hash), challenge);
  }

  /** RFC 7636 section 4.1. */
  static boolean isVerifier(String text) {
    return text.length() >= 43
        && text.length() <= 128
        && text.chars().allMatch(Encoding::isUnreserved);
  }

  /** Without secrets, codes, tokens and other parameters' values. */
  @Override
  public String toString() {
    return "TokenRequest[clientId="
        + client.id
        + ", clientSecret="
        + Encoding.redacted(clientSecret)
        + ", grantType="
        + grantType()
        + ", otherParameters="
        + otherParameters
        + "]";
  }
}
