extension JavaTarget {
  /// The types that callers see.
  static let declarations: Code<JavaLanguage> = #"""
    /** The two worlds every value of the policy belongs to. */
    public enum Environment {
      /** What users run. */
      PROD,
      /** Where integrations are tried. */
      SANDBOX
    }

    /**
     * A request that agrees with the policy. Ask the user, then answer at {@link #redirectUri()} and
     * nowhere else.
     */
    public static final class Request {
      private final String clientId;
      private final String redirectUri;
      private final String state;
      private final List<String> scopes;
      private final String codeChallenge;
      private final IssuedCode issuedCode;
      private final String issuer;

      private Request(
          Client client,
          String redirectUri,
          String state,
          List<String> scopes,
          IssuedCode issuedCode,
          String issuer) {
        this.clientId = client.id;
        this.redirectUri = redirectUri;
        this.state = state;
        this.scopes = Collections.unmodifiableList(scopes);
        this.codeChallenge = issuedCode.codeChallenge;
        this.issuedCode = issuedCode;
        this.issuer = issuer;
      }

      /** Who asks. */
      public String clientId() {
        return clientId;
      }

      /**
       * The registered redirect URI; for a loopback one of a native client with the port of the
       * request.
       */
      public String redirectUri() {
        return redirectUri;
      }

      /** Sent back unchanged; null where the request has none. */
      public String state() {
        return state;
      }

      /** What is asked for; all of it is registered. */
      public List<String> scopes() {
        return scopes;
      }

      /** Part of {@link #issuedCode} too (RFC 7636); null where absent. */
      public String codeChallenge() {
        return codeChallenge;
      }

      /** What to keep with the code: {@link TokenRequest#accepts} asks for it. */
      public IssuedCode issuedCode() {
        return issuedCode;
      }

      /** Sent as {@code iss} (RFC 9207); null where the server has none. */
      public String issuer() {
        return issuer;
      }

      /** Where to send the user with a code. */
      public String successUrl(String code) {
        return LinkPolicyAllowlist.successUrl(redirectUri, code, state, issuer);
      }

      /** Where to send the user with an error, such as {@code access_denied}. */
      public String errorUrl(String error) {
        return LinkPolicyAllowlist.errorUrl(redirectUri, error, state, issuer);
      }

      /** The same with {@code error_description}, a text for people; null for none. */
      public String errorUrl(String error, String description) {
        return LinkPolicyAllowlist.errorUrl(redirectUri, error, state, issuer, description);
      }
    }

    \#(JavaResult.authorizationDecision.code)

    \#(JavaResult.appFlipDecision.code)

    /** The app that sent the App Flip intent. */
    public static final class Caller {
      private final String packageName;
      private final List<String> certificates;

      /**
       * A calling app.
       *
       * @param packageName its package name
       * @param certificates SHA-256 of its current signing certificates in hex, with or without
       *     colons
       */
      public Caller(String packageName, List<String> certificates) {
        this.packageName = packageName;
        this.certificates = new ArrayList<>(certificates);
      }
    }

    /** The extras of the App Flip intent. */
    public static final class AppFlipExtras {
      private final String clientId;
      private final String redirectUri;
      private final List<String> scopes;

      /**
       * Extras.
       *
       * @param clientId {@code CLIENT_ID}, null where it is absent
       * @param redirectUri {@code REDIRECT_URI}, null where it is absent
       * @param scopes {@code SCOPE}: the elements of the array, or the string split at spaces
       */
      public AppFlipExtras(String clientId, String redirectUri, List<String> scopes) {
        this.clientId = clientId;
        this.redirectUri = redirectUri;
        this.scopes = new ArrayList<>(scopes);
      }
    }

    \#(JavaResult.appFlipResult.code)
    """#
}
