extension JavaTarget {
  /// The decisions.
  static let functions: Code<JavaLanguage> = #"""
    /** True when the client may have its answer sent to the redirect URI. */
    public static boolean isRedirectUriAllowed(
        String clientId, Environment environment, String redirectUri) {
      Client client = table(environment).client(clientId);
      return client != null && redirectUri != null && client.target(redirectUri) != null;
    }

    /** True when the client may have a user sent to the URI after the sign-out. */
    public static boolean isPostLogoutRedirectUriAllowed(
        String clientId, Environment environment, String uri) {
      Client client = table(environment).client(clientId);
      return client != null && client.postLogoutRedirectUris.contains(uri);
    }

    /**
     * True when scripts of the origin may read what the client gets: answer with {@code
     * Access-Control-Allow-Origin: ORIGIN} and {@code Vary: Origin}, else with neither.
     *
     * @param origin the header {@code Origin} as it came; null where there is none
     */
    public static boolean isCorsOriginAllowed(
        String clientId, Environment environment, String origin) {
      Client client = table(environment).client(clientId);
      return client != null && client.corsOrigins.contains(origin);
    }

    /** True when the client may use the grant type at the token endpoint. */
    public static boolean isGrantTypeAllowed(
        String clientId, Environment environment, String grantType) {
      Client client = table(environment).client(clientId);
      return client != null && grantType != null && client.grantTypes.contains(grantType);
    }

    /**
     * Decides a request at the authorization endpoint.
     *
     * @param rawQuery the query as it arrived, without the {@code ?}, not decoded; null where there
     *     is none, as {@code HttpServletRequest.getQueryString()} has it
     */
    public static AuthorizationDecision decideAuthorization(
        String rawQuery, Environment environment) {
      Parameters parameters = Parameters.read(rawQuery == null ? "" : rawQuery, true);
      if (parameters == null || parameters.clientId == null) {
        return new AuthorizationDecision.LocalError("invalid_request");
      }
      Client client = table(environment).client(parameters.clientId);
      if (client == null) {
        return new AuthorizationDecision.LocalError("invalid_client");
      }
      String redirectUri = client.target(parameters.redirectUri);
      if (redirectUri == null) {
        return new AuthorizationDecision.LocalError("invalid_request");
      }
      List<String> scopes = client.requested(parameters.scope);
      String error = null;
      if (parameters.responseType == null) {
        error = "invalid_request";
      } else if (!client.responseTypes.contains(parameters.responseType)) {
        error = "unsupported_response_type";
      } else if (parameters.state == null && client.requiresState) {
        error = "invalid_request";
      } else if (scopes == null) {
        error = "invalid_scope";
      } else if (!client.accepts(parameters.codeChallenge, parameters.codeChallengeMethod)) {
        error = "invalid_request";
      }
      if (error != null) {
        return new AuthorizationDecision.RedirectError(
            errorUrl(redirectUri, error, parameters.state, client.issuer), error);
      }
      return new AuthorizationDecision.Allow(
          new Request(
              client,
              redirectUri,
              parameters.state,
              scopes,
              new IssuedCode(client, parameters),
              client.issuer));
    }

    /**
     * Decides an App Flip request that arrived as a universal link.
     *
     * @param url the link that opened the app, not decoded; null where there is none
     */
    public static AppFlipDecision decideAppFlip(String url, Environment environment) {
      if (url == null) {
        return new AppFlipDecision.Ignore();
      }
      int mark = url.indexOf('?');
      String link = mark < 0 ? url : url.substring(0, mark);
      List<Client> candidates =
          table(environment).clients(client -> link.equals(client.universalLink));
      if (candidates.isEmpty()) {
        return new AppFlipDecision.Ignore();
      }
      Parameters parameters = Parameters.read(mark < 0 ? "" : url.substring(mark + 1), false);
      if (parameters == null || parameters.redirectUri == null) {
        return new AppFlipDecision.NotHandled();
      }
      Client client = Client.named(parameters.clientId, candidates);
      List<Client> owners = client == null ? candidates : List.of(client);
      Client owner = Client.owner(parameters.redirectUri, owners);
      if (owner == null) {
        return new AppFlipDecision.NotHandled();
      }
      String redirectUri = owner.target(parameters.redirectUri);
      List<String> scopes = client == null ? null : client.requested(parameters.scope);
      if (scopes == null
          || (parameters.state == null && client.requiresState)
          || !client.accepts(parameters.codeChallenge, parameters.codeChallengeMethod)) {
        String error = "invalid_request";
        return new AppFlipDecision.ReturnError(
            errorUrl(redirectUri, error, parameters.state, owner.issuer), error);
      }
      return new AppFlipDecision.Allow(
          new Request(
              client,
              redirectUri,
              parameters.state,
              scopes,
              new IssuedCode(client, parameters),
              client.issuer));
    }

    /**
     * Decides an App Flip intent of an app that has only one App Flip action.
     *
     * @param caller who sent the intent, null where nobody knows
     */
    public static AppFlipResult decideAppFlip(
        Caller caller, AppFlipExtras extras, Environment environment) {
      return decideAppFlip(caller, extras, environment, null);
    }

    /**
     * Decides an App Flip intent.
     *
     * @param caller who sent the intent, null where nobody knows
     * @param extras those of the intent, null where it has none
     * @param action the action of the intent; null where the app has only one App Flip action
     */
    public static AppFlipResult decideAppFlip(
        Caller caller, AppFlipExtras extras, Environment environment, String action) {
      if (extras == null) {
        AppFlipExtras none = new AppFlipExtras(null, null, List.of());
        return decideAppFlip(caller, none, environment, action);
      }
      List<Client> candidates =
          table(environment).clients(
              client -> client.intentAction != null
                  && (action == null || action.equals(client.intentAction)));
      if (candidates.isEmpty()) {
        return new AppFlipResult.Ignore();
      }
      Client client = Client.named(extras.clientId, candidates);
      List<Client> owners = client == null ? candidates : List.of(client);
      if (caller == null || owners.stream().noneMatch(owner -> owner.accepts(caller))) {
        return new AppFlipResult.Cancelled();
      }
      if (extras.redirectUri == null || Client.owner(extras.redirectUri, owners) == null) {
        return new AppFlipResult.Error(3, 1, "Invalid redirect URI");
      }
      if (client == null) {
        return new AppFlipResult.Error(3, 1, "Invalid client");
      }
      if (!client.scopes.containsAll(extras.scopes)) {
        return new AppFlipResult.Error(3, 1, "Invalid scope");
      }
      // An intent has no code challenge.
      if (client.requiresPkce) {
        return new AppFlipResult.Error(3, 1, "Invalid request");
      }
      // The result is bound to the call of the activity: there is no state to send back.
      return new AppFlipResult.Allow(
          new Request(
              client,
              client.target(extras.redirectUri),
              null,
              extras.scopes,
              new IssuedCode(client.id, extras.redirectUri, null, null),
              null));
    }

    /**
     * Where to send the user with a code.
     *
     * @param redirectUri the one of an allowed request, never the text of the request itself
     * @param state the one of the request, null where it has none
     */
    public static String successUrl(String redirectUri, String code, String state) {
      return successUrl(redirectUri, code, state, null);
    }

    /**
     * Where to send the user with a code.
     *
     * @param redirectUri the one of an allowed request, never the text of the request itself
     * @param state the one of the request, null where it has none
     * @param issuer the {@code iss} of the server (RFC 9207), null where it has none
     */
    public static String successUrl(String redirectUri, String code, String state, String issuer) {
      return url(redirectUri, "code", code, null, state, issuer);
    }

    /**
     * Where to send the user with an error.
     *
     * @param redirectUri the one of an allowed request, never the text of the request itself
     * @param state the one of the request, null where it has none
     */
    public static String errorUrl(String redirectUri, String error, String state) {
      return errorUrl(redirectUri, error, state, null);
    }

    /**
     * Where to send the user with an error.
     *
     * @param redirectUri the one of an allowed request, never the text of the request itself
     * @param state the one of the request, null where it has none
     * @param issuer the {@code iss} of the server (RFC 9207), null where it has none
     */
    public static String errorUrl(String redirectUri, String error, String state, String issuer) {
      return errorUrl(redirectUri, error, state, issuer, null);
    }

    /**
     * Where to send the user with an error.
     *
     * @param redirectUri the one of an allowed request, never the text of the request itself
     * @param state the one of the request, null where it has none
     * @param issuer the {@code iss} of the server (RFC 9207), null where it has none
     * @param description sent as {@code error_description}, for people; null for none
     */
    public static String errorUrl(
        String redirectUri, String error, String state, String issuer, String description) {
      return url(redirectUri, "error", error, description, state, issuer);
    }
    """#
}
