extension TypeScriptTarget {
  /// The decisions.
  static let functions: Code<TypeScriptLanguage> = #"""
    /** True when the client may have its answer sent to the redirect URI. */
    export function isRedirectUriAllowed(
      clientId: string,
      environment: Environment,
      redirectUri: string,
    ): boolean {
      const clients = tableOf(environment);
      if (typeof clientId !== "string" || typeof redirectUri !== "string") return false;
      const client = clients.client(clientId);
      return client !== undefined && targetOf(client, redirectUri) !== undefined;
    }

    /** True when the client may have a user sent to the URI after the sign-out. */
    export function isPostLogoutRedirectUriAllowed(
      clientId: string,
      environment: Environment,
      uri: string,
    ): boolean {
      const client = tableOf(environment).client(clientId);
      return client !== undefined && has(\#(TypeScriptTables.valueOrDefault(.postLogoutRedirectURIs)), uri);
    }

    /**
     * True when scripts of the origin may read what the client gets: answer with
     * `Access-Control-Allow-Origin: ORIGIN` and `Vary: Origin`, else with neither.
     *
     * @param origin the header `Origin` as it came
     */
    export function isCorsOriginAllowed(
      clientId: string,
      environment: Environment,
      origin: string,
    ): boolean {
      const client = tableOf(environment).client(clientId);
      return client !== undefined && has(\#(TypeScriptTables.valueOrDefault(.corsOrigins)), origin);
    }

    /** True when the client may use the grant type at the token endpoint. */
    export function isGrantTypeAllowed(
      clientId: string,
      environment: Environment,
      grantType: string,
    ): boolean {
      const client = tableOf(environment).client(clientId);
      if (client === undefined) return false;
      return has(\#(TypeScriptTables.valueOrDefault(.grantTypes)), grantType);
    }

    /**
     * Decides a request at the authorization endpoint.
     *
     * @param rawQuery the query as it arrived, without the `?`, not decoded
     */
    export function decideAuthorization(
      rawQuery: string,
      environment: Environment,
    ): AuthorizationDecision {
      const clients = tableOf(environment);
      const parameters = readParameters(rawQuery, true, parameterNames);
      if (parameters?.client_id === undefined) return { kind: "local_error", error: "invalid_request" };
      const client = clients.client(parameters.client_id);
      if (client === undefined) return { kind: "local_error", error: "invalid_client" };
      const redirectUri = targetOf(client, parameters.redirect_uri);
      if (redirectUri === undefined) return { kind: "local_error", error: "invalid_request" };

      const refused = (error: string): AuthorizationDecision => ({
        kind: "redirect_error",
        target: errorUrl(redirectUri, error, parameters.state, client.issuer),
        error,
      });
      const responseType = parameters.response_type;
      if (responseType === undefined) return refused("invalid_request");
      if (!has(\#(TypeScriptTables.valueOrDefault(.responseTypes)), responseType)) {
        return refused("unsupported_response_type");
      }
      if (lacksState(client, parameters)) return refused("invalid_request");
      const scopes = grantedScopes(client, parameters.scope);
      if (scopes === undefined) return refused("invalid_scope");
      if (!acceptsChallenge(client, parameters)) return refused("invalid_request");
      return { kind: "allow", request: allowed(client, redirectUri, scopes, parameters) };
    }

    /**
     * Decides an App Flip request that arrived as a universal link (iOS).
     *
     * @param url the link that opened the app
     */
    export function decideAppFlip(url: string, environment: Environment): AppFlipDecision;
    /**
     * Decides an App Flip intent (Android).
     *
     * @param action the action of the intent; it can be left out where the app has only one App Flip
     *   action
     */
    export function decideAppFlip(
      caller: Caller,
      extras: AppFlipExtras,
      environment: Environment,
      action?: string | null,
    ): AppFlipResult;
    export function decideAppFlip(
      ...request: Parameters<typeof decideLink> | Parameters<typeof decideIntent>
    ): AppFlipDecision | AppFlipResult {
      return isLink(request) ? decideLink(...request) : decideIntent(...request);
    }

    /**
     * Where to send the user with a code.
     *
     * @param redirectUri the one of an allowed request, never the text of the request itself
     * @throws URIError for a text with half a surrogate pair, which has no bytes to send
     */
    export function successUrl(
      redirectUri: string,
      code: string,
      state?: string | null,
      issuer?: string | null,
    ): string {
      return withParameters(redirectUri, [["code", code], ["state", state], ["iss", issuer]]);
    }

    /**
     * Where to send the user with an error.
     *
     * @param redirectUri the one of an allowed request, never the text of the request itself
     * @param description sent as `error_description`, for people
     * @throws URIError for a text with half a surrogate pair, which has no bytes to send
     */
    export function errorUrl(
      redirectUri: string,
      error: string,
      state?: string | null,
      issuer?: string | null,
      description?: string | null,
    ): string {
      return withParameters(redirectUri, [
        ["error", error],
        ["error_description", description],
        ["state", state],
        ["iss", issuer],
      ]);
    }

    function isLink(
      request: Parameters<typeof decideLink> | Parameters<typeof decideIntent>,
    ): request is Parameters<typeof decideLink> {
      // Whatever stands there instead of a text: it is no link.
      return typeof request[0] === "string" || request.length < 3;
    }

    function decideLink(url: string, environment: Environment): AppFlipDecision {
      const { clients } = tableOf(environment);
      if (typeof url !== "string") return { kind: "ignore" };
      const mark = url.indexOf("?");
      const link = mark < 0 ? url : url.slice(0, mark);
      const candidates = clients.filter((client) => client.universalLink === link);
      if (candidates.length === 0) return { kind: "ignore" };
      const parameters = readParameters(mark < 0 ? "" : url.slice(mark + 1), false, parameterNames);
      if (parameters?.redirect_uri === undefined) return { kind: "not_handled" };
      const client = named(parameters.client_id, candidates);
      const answerable = findAnswerable(parameters.redirect_uri, client ? [client] : candidates);
      if (answerable === undefined) return { kind: "not_handled" };
      const scopes = client && grantedScopes(client, parameters.scope);
      if (
        client === undefined ||
        scopes === undefined ||
        lacksState(client, parameters) ||
        !acceptsChallenge(client, parameters)
      ) {
        const { redirectUri, owner } = answerable;
        const error = "invalid_request";
        const target = errorUrl(redirectUri, error, parameters.state, owner.issuer);
        return { kind: "return_error", target, error };
      }
      return { kind: "allow", request: allowed(client, answerable.redirectUri, scopes, parameters) };
    }

    function decideIntent(
      caller: Caller,
      extras: AppFlipExtras,
      environment: Environment,
      action?: string | null,
    ): AppFlipResult {
      const candidates = tableOf(environment).clients.filter(
        ({ intentAction }) => intentAction !== undefined && (action ?? intentAction) === intentAction,
      );
      if (candidates.length === 0) return { kind: "ignore" };
      // Read once: what is read twice can differ.
      const known: AppFlipExtras = extras ?? {};
      const { CLIENT_ID: clientId, REDIRECT_URI: redirectUri, SCOPE: scope } = known;
      const client = named(clientId, candidates);
      const owners = client ? [client] : candidates;
      if (!owners.some((owner) => acceptsCaller(owner, caller))) return { kind: "cancelled" };

      const invalid = (what: string): AppFlipResult => ({
        kind: "error",
        errorType: 3,
        errorCode: 1,
        errorDescription: `Invalid ${what}`,
      });
      const requested = typeof redirectUri === "string" ? redirectUri : "";
      const answerable = findAnswerable(requested, owners);
      if (answerable === undefined) return invalid("redirect URI");
      if (client === undefined) return invalid("client");
      const scopes =
        typeof scope === "string"
          ? scope.split(" ").filter((part) => part !== "")
          : Array.isArray(scope ?? [])
            ? (scope ?? []).slice()
            : undefined;
      if (scopes === undefined || !hasScopes(client, scopes)) return invalid("scope");
      // An intent has no code challenge.
      if (!client.mayOmitPkce) return invalid("request");
      const parameters = { redirect_uri: requested };
      return { kind: "allow", request: allowed(client, answerable.redirectUri, scopes, parameters) };
    }
    """#
}
