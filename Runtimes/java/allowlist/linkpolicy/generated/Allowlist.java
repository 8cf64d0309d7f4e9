package linkpolicy.generated;

import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The clients of one environment, and the decisions on their requests. Immutable, so all threads
 * can share it.
 *
 * <p>Values are compared exactly. Nothing is trimmed, case-folded, normalized or decoded twice, and
 * responses go to registered redirect URIs only. Null is never allowed.
 */
public final class Allowlist extends AppFlipMethods {
  private final List<Client> clients;
  private final Map<String, Client> byId = new HashMap<>();
  private final Set<String> grantTypes = new HashSet<>();
  private final Set<String> origins = new HashSet<>();

  Allowlist(List<Client> clients) {
    this.clients = List.copyOf(clients);
    for (Client client : clients) {
      byId.putIfAbsent(client.id, client);
      grantTypes.addAll(client.grantTypes);
      origins.addAll(client.corsOrigins);
    }
    // Not a grant of the token endpoint (RFC 6749 section 4.2).
    grantTypes.remove("implicit");
  }

  /**
   * Loads an allowlist from {@code allowlist.json}.
   *
   * @param json the bytes of the file
   * @param sha256 the SHA-256 of these bytes in hex, from a place that you trust
   * @param environment the environment whose clients to load
   * @throws AllowlistException if anything about the file is unexpected
   */
  public static Allowlist load(byte[] json, String sha256, Environment environment)
      throws AllowlistException {
    return AllowlistReader.read(json, sha256, environment);
  }

  /** The client with an ID; null if there is none. */
  Client find(String clientId) {
    return clientId == null ? null : byId.get(clientId);
  }

  /** True if a client uses the grant type. */
  boolean offers(String grantType) {
    return grantTypes.contains(grantType);
  }

  /** The clients, in the order of the policy. */
  @Override
  List<Client> all() {
    return clients;
  }

  /** The client with an ID. */
  public Optional<ClientView> client(String clientId) {
    return Optional.ofNullable(find(clientId));
  }

  /** All clients, in the order of the policy. */
  public List<ClientView> clients() {
    return Collections.unmodifiableList(clients);
  }

  /** True if responses to the client may go to the redirect URI. */
  public boolean isRedirectUriAllowed(String clientId, String redirectUri) {
    Client client = find(clientId);
    return client != null && redirectUri != null && client.target(redirectUri) != null;
  }

  /** True if the client may send the user to the URI after logout. */
  public boolean isPostLogoutRedirectUriAllowed(String clientId, String uri) {
    Client client = find(clientId);
    return client != null && uri != null && client.postLogoutRedirectUris.contains(uri);
  }

  /**
   * True if scripts of the origin may read responses to the client.
   *
   * @param origin the {@code Origin} header as received; null if there is none
   */
  public boolean isCorsOriginAllowed(String clientId, String origin) {
    Client client = find(clientId);
    return client != null && origin != null && client.corsOrigins.contains(origin);
  }

  /** True if the client may use the grant type at the token endpoint. */
  public boolean isGrantTypeAllowed(String clientId, String grantType) {
    Client client = find(clientId);
    return client != null && grantType != null && client.grantTypes.contains(grantType);
  }

  /**
   * The CORS headers of a response whose client may be unknown.
   *
   * @param origin the {@code Origin} header as received; null if there is none
   * @param isPreflight true for an {@code OPTIONS} request
   */
  public Map<String, String> corsHeaders(String origin, boolean isPreflight) {
    Map<String, String> headers = new LinkedHashMap<>();
    headers.put("Vary", "Origin");
    if (origin != null && origins.contains(origin)) {
      headers.put("Access-Control-Allow-Origin", origin);
      if (isPreflight) {
        headers.put("Access-Control-Allow-Methods", "GET, POST");
        headers.put("Access-Control-Allow-Headers", "Authorization, Content-Type");
      }
    }
    return Collections.unmodifiableMap(headers);
  }

  /**
   * The URL to send the user to after logout; empty if the URI isn't registered.
   *
   * @param state the state of the request; null if it has none
   */
  public Optional<String> postLogoutUrl(String clientId, String uri, String state) {
    return isPostLogoutRedirectUriAllowed(clientId, uri)
        ? Optional.of(ResponseUrl.with(uri, "state", state))
        : Optional.empty();
  }

  /**
   * Decides on a request to the authorization endpoint.
   *
   * @param rawQuery the query as received, without the {@code ?} and not decoded, as {@code
   *     HttpServletRequest.getQueryString()} returns it; null if there is none
   */
  public AuthorizationDecision decideAuthorization(String rawQuery) {
    try {
      return AuthorizationEndpoint.decide(this, Parameters.bytes(rawQuery));
    } catch (Parameters.Unreadable unreadable) {
      return new AuthorizationDecision.LocalError("invalid_request", unreadable.reason);
    }
  }

  /** The same for a query of bytes. */
  public AuthorizationDecision decideAuthorization(byte[] rawQuery) {
    try {
      return AuthorizationEndpoint.decide(this, rawQuery == null ? new byte[0] : rawQuery);
    } catch (Parameters.Unreadable unreadable) {
      return new AuthorizationDecision.LocalError("invalid_request", unreadable.reason);
    }
  }

  /**
   * Decides on a request to the token endpoint.
   *
   * @param rawForm the body as received, not decoded; null if there is none
   * @param authorization the {@code Authorization} header; null if there is none
   */
  public TokenDecision decideToken(String rawForm, String authorization) {
    try {
      return TokenEndpoint.decide(this, Parameters.bytes(rawForm), authorization);
    } catch (Parameters.Unreadable unreadable) {
      return TokenError.of(400, "invalid_request", unreadable.reason);
    }
  }

  /** The same for a body of bytes. */
  public TokenDecision decideToken(byte[] rawForm, String authorization) {
    try {
      return TokenEndpoint.decide(this, rawForm == null ? new byte[0] : rawForm, authorization);
    } catch (Parameters.Unreadable unreadable) {
      return TokenError.of(400, "invalid_request", unreadable.reason);
    }
  }

  @Override
  public String toString() {
    return "Allowlist[" + clients.size() + " clients]";
  }
}
