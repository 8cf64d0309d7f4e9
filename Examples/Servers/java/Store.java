import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import linkpolicy.generated.IssuedCode;
import linkpolicy.generated.Request;
import linkpolicy.generated.TokenError;
import linkpolicy.generated.TokenRequest;

/** Codes and tokens in memory. A real server keeps their hashes in a database. */
final class Store {
  private static final Duration CODE_LIFETIME = Duration.ofMinutes(1);
  private static final Duration TOKEN_LIFETIME = Duration.ofHours(1);

  private static final class Consent {
    final IssuedCode issued;
    final List<String> scopes;
    final Instant expires = Instant.now().plus(CODE_LIFETIME);
    boolean isUsed;
    boolean isRevoked;

    Consent(Request request) {
      issued = request.issuedCode();
      scopes = request.scopes();
    }

    boolean isUsable() {
      return !isUsed && Instant.now().isBefore(expires);
    }
  }

  private record AccessToken(Consent consent, Instant expires) {}

  /** The response of the token endpoint. */
  record Response(int status, Map<String, String> headers, String body) {
    static Response of(int status, String body) {
      return new Response(
          status, Map.of("Content-Type", "application/json", "Cache-Control", "no-store"), body);
    }
  }

  private final SecureRandom random = new SecureRandom();
  private final Map<String, Consent> codes = new HashMap<>();
  private final Map<String, AccessToken> accessTokens = new HashMap<>();
  private final Map<String, Consent> refreshTokens = new HashMap<>();

  /** Stores the user's consent to a request and returns its code. */
  synchronized String add(Request request) {
    String code = randomText();
    codes.put(code, new Consent(request));
    return code;
  }

  /** Verifies the request, consumes its code or refresh token, and issues tokens. */
  synchronized Response respond(TokenRequest request, String secret) {
    Consent consent = request.code().map(codes::get).orElse(null);
    IssuedCode issued = consent != null && consent.isUsable() ? consent.issued : null;
    Optional<TokenError> error = request.verify(secret, issued);
    if (error.isPresent()) {
      // A code that comes twice may be stolen (RFC 6749 section 4.1.2).
      if (consent != null && consent.isUsed) {
        consent.isRevoked = true;
      }
      return new Response(error.get().status(), error.get().headers(), error.get().body());
    }
    if (request.refreshToken().isPresent()) {
      consent = refreshTokens.get(request.refreshToken().get());
      if (consent == null
          || consent.isRevoked
          || !consent.issued.clientId().equals(request.clientId())) {
        TokenError refused = request.invalidGrant();
        return new Response(refused.status(), refused.headers(), refused.body());
      }
      refreshTokens.remove(request.refreshToken().get());
    }
    consent.isUsed = true;
    String access = randomText();
    String refresh = randomText();
    accessTokens.put(access, new AccessToken(consent, Instant.now().plus(TOKEN_LIFETIME)));
    refreshTokens.put(refresh, consent);
    String body =
        """
        {"access_token":"%s","token_type":"Bearer","expires_in":%d,"refresh_token":"%s","scope":"%s"}"""
            .formatted(
                access, TOKEN_LIFETIME.toSeconds(), refresh, String.join(" ", consent.scopes));
    return Response.of(200, body);
  }

  /** Whether an Authorization header has a token for the scope. */
  synchronized boolean isAuthorized(String authorization, String scope) {
    if (authorization == null || !authorization.startsWith("Bearer ")) {
      return false;
    }
    AccessToken token = accessTokens.get(authorization.substring("Bearer ".length()));
    return token != null
        && !token.consent.isRevoked
        && Instant.now().isBefore(token.expires)
        && token.consent.scopes.contains(scope);
  }

  private String randomText() {
    byte[] bytes = new byte[32];
    random.nextBytes(bytes);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }
}
