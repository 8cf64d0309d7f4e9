package linkpolicy.generated;

import java.util.List;
import java.util.Optional;

/** A client of one environment. */
final class Client implements ClientView {
  /** An Android app that may send App Flip intents, with the SHA-256 of its certificates. */
  record CallingApp(String packageName, List<String> certificates) {}

  final String id;
  final String key;
  final List<String> redirectUris;
  final List<String> browserRedirectUris;
  final List<String> postLogoutRedirectUris;
  final List<String> corsOrigins;
  final List<String> scopes;
  final List<String> responseTypes;
  final List<String> grantTypes;
  final List<String> codeChallengeMethods;
  final List<String> assertionIntents;
  final List<CallingApp> callers;
  final boolean isNative;
  final boolean isGoogleAccountLinking;
  final boolean allowsOmittedRedirectUri;
  final boolean requiresState;
  final boolean requiresPkce;
  final boolean isPublic;
  final boolean authenticatesByHeader;
  final String issuer;
  final String universalLink;
  final String intentAction;

  Client(ClientBuilder builder) {
    id = builder.id;
    key = builder.key;
    redirectUris = List.copyOf(builder.redirectUris);
    browserRedirectUris = List.copyOf(builder.browserRedirectUris);
    postLogoutRedirectUris = List.copyOf(builder.postLogoutRedirectUris);
    corsOrigins = List.copyOf(builder.corsOrigins);
    scopes = List.copyOf(builder.scopes);
    responseTypes = List.copyOf(builder.responseTypes);
    grantTypes = List.copyOf(builder.grantTypes);
    codeChallengeMethods = List.copyOf(builder.codeChallengeMethods);
    assertionIntents = List.copyOf(builder.assertionIntents);
    callers = List.copyOf(builder.callers);
    isNative = builder.isNative;
    isGoogleAccountLinking = builder.isGoogleAccountLinking;
    allowsOmittedRedirectUri = builder.allowsOmittedRedirectUri;
    requiresState = builder.requiresState;
    requiresPkce = builder.requiresPkce;
    isPublic = builder.isPublic;
    authenticatesByHeader = builder.authenticatesByHeader;
    issuer = builder.issuer;
    universalLink = builder.universalLink;
    intentAction = builder.intentAction;
  }

  /**
   * The redirect URI to respond at: the requested one if it is registered, or the only registered
   * one if the client may leave it out; null if there is none.
   */
  String target(String requested) {
    if (requested == null) {
      return allowsOmittedRedirectUri && redirectUris.size() == 1 ? redirectUris.get(0) : null;
    }
    return redirectUris.contains(requested) || isLoopback(requested) ? requested : null;
  }

  /** The reason of an allowed request with a redirect URI. */
  String allowance(String requested) {
    return requested == null || redirectUris.contains(requested) ? "allowed" : "loopback-port";
  }

  /** True for a loopback URI of a native client that is registered without its port. */
  private boolean isLoopback(String requested) {
    String portless = isNative ? withoutLoopbackPort(requested) : null;
    return portless != null && redirectUris.contains(portless);
  }

  /**
   * {@code http://127.0.0.1/cb} for {@code http://127.0.0.1:51004/cb} (RFC 8252 section 7.3), with
   * both loopback IP addresses; null for everything else.
   */
  private static String withoutLoopbackPort(String requested) {
    for (String origin : List.of("http://127.0.0.1", "http://[::1]")) {
      if (!requested.startsWith(origin + ":")) {
        continue;
      }
      int start = origin.length() + 1;
      int end = start;
      while (end < requested.length() && Encoding.isDigit(requested.charAt(end))) {
        end++;
      }
      String port = requested.substring(start, end);
      String rest = requested.substring(end);
      boolean isPort =
          !port.isEmpty()
              && port.length() <= 5
              && port.charAt(0) != '0'
              && Integer.parseInt(port) <= 65_535;
      return isPort && (rest.startsWith("/") || rest.startsWith("?")) ? origin + rest : null;
    }
    return null;
  }

  /** The scopes of a request; null if one is empty or not registered. */
  List<String> requested(String scope) {
    if (scope == null) {
      return List.of();
    }
    List<String> requested = List.of(scope.split(" ", -1));
    return scopes.containsAll(requested) ? requested : null;
  }

  /** True if the client can get an authorization code. */
  boolean takesCodes() {
    return grantTypes.contains(Grants.AUTHORIZATION_CODE);
  }

  /** True if a grant type of the client fits a response type. */
  boolean mayReceive(String responseType) {
    return takesCodes()
        || (grantTypes.contains("implicit")
            && !List.of(responseType.split(" ", -1)).contains("code"));
  }

  /** The reason to refuse a code challenge (RFC 7636); null if it is allowed. */
  String challengeProblem(Parameters parameters) {
    return challengeProblem(
        parameters.value("code_challenge"), parameters.value("code_challenge_method"));
  }

  /** The same for its values; an absent method means {@code plain}. */
  String challengeProblem(String challenge, String requestedMethod) {
    if (challenge == null) {
      return requiresPkce || requestedMethod != null ? "pkce-missing" : null;
    }
    String method = requestedMethod == null ? "plain" : requestedMethod;
    if (!codeChallengeMethods.contains(method)) {
      return "pkce-method";
    }
    boolean isPlain = method.equals("plain");
    // A SHA-256 has 43 characters in base64url.
    boolean isChallenge =
        challenge.length() >= 43
            && challenge.length() <= (isPlain ? 128 : 43)
            && challenge
                .chars()
                .allMatch(c -> Encoding.isUnreserved(c) && (isPlain || (c != '.' && c != '~')));
    return isChallenge ? null : "pkce-challenge";
  }

  @Override
  public String clientId() {
    return id;
  }

  @Override
  public String key() {
    return key;
  }

  @Override
  public String provider() {
    return isGoogleAccountLinking ? "google-account-linking" : "generic";
  }

  @Override
  public String type() {
    return isNative ? "native" : "web";
  }

  @Override
  public boolean isPublic() {
    return isPublic;
  }

  @Override
  public String tokenEndpointAuth() {
    if (isPublic) {
      return "none";
    }
    return authenticatesByHeader ? "client_secret_basic" : "client_secret_post";
  }

  @Override
  public List<String> grantTypes() {
    return grantTypes;
  }

  @Override
  public List<String> responseTypes() {
    return responseTypes;
  }

  @Override
  public List<String> scopes() {
    return scopes;
  }

  @Override
  public List<String> redirectUris() {
    return redirectUris;
  }

  @Override
  public List<String> postLogoutRedirectUris() {
    return postLogoutRedirectUris;
  }

  @Override
  public List<String> corsOrigins() {
    return corsOrigins;
  }

  @Override
  public boolean requiresPkce() {
    return requiresPkce;
  }

  @Override
  public boolean requiresState() {
    return requiresState;
  }

  @Override
  public Optional<String> issuer() {
    return Optional.ofNullable(issuer);
  }

  @Override
  public String toString() {
    return "Client[clientId=" + id + ", key=" + key + "]";
  }
}
