extension GoTarget {
  /// What the decisions are made of.
  static let details: Code<GoLanguage> = #"""
    // answerURL appends parameters; the query of the redirect URI stays (RFC 6749 section 3.1.2).
    func answerURL(redirectURI, name, value, description, state, issuer string) string {
      query := name + "=" + escape(value)
      if description != "" {
        query += "&error_description=" + escape(description)
      }
      if state != "" {
        query += "&state=" + escape(state)
      }
      if issuer != "" {
        query += "&iss=" + escape(issuer)
      }
      switch {
      case !strings.Contains(redirectURI, "?"):
        return redirectURI + "?" + query
      case strings.HasSuffix(redirectURI, "?"), strings.HasSuffix(redirectURI, "&"):
        return redirectURI + query
      default:
        return redirectURI + "&" + query
      }
    }

    // escape writes a space as %20, which form decoders and percent decoders read the same.
    func escape(text string) string {
      return strings.ReplaceAll(url.QueryEscape(text), "+", "%20")
    }

    // readParameters reads the known parameters of a request. A malformed escape, bytes that are no
    // UTF-8, or a known parameter that stands twice refuse the whole request, because two parsers would
    // see two requests. What follows a # is not part of the query. An empty value counts as none
    // (RFC 6749 section 3.1).
    func readParameters(
      query string, unescape func(string) (string, error), isKnown func(string) bool,
    ) (parameters map[string]string, ok bool) {
      parameters = map[string]string{}
      query, _, _ = strings.Cut(query, "#")
      for _, piece := range strings.Split(query, "&") {
        name, value, _ := strings.Cut(piece, "=")
        name, nameErr := unescape(name)
        value, valueErr := unescape(value)
        if nameErr != nil || valueErr != nil || !utf8.ValidString(name) || !utf8.ValidString(value) {
          return nil, false
        }
        if !isKnown(name) {
          continue
        }
        if _, isTwice := parameters[name]; isTwice {
          return nil, false
        }
        parameters[name] = value
      }
      return parameters, true
    }

    func isParameter(name string) bool {
      switch name {
      case \#(.joined(Array(Code.requestParameters.prefix(5)), by: ", ")),
        \#(.joined(Array(Code.requestParameters.dropFirst(5)), by: ", ")):
        return true
      }
      return false
    }

    // client is a client as it exists in one environment.
    type client struct {
      \#(lines: GoTables.fields)
    }

    // request is what the client asks for.
    func (c *client) request(redirectURI string, parameters map[string]string) Request {
      request := Request{
        ClientID:      c.id,
        RedirectURI:   redirectURI,
        State:         parameters["state"],
        CodeChallenge: parameters["code_challenge"],
        Issuer:        c.issuer,
        IssuedCode: IssuedCode{
          ClientID:            c.id,
          RedirectURI:         parameters["redirect_uri"],
          CodeChallenge:       parameters["code_challenge"],
          CodeChallengeMethod: parameters["code_challenge_method"],
        },
      }
      if request.CodeChallenge != "" && request.IssuedCode.CodeChallengeMethod == "" {
        request.IssuedCode.CodeChallengeMethod = "plain"
      }
      if scope := parameters["scope"]; scope != "" {
        request.Scopes = strings.Split(scope, " ")
      }
      return request
    }

    // allows reports whether an answer may go to the redirect URI.
    func (c *client) allows(redirectURI string) bool {
      if contains(c.redirectURIs, redirectURI) {
        return true
      }
      portless, ok := withoutLoopbackPort(redirectURI)
      return ok && c.isNative && contains(c.redirectURIs, portless)
    }

    // allowsAppFlip reports whether the redirect URI is registered, and not for the browser only.
    func (c *client) allowsAppFlip(redirectURI string) bool {
      return c.allows(redirectURI) && !contains(c.browserRedirectURIs, redirectURI)
    }

    // target is where the answer goes: the requested redirect URI where it is registered, or the only
    // one where the request has none and the client may leave it out.
    func (c *client) target(requested string) (redirectURI string, ok bool) {
      if requested == "" && c.mayOmitRedirectURI && len(c.redirectURIs) == 1 {
        return c.redirectURIs[0], true
      }
      return requested, requested != "" && c.allows(requested)
    }

    // hasState reports whether the request has a state or needs none.
    func (c *client) hasState(request Request) bool { return request.State != "" || c.mayOmitState }

    // hasScopes reports whether all of the scopes are registered; an empty one never is.
    func (c *client) hasScopes(scopes []string) bool {
      for _, scope := range scopes {
        if !contains(c.scopes, scope) {
          return false
        }
      }
      return true
    }

    const (
      base64url  = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
      unreserved = base64url + ".~"
    )

    // acceptsChallenge follows RFC 7636: an absent method means plain; a SHA-256 in base64url has 43
    // characters.
    func (c *client) acceptsChallenge(challenge, method string) bool {
      if challenge == "" {
        return c.mayOmitPKCE && method == ""
      }
      if method == "" {
        method = "plain"
      }
      if !contains(\#(GoTables.valueOrDefault(.codeChallengeMethods, of: "c")), method) {
        return false
      }
      if method == "plain" {
        return 43 <= len(challenge) && len(challenge) <= 128 && strings.Trim(challenge, unreserved) == ""
      }
      return len(challenge) == 43 && strings.Trim(challenge, base64url) == ""
    }

    // acceptsCaller compares the package and the one certificate, whose hex digits count in both cases
    // and with or without colons. (No character outside ASCII folds to a hex digit.)
    func (c *client) acceptsCaller(caller Caller) bool {
      if len(caller.Certificates) != 1 {
        return false
      }
      certificate := caller.Certificates[0]
      for _, known := range c.callers {
        if known.Package != caller.Package {
          continue
        }
        for _, own := range known.Certificates {
          bare := strings.ReplaceAll(own, ":", "")
          if strings.EqualFold(certificate, own) || strings.EqualFold(certificate, bare) {
            return true
          }
        }
      }
      return false
    }

    // withoutLoopbackPort makes http://127.0.0.1/cb of http://127.0.0.1:51004/cb (RFC 8252 section
    // 7.3), with both literal addresses and nothing else.
    func withoutLoopbackPort(uri string) (portless string, ok bool) {
      for _, origin := range []string{"http://127.0.0.1", "http://[::1]"} {
        if !strings.HasPrefix(uri, origin+":") {
          continue
        }
        tail := uri[len(origin)+1:]
        end := strings.IndexAny(tail, "/?")
        if end < 1 || tail[0] == '0' {
          return "", false
        }
        // Digits only, and not above 65535.
        if _, err := strconv.ParseUint(tail[:end], 10, 16); err != nil {
          return "", false
        }
        return origin + tail[end:], true
      }
      return "", false
    }

    // table holds the clients of one environment.
    type table struct {
      clients []client
      byID    map[string]*client
    }

    var tables = map[Environment]table{}

    // register adds the clients of an environment while the program starts; nothing writes later.
    func register(environment Environment, clients []client) {
      byID := make(map[string]*client, len(clients))
      for i := range clients {
        if _, isTwice := byID[clients[i].id]; !isTwice {
          byID[clients[i].id] = &clients[i]
        }
      }
      tables[environment] = table{clients, byID}
    }

    func (t table) filter(isWanted func(*client) bool) []*client {
      var wanted []*client
      for i := range t.clients {
        if isWanted(&t.clients[i]) {
          wanted = append(wanted, &t.clients[i])
        }
      }
      return wanted
    }

    // first is the first of the clients that is wanted, or nil.
    func first(clients []*client, isWanted func(*client) bool) *client {
      for _, client := range clients {
        if isWanted(client) {
          return client
        }
      }
      return nil
    }

    func contains(texts []string, text string) bool {
      for _, each := range texts {
        if each == text {
          return true
        }
      }
      return false
    }

    func orDefault(texts []string, defaults ...string) []string {
      if texts == nil {
        return defaults
      }
      return texts
    }
    """#
}
