extension GoTarget {
  /// The types of the token endpoint.
  static let tokenDeclarations: Code<GoLanguage> = #"""
    // IssuedCode is what to keep with an authorization code until it is given for tokens.
    type IssuedCode struct {
      // ClientID says who may give it.
      ClientID string
      // RedirectURI is as the authorization request had it; empty where it had none.
      RedirectURI string
      // CodeChallenge is what the verifier is compared with (RFC 7636).
      CodeChallenge string
      // CodeChallengeMethod is S256 or plain; empty without a challenge.
      CodeChallengeMethod string
    }

    // TokenRequest is a token request that agrees with the policy; what it does not have is empty.
    // Compare ClientSecret in constant time, then look up the code (see Accepts) or the refresh token,
    // or verify the assertion.
    type TokenRequest struct {
      // ClientID says who asks.
      ClientID string
      // GrantType is authorization_code, refresh_token or that of an assertion (RFC 7523).
      GrantType string
      // ClientSecret is empty for a public client, and only there.
      ClientSecret string
      Code         string
      RedirectURI  string
      CodeVerifier string
      RefreshToken string
      Intent       string
      Assertion    string
      // Scope is that of client_credentials, where it was checked.
      Scope string
    }

    // Accepts reports whether the request may exchange a code, given what was kept with it: the client
    // and the redirect URI are the same (RFC 6749 section 4.1.3), and the verifier matches the challenge
    // (RFC 7636 section 4.6). Without a challenge, there must be no verifier, and DecideToken has refused
    // a client that requires PKCE. If the result is false, or if the code is unknown, used or expired,
    // answer 400 with invalid_grant.
    func (r TokenRequest) Accepts(issued IssuedCode) bool {
      return r.Code != "" && issued.ClientID == r.ClientID &&
        (issued.RedirectURI == "" || issued.RedirectURI == r.RedirectURI) &&
        issued.matches(r.CodeVerifier)
    }

    // TokenDecision is the answer to a request at the token endpoint.
    type TokenDecision struct {
      // Kind is Allow or TokenError.
      Kind Kind
      // Request is what Allow is about.
      Request TokenRequest
      // Status and Error are the answer of TokenError, as JSON (RFC 6749 section 5.2).
      Status int
      Error  string
      // AsksForBasic asks for the header WWW-Authenticate: Basic realm="token".
      AsksForBasic bool
    }
    """#

  /// The decision of the token endpoint.
  static let tokenFunctions: Code<GoLanguage> = #"""
    // DecideToken decides a request at the token endpoint. The form is the body as it arrived, not
    // decoded. The header is Authorization, nil where there is none, as http.Header has it: more than one
    // cannot be read.
    func DecideToken(rawForm string, authorization []string, environment Environment) TokenDecision {
      refuse := func(status int, errorCode string) TokenDecision {
        return TokenDecision{
          Kind: TokenError, Status: status, Error: errorCode, AsksForBasic: status == 401,
        }
      }
      form, ok := readParameters(rawForm, url.QueryUnescape, isTokenParameter)
      grantType := form["grant_type"]
      switch {
      case !ok || grantType == "":
        return refuse(400, "invalid_request")
      case !tables[environment].offers(grantType):
        return refuse(400, "unsupported_grant_type")
      }
      id, secret := form["client_id"], form["client_secret"]
      hasHeader := len(authorization) > 0
      if hasHeader {
        if secret != "" {
          return refuse(400, "invalid_request")
        }
        headerID, headerSecret, ok := basicCredentials(authorization)
        if !ok {
          return refuse(401, "invalid_client")
        }
        if id != "" && id != headerID {
          return refuse(400, "invalid_request")
        }
        id, secret = headerID, headerSecret
      }
      client := tables[environment].byID[id]
      if client == nil || id == "" {
        return refuse(400, "invalid_grant")
      }
      if !client.authenticates(hasHeader, secret != "") {
        if hasHeader || client.authenticatesByHeader {
          return refuse(401, "invalid_client")
        }
        return refuse(400, "invalid_client")
      }
      if !client.hasGrantType(grantType) {
        if grantType == assertionGrant && len(client.assertionIntents) == 0 {
          return refuse(400, "unsupported_grant_type")
        }
        return refuse(400, "unauthorized_client")
      }
      switch grantType {
      case "authorization_code":
        if form["code"] == "" {
          return refuse(400, "invalid_request")
        }
        _, hasTarget := client.target(form["redirect_uri"])
        verifier := form["code_verifier"]
        if !hasTarget || !(isVerifier(verifier) || verifier == "" && client.mayOmitPKCE) {
          return refuse(400, "invalid_grant")
        }
      case "refresh_token":
        if form["refresh_token"] == "" {
          return refuse(400, "invalid_request")
        }
      case "client_credentials":
        // A public client has no credentials.
        if client.isPublic {
          return refuse(400, "unauthorized_client")
        }
        if scope := form["scope"]; scope != "" && !client.hasScopes(strings.Split(scope, " ")) {
          return refuse(400, "invalid_scope")
        }
      case assertionGrant, samlGrant:
        // RFC 7521 section 4.1.
        if form["assertion"] == "" {
          return refuse(400, "invalid_request")
        }
        isKnown := grantType == samlGrant || len(client.assertionIntents) == 0 ||
          contains(client.assertionIntents, form["intent"])
        if !isKnown {
          return refuse(400, "invalid_request")
        }
      }
      // Of the grant only: whatever else stands in the form is not looked at.
      request := TokenRequest{ClientID: client.id, GrantType: grantType, ClientSecret: secret}
      switch grantType {
      case "authorization_code":
        request.Code = form["code"]
        request.RedirectURI = form["redirect_uri"]
        request.CodeVerifier = form["code_verifier"]
      case "refresh_token":
        request.RefreshToken = form["refresh_token"]
      case "client_credentials":
        request.Scope = form["scope"]
      case assertionGrant:
        request.Intent = form["intent"]
        request.Assertion = form["assertion"]
      case samlGrant:
        request.Assertion = form["assertion"]
      }
      return TokenDecision{Kind: Allow, Request: request}
    }
    """#

  /// What the decision of the token endpoint is made of.
  static let tokenDetails: Code<GoLanguage> = #"""
    const assertionGrant = \#(Code.assertionGrant)

    const samlGrant = \#(Code.samlGrant)

    func isTokenParameter(name string) bool {
      switch name {
      case \#(.joined(Array(Code.tokenParameters.prefix(6)), by: ", ")),
        \#(.joined(Array(Code.tokenParameters.dropFirst(6)), by: ", ")):
        return true
      }
      return false
    }

    // offers reports whether all servers have the grant, or a client lists it.
    func (t table) offers(grantType string) bool {
      switch grantType {
      case "authorization_code", "refresh_token", assertionGrant:
        return true
      case "implicit":
        // No grant of the token endpoint (RFC 6749 section 4.2).
        return false
      }
      return len(t.filter(func(c *client) bool { return c.hasGrantType(grantType) })) > 0
    }

    func (c *client) hasGrantType(grantType string) bool {
      return contains(\#(GoTables.valueOrDefault(.grantTypes, of: "c")), grantType)
    }

    // authenticates reports whether the secret comes as it must (RFC 6749 section 2.3).
    func (c *client) authenticates(hasHeader, hasSecret bool) bool {
      if c.isPublic {
        return !hasHeader && !hasSecret
      }
      return hasSecret && hasHeader == c.authenticatesByHeader
    }

    // isVerifier follows RFC 7636 section 4.1.
    func isVerifier(text string) bool {
      return 43 <= len(text) && len(text) <= 128 && strings.Trim(text, unreserved) == ""
    }

    // matches compares the verifier with the challenge (RFC 7636 section 4.6). A verifier without a
    // challenge is a downgrade (RFC 9700 section 2.1.1).
    func (c IssuedCode) matches(verifier string) bool {
      if c.CodeChallenge == "" {
        return verifier == ""
      }
      if !isVerifier(verifier) {
        return false
      }
      challenge := verifier
      if c.CodeChallengeMethod != "plain" {
        hash := sha256.Sum256([]byte(verifier))
        challenge = base64.RawURLEncoding.EncodeToString(hash[:])
      }
      return subtle.ConstantTimeCompare([]byte(challenge), []byte(c.CodeChallenge)) == 1
    }

    // basicCredentials reads ID and secret of a Basic header (RFC 6749 section 2.3.1). Both are
    // form-encoded; an empty secret is none. Of one value only the padded Base64 is read.
    func basicCredentials(headers []string) (id, secret string, ok bool) {
      if len(headers) != 1 {
        return "", "", false
      }
      scheme, token, _ := strings.Cut(strings.Trim(headers[0], " \t"), " ")
      // No other letter than the small and the capital one is compared: the length is that of ASCII.
      if len(scheme) != len("basic") || !strings.EqualFold(scheme, "basic") {
        return "", "", false
      }
      token = strings.TrimLeft(token, " ")
      pair, err := base64.StdEncoding.DecodeString(token)
      if err != nil || base64.StdEncoding.EncodeToString(pair) != token {
        return "", "", false
      }
      name, value, hasColon := strings.Cut(string(pair), ":")
      id, idErr := url.QueryUnescape(name)
      secret, secretErr := url.QueryUnescape(value)
      if !hasColon || idErr != nil || secretErr != nil || id == "" ||
        !utf8.ValidString(id) || !utf8.ValidString(secret) {
        return "", "", false
      }
      return id, secret, true
    }
    """#
}
