package allowlist

import (
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"fmt"
	"net/url"
	"strings"
	"unicode/utf8"
)

const (
	deviceCodeGrant    = "urn:ietf:params:oauth:grant-type:device_code"
	tokenExchangeGrant = "urn:ietf:params:oauth:grant-type:token-exchange"
	assertionGrant     = "urn:ietf:params:oauth:grant-type:jwt-bearer"
	samlGrant          = "urn:ietf:params:oauth:grant-type:saml2-bearer"
)

// TokenRequest is a token request that the policy allows. Call Verify before you issue tokens. Only
// decisions make requests that can be used. Printing it doesn't show secrets, codes and tokens.
type TokenRequest struct{ r **tokenValues }

// tokenValues is behind two pointers for the same reason as requestValues.
type tokenValues struct {
	client       *client
	usesHeader   bool
	grantType    string
	clientSecret string
	code         string
	redirectURI  string
	codeVerifier string
	refreshToken string
	intent       string
	assertion    string
	scope        string
	other        []Parameter
}

func (r TokenRequest) values() *tokenValues { return *r.r }

// ClientID returns the ID of the client.
func (r TokenRequest) ClientID() string { return r.values().client.id }

// GrantType returns the grant type.
func (r TokenRequest) GrantType() string { return r.values().grantType }

// ClientSecret returns the secret of the request. It is empty for a public client, and only then.
func (r TokenRequest) ClientSecret() string { return r.values().clientSecret }

// Code returns the code of an authorization_code request, or "".
func (r TokenRequest) Code() string { return r.values().code }

// RedirectURI returns the redirect URI of an authorization_code request, or "".
func (r TokenRequest) RedirectURI() string { return r.values().redirectURI }

// CodeVerifier returns the code verifier of an authorization_code request, or "".
func (r TokenRequest) CodeVerifier() string { return r.values().codeVerifier }

// RefreshToken returns the token of a refresh_token request, or "".
func (r TokenRequest) RefreshToken() string { return r.values().refreshToken }

// Intent returns the intent of a streamlined linking request, or "".
func (r TokenRequest) Intent() string { return r.values().intent }

// Assertion returns the assertion of an assertion request (RFC 7521), or "".
func (r TokenRequest) Assertion() string { return r.values().assertion }

// Scope returns the requested scope, or "". For client_credentials and
// refresh_token all scopes are registered. Also compare those of a refresh with the scopes of the
// refresh token (RFC 6749 section 6).
func (r TokenRequest) Scope() string { return r.values().scope }

// OtherParameters returns the parameters that didn't take part in the decision, decoded and in order:
// device_code, subject_token, resource, audience and so on.
func (r TokenRequest) OtherParameters() []Parameter {
	return append([]Parameter(nil), r.values().other...)
}

// Parameter returns the first value of one of OtherParameters, or "".
func (r TokenRequest) Parameter(name string) string { return firstValue(r.values().other, name) }

// String shows the client ID and the grant type only.
func (r TokenRequest) String() string {
	if r.r == nil {
		return "allowlist.TokenRequest{}"
	}
	return fmt.Sprintf("allowlist.TokenRequest{ClientID:%q, GrantType:%q, [redacted]}",
		r.ClientID(), r.GrantType())
}

// Format prints String with every verb.
func (r TokenRequest) Format(state fmt.State, _ rune) { write(state, r) }

// Secret is what the server knows about a client's secret. The zero value never matches.
type Secret struct{ isValid func(sent string) bool }

// NoSecret is the secret of a public client. Verify refuses other clients.
func NoSecret() Secret { return Secret{} }

// KnownSecret is a secret that the server knows. Verify compares it in constant time.
func KnownSecret(secret string) Secret {
	known := sha256.Sum256([]byte(secret))
	return Secret{func(sent string) bool {
		hash := sha256.Sum256([]byte(sent))
		return subtle.ConstantTimeCompare(known[:], hash[:]) == 1
	}}
}

// CheckedSecret is for a server that keeps hashes: isValid says whether TokenRequest.ClientSecret
// matches the client's hash.
func CheckedSecret(isValid bool) Secret { return Secret{func(string) bool { return isValid }} }

// Verify returns nil, or the response to send instead of tokens. It checks the secret of a client that
// has one. For a code, it checks the client, the redirect URI (RFC 6749 section 4.1.3) and the code
// verifier (RFC 7636 section 4.6). The issued code is the one kept with the code. It is nil if the
// code is unknown, used or expired, and isn't read for other grant types.
func (r TokenRequest) Verify(secret Secret, issued *IssuedCode) *TokenError {
	c := r.values().client
	if !c.isPublic && (secret.isValid == nil || !secret.isValid(r.values().clientSecret)) {
		if c.isGoogleAccountLinking {
			// https://developers.google.com/identity/account-linking/oauth-linking
			return &TokenError{400, "invalid_grant", "client-secret-wrong"}
		}
		return invalidClient(r.values().usesHeader, "client-secret-wrong")
	}
	if r.values().grantType != "authorization_code" {
		return nil
	}
	if problem := r.codeProblem(issued); problem != "" {
		return &TokenError{400, "invalid_grant", problem}
	}
	return nil
}

// InvalidGrant returns the response for a token or code that the server refuses. Its reason is
// refresh-token-unknown for a refresh token, otherwise code-unknown.
func (r TokenRequest) InvalidGrant() *TokenError {
	if r.values().grantType == "refresh_token" {
		return &TokenError{400, "invalid_grant", "refresh-token-unknown"}
	}
	return &TokenError{400, "invalid_grant", "code-unknown"}
}

// Accepts reports whether the request may exchange the code, without a check of the secret. Verify
// checks both.
func (r TokenRequest) Accepts(issued IssuedCode) bool {
	return r.values().grantType == "authorization_code" && r.codeProblem(&issued) == ""
}

func (r TokenRequest) codeProblem(issued *IssuedCode) Reason {
	verifier := r.values().codeVerifier
	switch {
	case issued == nil:
		return "code-unknown"
	case issued.ClientID != r.ClientID():
		return "code-other-client"
	case issued.RedirectURI != "" && issued.RedirectURI != r.values().redirectURI:
		return "redirect-uri-other-request"
	case verifier == "" && (issued.CodeChallenge != "" || !r.values().client.mayOmitPKCE):
		return "code-verifier-missing"
	case verifier != "" && issued.CodeChallenge == "":
		// A downgrade (RFC 9700 section 2.1.1).
		return "code-verifier-unexpected"
	case verifier != "" && !issued.matches(verifier):
		return "code-verifier-mismatch"
	}
	return ""
}

// matches compares a code verifier with the code challenge (RFC 7636 section 4.6).
func (c IssuedCode) matches(verifier string) bool {
	challenge := verifier
	if c.CodeChallengeMethod != "plain" {
		hash := sha256.Sum256([]byte(verifier))
		challenge = base64.RawURLEncoding.EncodeToString(hash[:])
	}
	return isVerifier(verifier) &&
		subtle.ConstantTimeCompare([]byte(challenge), []byte(c.CodeChallenge)) == 1
}

// TokenDecision is *TokenAllow or *TokenError.
type TokenDecision interface {
	Reason() Reason
	isTokenDecision()
}

// TokenAllow says to verify the Request and to issue tokens.
type TokenAllow struct{ request TokenRequest }

// Request returns the allowed request.
func (d *TokenAllow) Request() TokenRequest { return d.request }

// Reason returns allowed.
func (d *TokenAllow) Reason() Reason { return "allowed" }

func (d *TokenAllow) isTokenDecision() {}

// TokenError says to respond with Status, Headers and Body (RFC 6749 section 5.2).
type TokenError struct {
	status    int
	errorCode string
	reason    Reason
}

// Status returns the HTTP status: 400 or 401.
func (d *TokenError) Status() int { return d.status }

// ErrorCode returns the error in Body, such as invalid_grant.
func (d *TokenError) ErrorCode() string { return d.errorCode }

// Reason returns why the request is refused.
func (d *TokenError) Reason() Reason { return d.reason }

// Headers returns the headers of the response, with WWW-Authenticate for the status 401.
func (d *TokenError) Headers() map[string]string {
	headers := map[string]string{
		"Content-Type":  "application/json;charset=UTF-8",
		"Cache-Control": "no-store",
	}
	if d.status == 401 {
		headers["WWW-Authenticate"] = `Basic realm="token", charset="UTF-8"`
	}
	return headers
}

// Body returns the JSON of the response.
func (d *TokenError) Body() string { return `{"error":"` + d.errorCode + `"}` }

func (d *TokenError) isTokenDecision() {}

// invalidClient has the status 401 if the client used the Authorization header, or must use it.
func invalidClient(usesHeader bool, reason Reason) *TokenError {
	if usesHeader {
		return &TokenError{401, "invalid_client", reason}
	}
	return &TokenError{400, "invalid_client", reason}
}

// DecideToken decides a request to the token endpoint. The form is the body as it arrived, not
// decoded. The authorization is http.Header["Authorization"], nil without the header. ID and secret in
// it are form-encoded (RFC 6749 section 2.3.1).
func (a *Allowlist) DecideToken(rawForm string, authorization []string) TokenDecision {
	refuse := func(errorCode string, reason Reason) TokenDecision {
		return &TokenError{400, errorCode, reason}
	}
	form, problem := readParameters(rawForm, url.QueryUnescape, tokenRole)
	grantType := form.get("grant_type")
	switch {
	case problem != "":
		return refuse("invalid_request", problem)
	case grantType == "":
		return refuse("invalid_request", "grant-type-missing")
	case !a.offers(grantType):
		return refuse("unsupported_grant_type", "grant-type-unsupported")
	}
	id, secret := form.get("client_id"), form.get("client_secret")
	usesHeader := len(authorization) > 0
	if usesHeader {
		if secret != "" {
			return refuse("invalid_request", "client-authentication-twice")
		}
		headerID, headerSecret, ok := basicCredentials(authorization)
		if !ok {
			return invalidClient(true, "client-authentication-malformed")
		}
		if id != "" && id != headerID {
			return refuse("invalid_request", "client-id-mismatch")
		}
		id, secret = headerID, headerSecret
	}
	if id == "" {
		return invalidClient(usesHeader, "client-id-missing")
	}
	c := a.byID[id]
	if c == nil {
		return invalidClient(usesHeader, "client-unknown")
	}
	if problem := c.authenticationProblem(usesHeader, secret != ""); problem != "" {
		return invalidClient(usesHeader || c.authenticatesByHeader, problem)
	}
	if !c.hasGrantType(grantType) {
		if grantType == assertionGrant && len(c.assertionIntents) == 0 {
			return refuse("unsupported_grant_type", "grant-type-unsupported")
		}
		return refuse("unauthorized_client", "grant-type-not-allowed")
	}
	// The fields of other grant types stay empty.
	r := tokenValues{
		client: c, usesHeader: usesHeader, grantType: grantType, clientSecret: secret,
		other: form.other,
	}
	if grantType != "authorization_code" {
		r.scope = form.get("scope")
	}
	missing := func() TokenDecision { return refuse("invalid_request", "parameter-missing") }
	switch grantType {
	case "authorization_code":
		r.code = form.get("code")
		r.redirectURI = form.get("redirect_uri")
		r.codeVerifier = form.get("code_verifier")
		if r.code == "" {
			return missing()
		}
		_, problem := c.target(r.redirectURI)
		switch {
		case problem != "":
			return refuse("invalid_grant", problem)
		case r.codeVerifier == "" && !c.mayOmitPKCE:
			return refuse("invalid_grant", "code-verifier-missing")
		case r.codeVerifier != "" && !isVerifier(r.codeVerifier):
			return refuse("invalid_grant", "code-verifier-mismatch")
		}
	case "refresh_token":
		r.refreshToken = form.get("refresh_token")
		switch {
		case r.refreshToken == "":
			return missing()
		case !c.mayRequest(r.scope):
			return refuse("invalid_scope", "scope-not-allowed")
		}
	case "client_credentials":
		switch {
		case c.isPublic:
			// A public client has no credentials.
			return refuse("unauthorized_client", "grant-type-not-allowed")
		case !c.mayRequest(r.scope):
			return refuse("invalid_scope", "scope-not-allowed")
		}
	case assertionGrant, samlGrant:
		r.assertion = form.get("assertion")
		if grantType == assertionGrant {
			r.intent = form.get("intent")
		}
		if grantType == assertionGrant && len(c.assertionIntents) > 0 {
			if r.intent == "" {
				return missing()
			}
			if !contains(c.assertionIntents, r.intent) {
				return refuse("invalid_request", "intent-unsupported")
			}
		}
		if r.assertion == "" {
			return missing()
		}
	case deviceCodeGrant:
		if firstValue(r.other, "device_code") == "" {
			return missing()
		}
	case tokenExchangeGrant:
		if firstValue(r.other, "subject_token") == "" || firstValue(r.other, "subject_token_type") == "" {
			return missing()
		}
	}
	pointer := &r
	return &TokenAllow{TokenRequest{&pointer}}
}

// offers reports whether the token endpoint has the grant type: all have codes, refresh tokens and
// assertions, and any other that a client lists. The implicit grant doesn't use the token endpoint
// (RFC 6749 section 4.2).
func (a *Allowlist) offers(grantType string) bool {
	switch grantType {
	case "authorization_code", "refresh_token", assertionGrant:
		return true
	case "implicit":
		return false
	}
	return a.grantTypes[grantType]
}

// authenticationProblem checks how the client authenticates, but not its secret (RFC 6749 section 2.3).
func (c *client) authenticationProblem(usesHeader, hasSecret bool) Reason {
	switch {
	case c.isPublic && (usesHeader || hasSecret),
		!c.isPublic && !c.authenticatesByHeader && usesHeader,
		!c.isPublic && c.authenticatesByHeader && !usesHeader && hasSecret:
		return "client-authentication-method"
	case !c.isPublic && !hasSecret:
		return "client-authentication-missing"
	}
	return ""
}

// basicCredentials reads the ID and the secret from a Basic header (RFC 6749 section 2.3.1, RFC 7617).
// Both are form-encoded. Base64 must be padded and canonical.
func basicCredentials(headers []string) (id, secret string, ok bool) {
	if len(headers) != 1 {
		return "", "", false
	}
	scheme, token, _ := strings.Cut(strings.Trim(headers[0], " \t"), " ")
	// EqualFold also folds letters outside of ASCII, which are longer.
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

// DecideToken is Allowlist.DecideToken for a compiled-in environment.
func DecideToken(rawForm string, authorization []string, environment Environment) TokenDecision {
	return in(environment).DecideToken(rawForm, authorization)
}
