// Package allowlist decides authorization, token and App Flip requests by the clients of a sign-in
// link policy, and builds the responses.
//
// Strings are compared byte by byte: nothing is trimmed, case-folded, normalized or decoded twice.
// Responses go only to registered redirect URIs. Build with -tags linkpolicy_prod_only or
// -tags linkpolicy_sandbox_only to keep the other environment out of the binary.
//
// The server still has to do what no list can: use a code once and for a short time, revoke the tokens
// of a code that comes twice, keep an IssuedCode with each code and pass it to TokenRequest.Verify,
// look up refresh tokens, verify assertions, and rotate and publish its signing keys. An App Flip
// request can come without a state: then only the user's consent in the app shows that it is wanted.
//
// All functions and methods are safe for concurrent use.
package allowlist

import "fmt"

// Environment is an environment of the policy: Prod or Sandbox.
type Environment string

// Reason says what decided a request. The values are the IDs that "linkpolicy rules --reasons" lists.
type Reason string

// Allowlist has the clients of one environment. For returns the compiled-in clients, Load reads
// allowlist.json. The zero value has no clients.
type Allowlist struct {
	clients     []client
	byID        map[string]*client
	corsOrigins map[string]bool
	grantTypes  map[string]bool
}

var none = &Allowlist{}

var compiledIn = map[Environment]*Allowlist{}

// register adds the compiled-in clients of an environment. Only init functions call it.
func register(environment Environment, clients []client) {
	compiledIn[environment] = newAllowlist(clients)
}

func newAllowlist(clients []client) *Allowlist {
	a := &Allowlist{
		clients:     clients,
		byID:        make(map[string]*client, len(clients)),
		corsOrigins: map[string]bool{},
		grantTypes:  map[string]bool{},
	}
	for i := range clients {
		c := &clients[i]
		if _, isDuplicate := a.byID[c.id]; !isDuplicate {
			a.byID[c.id] = c
		}
		for _, origin := range c.corsOrigins {
			a.corsOrigins[origin] = true
		}
		for _, grantType := range c.allGrantTypes() {
			a.grantTypes[grantType] = true
		}
	}
	return a
}

// For returns the compiled-in clients of an environment, or an error if it isn't compiled in.
func For(environment Environment) (*Allowlist, error) {
	if a, ok := compiledIn[environment]; ok {
		return a, nil
	}
	return nil, fmt.Errorf("allowlist: the environment %q isn't compiled in", string(environment))
}

// in returns the compiled-in clients of an environment, or no clients.
func in(environment Environment) *Allowlist {
	if a, ok := compiledIn[environment]; ok {
		return a
	}
	return none
}

// Client returns the client with the ID.
func (a *Allowlist) Client(clientID string) (client Client, ok bool) {
	c, ok := a.byID[clientID]
	return Client{c}, ok
}

// Clients returns all clients in the order of the policy.
func (a *Allowlist) Clients() []Client {
	clients := make([]Client, len(a.clients))
	for i := range a.clients {
		clients[i] = Client{&a.clients[i]}
	}
	return clients
}

// IsRedirectURIAllowed reports whether the client may receive responses at the redirect URI.
func (a *Allowlist) IsRedirectURIAllowed(clientID, redirectURI string) bool {
	c := a.byID[clientID]
	return c != nil && c.allows(redirectURI)
}

// IsPostLogoutRedirectURIAllowed reports whether the client may send a user to the URI after logout.
func (a *Allowlist) IsPostLogoutRedirectURIAllowed(clientID, uri string) bool {
	c := a.byID[clientID]
	return c != nil && contains(c.postLogoutRedirectURIs, uri)
}

// IsCORSOriginAllowed reports whether scripts of the origin may read the client's responses. The
// origin is the Origin header as it arrived. CORSHeaders builds the headers.
func (a *Allowlist) IsCORSOriginAllowed(clientID, origin string) bool {
	c := a.byID[clientID]
	return c != nil && contains(c.corsOrigins, origin)
}

// IsGrantTypeAllowed reports whether the client may use the grant type at the token endpoint.
func (a *Allowlist) IsGrantTypeAllowed(clientID, grantType string) bool {
	c := a.byID[clientID]
	return c != nil && c.hasGrantType(grantType)
}

// CORSHeaders returns the headers to add to a response, or to the response to a preflight request:
// Vary for every origin, and the rest if a client of the environment lists the origin.
func (a *Allowlist) CORSHeaders(origin string, isPreflight bool) map[string]string {
	headers := map[string]string{"Vary": "Origin"}
	if !a.corsOrigins[origin] {
		return headers
	}
	headers["Access-Control-Allow-Origin"] = origin
	if isPreflight {
		headers["Access-Control-Allow-Methods"] = "GET, POST"
		headers["Access-Control-Allow-Headers"] = "Authorization, Content-Type"
	}
	return headers
}

// PostLogoutURL returns the URL to send a user to after logout, if the client registered the URI. The
// state is appended unless it is empty.
func (a *Allowlist) PostLogoutURL(clientID, uri, state string) (url string, ok bool) {
	if !a.IsPostLogoutRedirectURIAllowed(clientID, uri) {
		return "", false
	}
	if state == "" {
		return uri, true
	}
	return responseURL(uri, "state", state), true
}

// IsRedirectURIAllowed is Allowlist.IsRedirectURIAllowed for a compiled-in environment.
func IsRedirectURIAllowed(clientID string, environment Environment, redirectURI string) bool {
	return in(environment).IsRedirectURIAllowed(clientID, redirectURI)
}

// IsPostLogoutRedirectURIAllowed is Allowlist.IsPostLogoutRedirectURIAllowed for a compiled-in
// environment.
func IsPostLogoutRedirectURIAllowed(clientID string, environment Environment, uri string) bool {
	return in(environment).IsPostLogoutRedirectURIAllowed(clientID, uri)
}

// IsCORSOriginAllowed is Allowlist.IsCORSOriginAllowed for a compiled-in environment.
func IsCORSOriginAllowed(clientID string, environment Environment, origin string) bool {
	return in(environment).IsCORSOriginAllowed(clientID, origin)
}

// IsGrantTypeAllowed is Allowlist.IsGrantTypeAllowed for a compiled-in environment.
func IsGrantTypeAllowed(clientID string, environment Environment, grantType string) bool {
	return in(environment).IsGrantTypeAllowed(clientID, grantType)
}
