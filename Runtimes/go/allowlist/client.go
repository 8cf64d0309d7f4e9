package allowlist

import (
	"strconv"
	"strings"
)

// client is a client in one environment. The data files leave out the fields with default values.
type client struct {
	id                     string
	key                    string
	redirectURIs           []string
	isNative               bool
	mayOmitRedirectURI     bool
	mayOmitState           bool
	mayOmitPKCE            bool
	isPublic               bool
	authenticatesByHeader  bool
	isGoogleAccountLinking bool
	browserRedirectURIs    []string
	postLogoutRedirectURIs []string
	corsOrigins            []string
	scopes                 []string
	responseTypes          []string // default: code
	grantTypes             []string // default: authorization_code, refresh_token
	codeChallengeMethods   []string // default: S256
	issuer                 string
	universalLink          string
	intentAction           string
	callers                []caller
	assertionIntents       []string
}

// caller is an app that may send App Flip intents.
type caller struct {
	packageName  string
	certificates []string
}

// Client is a read-only view of a client. Only an Allowlist makes one that can be used.
type Client struct{ c *client }

// ID returns the client_id.
func (v Client) ID() string { return v.c.id }

// Key returns the name of the client in its policy.
func (v Client) Key() string { return v.c.key }

// Provider returns generic or google-account-linking.
func (v Client) Provider() string {
	if v.c.isGoogleAccountLinking {
		return "google-account-linking"
	}
	return "generic"
}

// Type returns web or native.
func (v Client) Type() string {
	if v.c.isNative {
		return "native"
	}
	return "web"
}

// IsPublic reports whether the client has no secret.
func (v Client) IsPublic() bool { return v.c.isPublic }

// TokenEndpointAuth returns none, client_secret_basic or client_secret_post.
func (v Client) TokenEndpointAuth() string {
	switch {
	case v.c.isPublic:
		return "none"
	case v.c.authenticatesByHeader:
		return "client_secret_basic"
	default:
		return "client_secret_post"
	}
}

// GrantTypes returns a copy of the grant types.
func (v Client) GrantTypes() []string { return clone(v.c.allGrantTypes()) }

// ResponseTypes returns a copy of the response types.
func (v Client) ResponseTypes() []string { return clone(v.c.allResponseTypes()) }

// Scopes returns a copy of the scopes.
func (v Client) Scopes() []string { return clone(v.c.scopes) }

// RedirectURIs returns a copy of the redirect URIs.
func (v Client) RedirectURIs() []string { return clone(v.c.redirectURIs) }

// PostLogoutRedirectURIs returns a copy of the post-logout redirect URIs.
func (v Client) PostLogoutRedirectURIs() []string { return clone(v.c.postLogoutRedirectURIs) }

// CORSOrigins returns a copy of the CORS origins.
func (v Client) CORSOrigins() []string { return clone(v.c.corsOrigins) }

// RequiresPKCE reports whether the client must send a code challenge (RFC 7636).
func (v Client) RequiresPKCE() bool { return !v.c.mayOmitPKCE }

// RequiresState reports whether the client must send a state.
func (v Client) RequiresState() bool { return !v.c.mayOmitState }

// Issuer returns the issuer of the client's authorization server, or "".
func (v Client) Issuer() string { return v.c.issuer }

func (c *client) allGrantTypes() []string {
	if c.grantTypes == nil {
		return []string{"authorization_code", "refresh_token"}
	}
	return c.grantTypes
}

func (c *client) allResponseTypes() []string {
	if c.responseTypes == nil {
		return []string{"code"}
	}
	return c.responseTypes
}

func (c *client) allCodeChallengeMethods() []string {
	if c.codeChallengeMethods == nil {
		return []string{"S256"}
	}
	return c.codeChallengeMethods
}

func (c *client) hasGrantType(grantType string) bool {
	return contains(c.allGrantTypes(), grantType)
}

// allows reports whether the client may receive responses at the redirect URI.
func (c *client) allows(redirectURI string) bool {
	return contains(c.redirectURIs, redirectURI) || c.allowsLoopbackPort(redirectURI)
}

// allowsLoopbackPort reports whether only the port of a loopback redirect URI isn't registered.
func (c *client) allowsLoopbackPort(redirectURI string) bool {
	if !c.isNative || contains(c.redirectURIs, redirectURI) {
		return false
	}
	portless, ok := withoutLoopbackPort(redirectURI)
	return ok && contains(c.redirectURIs, portless)
}

// target returns the redirect URI to use: the requested one if it is registered, or the client's only
// one if the request has none and may omit it. Otherwise the reason is not empty.
func (c *client) target(requested string) (redirectURI string, problem Reason) {
	switch {
	case requested != "" && c.allows(requested):
		return requested, ""
	case requested != "":
		return "", "redirect-uri-not-registered"
	case c.mayOmitRedirectURI && len(c.redirectURIs) == 1:
		return c.redirectURIs[0], ""
	default:
		return "", "redirect-uri-missing"
	}
}

// reasonAt returns the reason for an allowed response at a redirect URI.
func (c *client) reasonAt(redirectURI string) Reason {
	if c.allowsLoopbackPort(redirectURI) {
		return "loopback-port"
	}
	return "allowed"
}

// takesCodes reports whether the client can exchange a code for tokens.
func (c *client) takesCodes() bool { return c.hasGrantType("authorization_code") }

// mayReceive reports whether the client can use a response of the type: a code needs the grant type
// that exchanges it, a token at least the implicit one (RFC 7591 section 2.1).
func (c *client) mayReceive(responseType string) bool {
	return c.takesCodes() ||
		c.hasGrantType("implicit") && !contains(strings.Split(responseType, " "), "code")
}

// hasScopes reports whether all scopes are registered. An empty scope never is.
func (c *client) hasScopes(scopes []string) bool {
	for _, scope := range scopes {
		if !contains(c.scopes, scope) {
			return false
		}
	}
	return true
}

// mayRequest reports whether all scopes of a token request are registered. "" means no scope.
func (c *client) mayRequest(scope string) bool {
	return scope == "" || c.hasScopes(strings.Split(scope, " "))
}

const (
	base64url  = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
	unreserved = base64url + ".~"
)

// challengeProblem checks a code challenge (RFC 7636). An absent method means plain. A SHA-256 digest
// has 43 characters of base64url.
func (c *client) challengeProblem(challenge, method string) Reason {
	if challenge == "" {
		if c.mayOmitPKCE && method == "" {
			return ""
		}
		return "pkce-missing"
	}
	if method == "" {
		method = "plain"
	}
	isWellFormed := len(challenge) == 43 && strings.Trim(challenge, base64url) == ""
	switch {
	case !contains(c.allCodeChallengeMethods(), method):
		return "pkce-method"
	case isWellFormed, method == "plain" && isVerifier(challenge):
		return ""
	default:
		return "pkce-challenge"
	}
}

// isVerifier reports whether the text has the form of a code verifier (RFC 7636 section 4.1).
func isVerifier(text string) bool {
	return 43 <= len(text) && len(text) <= 128 && strings.Trim(text, unreserved) == ""
}

// withoutLoopbackPort removes the port from http://127.0.0.1 and http://[::1] URIs (RFC 8252 section
// 7.3). No other host is a loopback host here.
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
		// ParseUint accepts digits only, and 65535 at most.
		if _, err := strconv.ParseUint(tail[:end], 10, 16); err != nil {
			return "", false
		}
		return origin + tail[end:], true
	}
	return "", false
}

func contains(texts []string, text string) bool {
	for _, each := range texts {
		if each == text {
			return true
		}
	}
	return false
}

func clone(texts []string) []string { return append([]string(nil), texts...) }
