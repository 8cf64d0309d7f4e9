package linkpolicy.generated;

import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Locale;
import java.util.Set;

/** The checks of token requests. */
final class TokenEndpoint {
  private static final Set<String> OFFERED =
      Set.of(Grants.AUTHORIZATION_CODE, Grants.REFRESH_TOKEN, Grants.JWT_BEARER);

  private TokenEndpoint() {}

  static TokenDecision decide(Allowlist allowlist, byte[] rawForm, String authorization)
      throws Parameters.Unreadable {
    Parameters form = Parameters.token(rawForm);
    String grantType = form.value("grant_type");
    if (grantType == null) {
      return TokenError.of(400, "invalid_request", "grant-type-missing");
    }
    if (!OFFERED.contains(grantType) && !allowlist.offers(grantType)) {
      return TokenError.of(400, "unsupported_grant_type", "grant-type-unsupported");
    }
    String id = form.value("client_id");
    String secret = form.value("client_secret");
    boolean hasHeader = authorization != null;
    if (hasHeader) {
      if (secret != null) {
        return TokenError.of(400, "invalid_request", "client-authentication-twice");
      }
      Credentials credentials = Credentials.basic(authorization);
      if (credentials == null) {
        return TokenError.of(401, "invalid_client", "client-authentication-malformed");
      }
      if (id != null && !id.equals(credentials.id)) {
        return TokenError.of(400, "invalid_request", "client-id-mismatch");
      }
      id = credentials.id;
      secret = credentials.secret;
    }
    Client client = allowlist.find(id);
    if (client == null) {
      return TokenError.of(
          hasHeader ? 401 : 400,
          "invalid_client",
          id == null ? "client-id-missing" : "client-unknown");
    }
    String problem = authenticationProblem(client, hasHeader, secret != null);
    if (problem != null) {
      boolean asksForHeader = hasHeader || client.tokenEndpointAuth().equals("client_secret_basic");
      return TokenError.of(asksForHeader ? 401 : 400, "invalid_client", problem);
    }
    TokenError error = grantError(client, grantType, form);
    return error == null
        ? new TokenDecision.Allow(new TokenRequest(client, secret, form), "allowed")
        : error;
  }

  /** The reason to reject a client's authentication method (RFC 6749 section 2.3). */
  private static String authenticationProblem(
      Client client, boolean hasHeader, boolean hasSecret) {
    if (client.isPublic) {
      return hasHeader || hasSecret ? "client-authentication-method" : null;
    }
    if (client.authenticatesByHeader) {
      if (!hasHeader && hasSecret) {
        return "client-authentication-method";
      }
    } else if (hasHeader) {
      return "client-authentication-method";
    }
    return hasSecret ? null : "client-authentication-missing";
  }

  private static TokenError grantError(Client client, String grantType, Parameters form) {
    boolean isStreamlined =
        grantType.equals(Grants.JWT_BEARER) && !client.assertionIntents.isEmpty();
    if (!client.grantTypes.contains(grantType)) {
      return grantType.equals(Grants.JWT_BEARER) && !isStreamlined
          ? TokenError.of(400, "unsupported_grant_type", "grant-type-unsupported")
          : TokenError.of(400, "unauthorized_client", "grant-type-not-allowed");
    }
    switch (grantType) {
      case Grants.AUTHORIZATION_CODE:
        return form.value("code") == null ? missing() : codeError(client, form);
      case Grants.REFRESH_TOKEN:
        return form.value("refresh_token") == null ? missing() : scopeError(client, form);
      case Grants.CLIENT_CREDENTIALS:
        // A public client has no credentials.
        if (client.isPublic) {
          return TokenError.of(400, "unauthorized_client", "grant-type-not-allowed");
        }
        return scopeError(client, form);
      case Grants.DEVICE_CODE:
        return form.value("device_code") == null ? missing() : null;
      case Grants.TOKEN_EXCHANGE:
        return form.value("subject_token") == null || form.value("subject_token_type") == null
            ? missing()
            : null;
      default:
        break;
    }
    if (isStreamlined) {
      String intent = form.value("intent");
      if (intent == null) {
        return missing();
      }
      if (!client.assertionIntents.contains(intent)) {
        return TokenError.of(400, "invalid_request", "intent-unsupported");
      }
    }
    return Grants.isBearer(grantType) && form.value("assertion") == null ? missing() : null;
  }

  private static TokenError scopeError(Client client, Parameters form) {
    return client.requested(form.value("scope")) == null
        ? TokenError.of(400, "invalid_scope", "scope-not-allowed")
        : null;
  }

  private static TokenError codeError(Client client, Parameters form) {
    String redirectUri = form.value("redirect_uri");
    String verifier = form.value("code_verifier");
    String problem = null;
    if (client.target(redirectUri) == null) {
      problem = redirectUri == null ? "redirect-uri-missing" : "redirect-uri-not-registered";
    } else if (verifier == null) {
      problem = client.requiresPkce ? "code-verifier-missing" : null;
    } else if (!TokenRequest.isVerifier(verifier)) {
      problem = "code-verifier-mismatch";
    }
    return problem == null ? null : TokenError.of(400, "invalid_grant", problem);
  }

  private static TokenError missing() {
    return TokenError.of(400, "invalid_request", "parameter-missing");
  }

  /** The credentials of a client; the secret is null if it is empty. */
  private static final class Credentials {
    final String id;
    final String secret;

    Credentials(String id, String secret) {
      this.id = id;
      this.secret = secret.isEmpty() ? null : secret;
    }

    /**
     * ID and secret of a Basic header, both form-encoded (RFC 6749 section 2.3.1); null for any
     * other header. Only canonical Base64 is accepted.
     */
    static Credentials basic(String header) {
      int start = 0;
      int end = header.length();
      while (start < end && isBlank(header.charAt(start))) {
        start++;
      }
      while (start < end && isBlank(header.charAt(end - 1))) {
        end--;
      }
      int mark = header.indexOf(' ', start);
      // In the root locale, only ASCII letters become these.
      if (mark < 0
          || mark > end
          || mark - start != 5
          || !header.substring(start, mark).toLowerCase(Locale.ROOT).equals("basic")) {
        return null;
      }
      while (mark < end && header.charAt(mark) == ' ') {
        mark++;
      }
      String token = header.substring(mark, end);
      try {
        byte[] pair = Base64.getDecoder().decode(token.getBytes(StandardCharsets.UTF_8));
        if (!Base64.getEncoder().encodeToString(pair).equals(token)) {
          return null;
        }
        int colon = 0;
        while (colon < pair.length && pair[colon] != ':') {
          colon++;
        }
        if (colon == 0 || colon == pair.length) {
          return null;
        }
        String id = Encoding.decoded(pair, 0, colon, true);
        return new Credentials(id, Encoding.decoded(pair, colon + 1, pair.length, true));
      } catch (IllegalArgumentException | CharacterCodingException malformed) {
        return null;
      }
    }

    private static boolean isBlank(char c) {
      return c == ' ' || c == '\t';
    }
  }
}
