extension GoTarget {
  /// The decisions.
  static let functions: Code<GoLanguage> = #"""
    // IsRedirectURIAllowed reports whether the client may have its answer sent to the redirect URI.
    func IsRedirectURIAllowed(clientID string, environment Environment, redirectURI string) bool {
      client := tables[environment].byID[clientID]
      return client != nil && client.allows(redirectURI)
    }

    // IsPostLogoutRedirectURIAllowed reports whether the client may have a user sent to the URI after the
    // sign-out.
    func IsPostLogoutRedirectURIAllowed(clientID string, environment Environment, uri string) bool {
      client := tables[environment].byID[clientID]
      return client != nil && contains(client.postLogoutRedirectURIs, uri)
    }

    // IsCORSOriginAllowed reports whether scripts of the origin may read what the client gets: answer with
    // Access-Control-Allow-Origin and Vary: Origin, else with neither. The origin is the header Origin as
    // it came.
    func IsCORSOriginAllowed(clientID string, environment Environment, origin string) bool {
      client := tables[environment].byID[clientID]
      return client != nil && contains(client.corsOrigins, origin)
    }

    // IsGrantTypeAllowed reports whether the client may use the grant type at the token endpoint.
    func IsGrantTypeAllowed(clientID string, environment Environment, grantType string) bool {
      client := tables[environment].byID[clientID]
      return client != nil && contains(\#(GoTables.valueOrDefault(.grantTypes, of: "client")), grantType)
    }

    // DecideAuthorization decides a request at the authorization endpoint. The query is the one that
    // arrived, without the question mark and not decoded, as in the field RawQuery of a url.URL.
    func DecideAuthorization(rawQuery string, environment Environment) AuthorizationDecision {
      parameters, ok := readParameters(rawQuery, url.QueryUnescape, isParameter)
      if !ok || parameters["client_id"] == "" {
        return AuthorizationDecision{Kind: LocalError, Error: "invalid_request"}
      }
      client := tables[environment].byID[parameters["client_id"]]
      if client == nil {
        return AuthorizationDecision{Kind: LocalError, Error: "invalid_client"}
      }
      redirectURI, ok := client.target(parameters["redirect_uri"])
      if !ok {
        return AuthorizationDecision{Kind: LocalError, Error: "invalid_request"}
      }
      request := client.request(redirectURI, parameters)
      refuse := func(errorCode string) AuthorizationDecision {
        return AuthorizationDecision{Kind: RedirectError, Target: request.ErrorURL(errorCode), Error: errorCode}
      }
      switch responseType := parameters["response_type"]; {
      case responseType == "":
        return refuse("invalid_request")
      case !contains(\#(GoTables.valueOrDefault(.responseTypes, of: "client")), responseType):
        return refuse("unsupported_response_type")
      case !client.hasState(request):
        return refuse("invalid_request")
      case !client.hasScopes(request.Scopes):
        return refuse("invalid_scope")
      case !client.acceptsChallenge(request.CodeChallenge, parameters["code_challenge_method"]):
        return refuse("invalid_request")
      }
      return AuthorizationDecision{Kind: Allow, Request: request}
    }

    // DecideAppFlip decides an App Flip request that arrived as a universal link (iOS); linkURL is the
    // link that opened the app.
    func DecideAppFlip(linkURL string, environment Environment) AppFlipDecision {
      link, query, _ := strings.Cut(linkURL, "?")
      candidates := tables[environment].filter(func(c *client) bool {
        return c.universalLink != "" && c.universalLink == link
      })
      if len(candidates) == 0 {
        return AppFlipDecision{Kind: Ignore}
      }
      parameters, ok := readParameters(query, url.PathUnescape, isParameter)
      if !ok {
        return AppFlipDecision{Kind: NotHandled}
      }
      named := first(candidates, func(c *client) bool { return c.id == parameters["client_id"] })
      if named != nil {
        candidates = []*client{named}
      }
      redirectURI := parameters["redirect_uri"]
      owner := first(candidates, func(c *client) bool { return c.allowsAppFlip(redirectURI) })
      if owner == nil {
        return AppFlipDecision{Kind: NotHandled}
      }
      request := owner.request(redirectURI, parameters)
      if named == nil || !named.hasState(request) || !named.hasScopes(request.Scopes) ||
        !named.acceptsChallenge(request.CodeChallenge, parameters["code_challenge_method"]) {
        const errorCode = "invalid_request"
        return AppFlipDecision{Kind: ReturnError, Target: request.ErrorURL(errorCode), Error: errorCode}
      }
      return AppFlipDecision{Kind: Allow, Request: request}
    }

    // DecideAppFlipIntent decides an App Flip intent (Android). The action of the intent can be left out
    // where the app has only one App Flip action.
    func DecideAppFlipIntent(
      caller Caller, extras AppFlipExtras, environment Environment, action ...string,
    ) AppFlipResult {
      candidates := tables[environment].filter(func(c *client) bool {
        return c.intentAction != "" && (len(action) == 0 || contains(action, c.intentAction))
      })
      if len(candidates) == 0 {
        return AppFlipResult{Kind: Ignore}
      }
      named := first(candidates, func(c *client) bool { return c.id == extras.ClientID })
      if named != nil {
        candidates = []*client{named}
      }
      if first(candidates, func(c *client) bool { return c.acceptsCaller(caller) }) == nil {
        return AppFlipResult{Kind: Cancelled}
      }
      invalid := func(what string) AppFlipResult {
        return AppFlipResult{
          Kind: IntentError, ErrorType: 3, ErrorCode: 1, ErrorDescription: "Invalid " + what,
        }
      }
      switch {
      case first(candidates, func(c *client) bool { return c.allowsAppFlip(extras.RedirectURI) }) == nil:
        return invalid("redirect URI")
      case named == nil:
        return invalid("client")
      case !named.hasScopes(extras.Scopes):
        return invalid("scope")
      case !named.acceptsChallenge("", ""):
        // An intent has no code challenge.
        return invalid("request")
      }
      return AppFlipResult{Kind: Allow, Request: Request{
        ClientID: named.id, RedirectURI: extras.RedirectURI, Scopes: extras.Scopes,
        IssuedCode: IssuedCode{ClientID: named.id, RedirectURI: extras.RedirectURI},
      }}
    }

    // SuccessURL is where to send the user with a code. The redirect URI is the one of an allowed
    // request, never the text of the request itself; a request without a state has an empty one.
    func SuccessURL(redirectURI, code, state string) string {
      return answerURL(redirectURI, "code", code, "", state, "")
    }

    // ErrorURL is where to send the user with an error. The redirect URI is the one of an allowed
    // request, never the text of the request itself; a request without a state has an empty one.
    func ErrorURL(redirectURI, errorCode, state string) string {
      return answerURL(redirectURI, "error", errorCode, "", state, "")
    }

    // ErrorURLWithDescription is the same with error_description, a text for people.
    func ErrorURLWithDescription(redirectURI, errorCode, description, state string) string {
      return answerURL(redirectURI, "error", errorCode, description, state, "")
    }
    """#
}
