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
      private final String issuer;

      private Request(
          Client client,
          String redirectUri,
          String state,
          List<String> scopes,
          String codeChallenge,
          String issuer) {
        this.clientId = client.id;
        this.redirectUri = redirectUri;
        this.state = state;
        this.scopes = Collections.unmodifiableList(scopes);
        this.codeChallenge = codeChallenge;
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

      /** Keep it with the code and compare it with the verifier (RFC 7636); null where absent. */
      public String codeChallenge() {
        return codeChallenge;
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
    }

    /** The answer to a request at the authorization endpoint: one of the nested classes. */
    public abstract static class AuthorizationDecision {
      private AuthorizationDecision() {}

      /** Authenticate the user and ask for consent, then answer at the request's redirect URI. */
      public static final class Allow extends AuthorizationDecision {
        private final Request request;

        private Allow(Request request) {
          this.request = request;
        }

        /** What is asked. */
        public Request request() {
          return request;
        }
      }

      /** Authenticate the user, then send the browser to a URL that tells the client of an error. */
      public static final class RedirectError extends AuthorizationDecision {
        private final String url;
        private final String error;

        private RedirectError(String url, String error) {
          this.url = url;
          this.error = error;
        }

        /** Where to send the browser. */
        public String url() {
          return url;
        }

        /** The error in the URL, such as {@code invalid_scope}. */
        public String error() {
          return error;
        }
      }

      /**
       * Show an error on a page of your own. Redirecting would make the server an open redirector.
       */
      public static final class LocalError extends AuthorizationDecision {
        private final String error;

        private LocalError(String error) {
          this.error = error;
        }

        /** {@code invalid_request} or {@code invalid_client}. */
        public String error() {
          return error;
        }
      }
    }

    /** The answer to an App Flip request that arrived as a link: one of the nested classes. */
    public abstract static class AppFlipDecision {
      private AppFlipDecision() {}

      /** Ask the user, then open the request's success or error URL as a link. */
      public static final class Allow extends AppFlipDecision {
        private final Request request;

        private Allow(Request request) {
          this.request = request;
        }

        /** What is asked. */
        public Request request() {
          return request;
        }
      }

      /** Open a URL as a link; the calling app goes on without the app. */
      public static final class ReturnError extends AppFlipDecision {
        private final String url;
        private final String error;

        private ReturnError(String url, String error) {
          this.url = url;
          this.error = error;
        }

        /** What to open. */
        public String url() {
          return url;
        }

        /** The error in the URL. */
        public String error() {
          return error;
        }
      }

      /** Open nothing: where the answer would go is not registered. */
      public static final class NotHandled extends AppFlipDecision {
        private NotHandled() {}
      }

      /** Not the App Flip link: let the app handle it as any other. */
      public static final class Ignore extends AppFlipDecision {
        private Ignore() {}
      }
    }

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

    /** The answer to an App Flip intent: one of the nested classes. */
    public abstract static class AppFlipResult {
      private AppFlipResult() {}

      /** Ask the user, then finish with {@code RESULT_OK} and {@code AUTHORIZATION_CODE}. */
      public static final class Allow extends AppFlipResult {
        private final Request request;

        private Allow(Request request) {
          this.request = request;
        }

        /** What is asked. */
        public Request request() {
          return request;
        }
      }

      /**
       * Finish with result code -2 and the extras {@code ERROR_TYPE}, {@code ERROR_CODE} and {@code
       * ERROR_DESCRIPTION}.
       */
      public static final class Error extends AppFlipResult {
        private final int type;
        private final int code;
        private final String description;

        private Error(int type, int code, String description) {
          this.type = type;
          this.code = code;
          this.description = description;
        }

        /** {@code ERROR_TYPE}: 1 recoverable, 2 unrecoverable, 3 invalid request. */
        public int type() {
          return type;
        }

        /** {@code ERROR_CODE}. */
        public int code() {
          return code;
        }

        /** {@code ERROR_DESCRIPTION}. */
        public String description() {
          return description;
        }
      }

      /**
       * Finish with {@code RESULT_CANCELED} and without data: the caller is not who it must be.
       */
      public static final class Cancelled extends AppFlipResult {
        private Cancelled() {}
      }

      /** No client has this action. */
      public static final class Ignore extends AppFlipResult {
        private Ignore() {}
      }
    }
    """#
}
