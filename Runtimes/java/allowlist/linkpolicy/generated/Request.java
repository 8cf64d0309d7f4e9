package linkpolicy.generated;

import java.util.List;
import java.util.Optional;

/**
 * An authorization or App Flip request that the policy allows. Get the user's consent, then respond
 * at {@link #redirectUri()} and nowhere else.
 */
public final class Request {
  private final Client client;
  private final String redirectUri;
  private final String state;
  private final List<String> scopes;
  private final IssuedCode issuedCode;
  private final String issuer;
  private final List<Parameter> otherParameters;

  /** A request whose parameters were checked. */
  Request(Client client, String redirectUri, List<String> scopes, Parameters parameters) {
    this.client = client;
    this.redirectUri = redirectUri;
    this.state = parameters.value("state");
    this.scopes = scopes;
    String challenge = parameters.value("code_challenge");
    String method = parameters.value("code_challenge_method");
    this.issuedCode =
        new IssuedCode(
            client.id,
            parameters.value("redirect_uri"),
            challenge,
            challenge != null && method == null ? "plain" : method);
    this.issuer = client.issuer;
    this.otherParameters = parameters.others();
  }

  /** A request without state, challenge, issuer and other parameters. */
  Request(Client client, String redirectUri, List<String> scopes) {
    this.client = client;
    this.redirectUri = redirectUri;
    this.state = null;
    this.scopes = List.copyOf(scopes);
    this.issuedCode = new IssuedCode(client.id, redirectUri, null, null);
    this.issuer = null;
    this.otherParameters = List.of();
  }

  /** The client that sent the request. */
  public String clientId() {
    return client.id;
  }

  /** The client's registration. */
  public ClientView client() {
    return client;
  }

  /** The registered redirect URI; a native client's loopback URI has the request's port. */
  public String redirectUri() {
    return redirectUri;
  }

  /** The value to send back unchanged. */
  public Optional<String> state() {
    return Optional.ofNullable(state);
  }

  /** The requested scopes; all of them are registered. */
  public List<String> scopes() {
    return scopes;
  }

  /** The code challenge (RFC 7636), also part of {@link #issuedCode()}. */
  public Optional<String> codeChallenge() {
    return Optional.ofNullable(issuedCode.codeChallenge());
  }

  /** The data to store with the code: {@link TokenRequest#verify} needs it. */
  public IssuedCode issuedCode() {
    return issuedCode;
  }

  /** The {@code iss} of the response (RFC 9207). */
  public Optional<String> issuer() {
    return Optional.ofNullable(issuer);
  }

  /**
   * The parameters that the allowlist doesn't interpret, in order, such as {@code nonce}, {@code
   * prompt} and {@code resource}. Parameters without a value are omitted (RFC 6749 section 3.1).
   */
  public List<Parameter> otherParameters() {
    return otherParameters;
  }

  /** The value of the first of {@link #otherParameters()} with a name. */
  public Optional<String> parameter(String name) {
    return Parameter.first(otherParameters, name);
  }

  /** The URL to send the user to with a code. */
  public String successUrl(String code) {
    return ResponseUrl.success(redirectUri, code, state, issuer);
  }

  /** The URL to send the user to with an error, such as {@code access_denied}. */
  public String errorUrl(String error) {
    return errorUrl(error, null);
  }

  /** The same with {@code error_description}, which people read; null for none. */
  public String errorUrl(String error, String description) {
    return ResponseUrl.error(redirectUri, error, description, state, issuer);
  }

  /** Without the values of state, challenge and other parameters. */
  @Override
  public String toString() {
    return "Request[clientId="
        + client.id
        + ", redirectUri="
        + redirectUri
        + ", state="
        + Encoding.redacted(state)
        + ", scopes="
        + scopes
        + ", issuedCode="
        + issuedCode
        + ", issuer="
        + issuer
        + ", otherParameters="
        + otherParameters
        + "]";
  }
}
