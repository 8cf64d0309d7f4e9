extension JavaResult {
  /// What the token endpoint answers.
  static let tokenDecision = JavaResult(
    name: "TokenDecision",
    comment: "/** The answer to a request at the token endpoint: one of the nested classes. */",
    answers: [
      (
        "Allow", "/** Go on with the request. */",
        [("TokenRequest", "request", "/** What is asked. */")]
      ),
      (
        "Error", "/** Answer with an error, as JSON (RFC 6749 section 5.2). */",
        [
          ("int", "status", "/** The status: 400 or 401. */"),
          ("String", "error", "/** The error, such as {@code invalid_grant}. */"),
          (
            "boolean", "asksForBasic",
            "/** True for {@code WWW-Authenticate: Basic realm=\"token\"}, a header to send with it. */"
          ),
        ]
      ),
    ])
}

extension JavaTarget {
  /// The types of the token endpoint.
  static let tokenDeclarations: Code<JavaLanguage> = #"""
    /** What to keep with an authorization code until it is given for tokens. */
    public static final class IssuedCode {
      private final String clientId;
      private final String redirectUri;
      private final String codeChallenge;
      private final String codeChallengeMethod;

      /**
       * What was kept.
       *
       * @param clientId who may give the code
       * @param redirectUri as the authorization request had it; null where it had none
       * @param codeChallenge what the verifier is compared with (RFC 7636); null where absent
       * @param codeChallengeMethod {@code S256} or {@code plain}; null without a challenge
       */
      public IssuedCode(
          String clientId, String redirectUri, String codeChallenge, String codeChallengeMethod) {
        this.clientId = clientId;
        this.redirectUri = redirectUri;
        this.codeChallenge = codeChallenge;
        this.codeChallengeMethod = codeChallengeMethod;
      }

      private IssuedCode(Client client, Parameters parameters) {
        this(
            client.id,
            parameters.redirectUri,
            parameters.codeChallenge,
            parameters.codeChallenge == null || parameters.codeChallengeMethod != null
                ? parameters.codeChallengeMethod
                : "plain");
      }

      /** Who may give the code. */
      public String clientId() {
        return clientId;
      }

      /** As the authorization request had it; null where it had none. */
      public String redirectUri() {
        return redirectUri;
      }

      /** What the verifier is compared with (RFC 7636); null where absent. */
      public String codeChallenge() {
        return codeChallenge;
      }

      /** {@code S256} or {@code plain}; null without a challenge. */
      public String codeChallengeMethod() {
        return codeChallengeMethod;
      }

      /**
       * Compares the verifier with the challenge (RFC 7636 section 4.6). A verifier without a
       * challenge is a downgrade (RFC 9700 section 2.1.1).
       */
      private boolean matches(String verifier) {
        if (codeChallenge == null || verifier == null) {
          return codeChallenge == null && verifier == null;
        }
        String challenge = "plain".equals(codeChallengeMethod) ? verifier : sha256(verifier);
        return isVerifier(verifier)
            && MessageDigest.isEqual(
                challenge.getBytes(StandardCharsets.UTF_8),
                codeChallenge.getBytes(StandardCharsets.UTF_8));
      }
    }

    /**
     * A token request that agrees with the policy; what it does not have is null.
     *
     * <p>Compare {@link #clientSecret()} in constant time, then look up the code (see {@link
     * #accepts}) or the refresh token, or verify the assertion.
     */
    public static final class TokenRequest {
      private final String clientId;
      private final String clientSecret;
      private final Parameters form;

      private TokenRequest(String clientId, String clientSecret, Parameters form) {
        this.clientId = clientId;
        this.clientSecret = clientSecret;
        this.form = form;
      }

      /** A parameter of the grant: whatever else stands in the form is not looked at. */
      private String value(String name, String grantType) {
        return grantType().equals(grantType) ? form.value(name) : null;
      }

      /** Who asks. */
      public String clientId() {
        return clientId;
      }

      /** Null for a public client, and only there. */
      public String clientSecret() {
        return clientSecret;
      }

      /**
       * {@code authorization_code}, {@code refresh_token} or that of an assertion (RFC 7523).
       */
      public String grantType() {
        return form.value("grant_type");
      }

      /** The code. */
      public String code() {
        return value("code", "authorization_code");
      }

      /** The redirect URI. */
      public String redirectUri() {
        return value("redirect_uri", "authorization_code");
      }

      /** The code verifier, which {@link #accepts} compares with the challenge. */
      public String codeVerifier() {
        return value("code_verifier", "authorization_code");
      }

      /** The refresh token. */
      public String refreshToken() {
        return value("refresh_token", "refresh_token");
      }

      /** What streamlined linking asks for. */
      public String intent() {
        return value("intent", ASSERTION_GRANT);
      }

      /** The assertion of a bearer grant, such as the ID token of streamlined linking. */
      public String assertion() {
        return isBearer(grantType()) ? form.value("assertion") : null;
      }

      /** The scope of {@code client_credentials}, where it was checked. */
      public String scope() {
        return value("scope", "client_credentials");
      }

      /**
       * True if the request may exchange a code, given what was kept with it: the client and the
       * redirect URI are the same (RFC 6749 section 4.1.3), and the verifier matches the challenge
       * (RFC 7636 section 4.6). Without a challenge, there must be no verifier, and {@link
       * LinkPolicyAllowlist#decideToken} has refused a client that requires PKCE. If the result is
       * false, or if the code is unknown, used or expired, answer 400 with {@code invalid_grant}.
       *
       * @param issued what was kept; null where the code is unknown
       */
      public boolean accepts(IssuedCode issued) {
        return issued != null
            && code() != null
            && clientId.equals(issued.clientId)
            && (issued.redirectUri == null || issued.redirectUri.equals(redirectUri()))
            && issued.matches(codeVerifier());
      }
    }

    \#(JavaResult.tokenDecision.code)
    """#

  /// The decision of the token endpoint.
  static let tokenFunctions: Code<JavaLanguage> = #"""
    /**
     * Decides a request at the token endpoint.
     *
     * @param rawForm the body as it arrived, not decoded; null where there is none
     * @param authorization the header of that name; null where there is none
     */
    public static TokenDecision decideToken(
        String rawForm, String authorization, Environment environment) {
      Parameters form =
          Parameters.read(rawForm == null ? "" : rawForm, true, Parameters.KNOWN_TO_TOKEN);
      String grantType = form == null ? null : form.value("grant_type");
      if (grantType == null) {
        return refused(400, "invalid_request");
      }
      if (!table(environment).offers(grantType)) {
        return refused(400, "unsupported_grant_type");
      }
      String id = form.clientId;
      String secret = form.value("client_secret");
      boolean hasHeader = authorization != null;
      if (hasHeader) {
        if (secret != null) {
          return refused(400, "invalid_request");
        }
        String[] credentials = basicCredentials(authorization);
        if (credentials == null) {
          return refused(401, "invalid_client");
        }
        if (id != null && !id.equals(credentials[0])) {
          return refused(400, "invalid_request");
        }
        id = credentials[0];
        secret = credentials[1];
      }
      Client client = table(environment).client(id);
      if (client == null) {
        return refused(400, "invalid_grant");
      }
      if (!client.authenticates(hasHeader, secret != null)) {
        return refused(hasHeader || client.authenticatesByHeader ? 401 : 400, "invalid_client");
      }
      String verifier = form.value("code_verifier");
      String intent = form.value("intent");
      String error = null;
      boolean isAssertion = grantType.equals(ASSERTION_GRANT);
      if (!client.grantTypes.contains(grantType)) {
        error =
            isAssertion && client.assertionIntents.isEmpty()
                ? "unsupported_grant_type"
                : "unauthorized_client";
      } else if (grantType.equals("authorization_code")) {
        if (form.value("code") == null) {
          error = "invalid_request";
        } else if (client.target(form.redirectUri) == null
            || (verifier == null ? client.requiresPkce : !isVerifier(verifier))) {
          error = "invalid_grant";
        }
      } else if (grantType.equals("refresh_token")) {
        error = form.value("refresh_token") == null ? "invalid_request" : null;
      } else if (grantType.equals("client_credentials")) {
        // A public client has no credentials.
        if (client.isPublic) {
          error = "unauthorized_client";
        } else if (client.requested(form.scope) == null) {
          error = "invalid_scope";
        }
      } else if (isBearer(grantType) && form.value("assertion") == null) {
        error = "invalid_request";
      } else if (isAssertion
          && !client.assertionIntents.isEmpty()
          && (intent == null || !client.assertionIntents.contains(intent))) {
        error = "invalid_request";
      }
      return error == null
          ? new TokenDecision.Allow(new TokenRequest(client.id, secret, form))
          : refused(400, error);
    }

    private static TokenDecision refused(int status, String error) {
      return new TokenDecision.Error(status, error, status == 401);
    }
    """#

  /// What the decision of the token endpoint is made of.
  static let tokenDetails: Code<JavaLanguage> = #"""
    private static final String ASSERTION_GRANT =
        \#(Code.assertionGrant);
    private static final String SAML_GRANT =
        \#(Code.samlGrant);

    /** RFC 7521 section 4.1. */
    private static boolean isBearer(String grantType) {
      return grantType.equals(ASSERTION_GRANT) || grantType.equals(SAML_GRANT);
    }

    /** RFC 7636 section 4.1. */
    private static boolean isVerifier(String text) {
      return text.length() >= 43
          && text.length() <= 128
          && text.chars().allMatch(LinkPolicyAllowlist::isUnreserved);
    }

    /** The SHA-256 of a text in base64url without padding. */
    private static String sha256(String text) {
      try {
        byte[] hash =
            MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
        return Base64.getUrlEncoder().withoutPadding().encodeToString(hash);
      } catch (NoSuchAlgorithmException impossible) {
        throw new IllegalStateException("every Java platform has SHA-256", impossible);
      }
    }

    /**
     * ID and secret of a Basic header (RFC 6749 section 2.3.1), or null. Both are form-encoded; an
     * empty secret is null. Of one value only the padded Base64 is read.
     */
    private static String[] basicCredentials(String header) {
      int start = 0;
      int end = header.length();
      while (start < end && isBlank(header.charAt(start))) {
        start++;
      }
      while (start < end && isBlank(header.charAt(end - 1))) {
        end--;
      }
      int mark = header.indexOf(' ', start);
      // In the root locale no letter beyond ASCII becomes one of these.
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
        byte[] pair = Base64.getDecoder().decode(token);
        if (!Base64.getEncoder().encodeToString(pair).equals(token)) {
          return null;
        }
        // Bytes that are no ASCII stand for themselves: they are escaped and decoded with the rest.
        StringBuilder text = new StringBuilder();
        for (byte octet : pair) {
          if (octet >= 0) {
            text.append((char) octet);
          } else {
            text.append('%').append(Integer.toHexString(octet & 0xFF));
          }
        }
        int colon = text.indexOf(":");
        if (colon < 1) {
          return null;
        }
        String id = Parameters.decoded(text.substring(0, colon), true);
        String secret = Parameters.decoded(text.substring(colon + 1), true);
        return new String[] {id, secret.isEmpty() ? null : secret};
      } catch (IllegalArgumentException | CharacterCodingException malformed) {
        return null;
      }
    }

    private static boolean isBlank(char c) {
      return c == ' ' || c == '\t';
    }
    """#
}
