extension CppTarget {
  /// The types that callers see.
  static let declarations: Code<CppLanguage> = #"""
    /// The two worlds every value of the policy belongs to.
    enum class Environment {
    #ifndef LINKPOLICY_SANDBOX_ONLY
      /// What users run.
      prod,
    #endif
    #ifndef LINKPOLICY_PROD_ONLY
      /// Where integrations are tried.
      sandbox,
    #endif
    };

    \#(issuedCode)

    /// A request that agrees with the policy. Ask the user, then answer at `redirect_uri` and nowhere
    /// else.
    struct Request {
      /// Who asks.
      std::string client_id;
      /// The registered redirect URI; for a loopback one of a native client with the port of the
      /// request.
      std::string redirect_uri;
      /// Sent back unchanged.
      std::optional<std::string> state;
      /// What is asked for; all of it is registered.
      std::vector<std::string> scopes;
      /// Part of `issued_code` too (RFC 7636).
      std::optional<std::string> code_challenge;
      /// What to keep with the code: `TokenRequest::accepts` asks for it.
      IssuedCode issued_code;
      /// Sent as `iss` where the server has one (RFC 9207).
      std::optional<std::string> issuer;

      /// Where to send the user with a code.
      std::string success_url(std::string_view code) const;

      /// Where to send the user with an error, such as `access_denied`.
      std::string error_url(std::string_view error,
                            std::optional<std::string_view> description = std::nullopt) const;
    };

    /// An error to tell the client of: send the user to `url`, which holds `error`.
    struct RedirectError {
      std::string url;
      std::string error;
    };

    /// An error to show on a page of your own. Redirecting would make the server an open redirector.
    struct LocalError {
      std::string error;
    };

    /// The answer to a request at the authorization endpoint. Authenticate the user first, then ask for
    /// consent (`Request`) or redirect; a `LocalError` needs no user.
    using AuthorizationDecision = std::variant<Request, RedirectError, LocalError>;

    /// Open nothing: where the answer would go is not registered.
    struct NotHandled {};

    /// Not an App Flip request: let the app handle it as any other.
    struct Ignore {};

    /// The answer to an App Flip request that arrived as a universal link: ask the user and open
    /// `success_url` or `error_url` as a universal link (`Request`), or open `url` (`RedirectError`).
    using AppFlipDecision = std::variant<Request, RedirectError, NotHandled, Ignore>;

    /// The app that sent the App Flip intent.
    struct Caller {
      /// Its package name.
      std::string package;
      /// SHA-256 of its current signing certificates in hex, with or without colons.
      std::vector<std::string> certificates;
    };

    /// The extras of the App Flip intent.
    struct AppFlipExtras {
      /// `CLIENT_ID`.
      std::optional<std::string> client_id;
      /// `REDIRECT_URI`.
      std::optional<std::string> redirect_uri;
      /// `SCOPE`: the elements of the array, or the string split at spaces.
      std::vector<std::string> scopes;
    };

    /// Finish with result code -2 and the extras `ERROR_TYPE`, `ERROR_CODE`, `ERROR_DESCRIPTION`.
    struct AppFlipError {
      int type;
      int code;
      std::string description;
    };

    /// Finish with `RESULT_CANCELED` and without data: the caller is not who it must be.
    struct Cancelled {};

    /// The answer to an App Flip intent: ask the user and finish with `RESULT_OK` and
    /// `AUTHORIZATION_CODE` (`Request`), or as the others say.
    using AppFlipResult = std::variant<Request, AppFlipError, Cancelled, Ignore>;

    /// True when the client may have its answer sent to the redirect URI.
    bool is_redirect_uri_allowed(std::string_view client_id, Environment environment,
                                 std::string_view redirect_uri);

    /// True when the client may have a user sent to the URI after the sign-out.
    bool is_post_logout_redirect_uri_allowed(std::string_view client_id, Environment environment,
                                             std::string_view uri);

    /// True when scripts of the origin may read what the client gets: answer with
    /// `Access-Control-Allow-Origin: ORIGIN` and `Vary: Origin`, else with neither. `origin` is the
    /// header `Origin` as it came.
    bool is_cors_origin_allowed(std::string_view client_id, Environment environment,
                                std::string_view origin);

    /// True when the client may use the grant type at the token endpoint.
    bool is_grant_type_allowed(std::string_view client_id, Environment environment,
                               std::string_view grant_type);

    /// Decides a request at the authorization endpoint. `raw_query` is the query as it arrived, without
    /// the `?`, not decoded.
    AuthorizationDecision decide_authorization(std::string_view raw_query, Environment environment);

    /// Decides an App Flip request. `url` is the universal link that opened the app, not decoded.
    AppFlipDecision decide_app_flip(std::string_view url, Environment environment);

    /// Decides an App Flip intent. `action` is the action of the intent; it may be left out where the
    /// app has only one App Flip action.
    AppFlipResult decide_app_flip(const Caller& caller, const AppFlipExtras& extras,
                                  Environment environment,
                                  std::optional<std::string_view> action = std::nullopt);

    /// Where to send the user with a code. `redirect_uri` is the one of an allowed request, never the
    /// text of the request itself.
    std::string success_url(std::string_view redirect_uri, std::string_view code,
                            std::optional<std::string_view> state,
                            std::optional<std::string_view> issuer = std::nullopt);

    /// Where to send the user with an error. `redirect_uri` is the one of an allowed request, never the
    /// text of the request itself; `description` is sent as `error_description`, for people.
    std::string error_url(std::string_view redirect_uri, std::string_view error,
                          std::optional<std::string_view> state,
                          std::optional<std::string_view> issuer = std::nullopt,
                          std::optional<std::string_view> description = std::nullopt);
    """#
}
