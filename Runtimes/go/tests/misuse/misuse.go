// Package misuse has lines that must not compile. TestMisuse compares the errors of the compiler.
package misuse

import "runtimes/allowlist"

func forge(request allowlist.Request, token allowlist.TokenRequest, client allowlist.Client) {
	_ = allowlist.Allow{request: request}       // want "unknown field 'request' in struct literal"
	_ = allowlist.TokenAllow{request: token}    // want "unknown field 'request' in struct literal"
	_ = allowlist.Request{r: nil}               // want "unknown field 'r' in struct literal"
	_ = allowlist.Allow{request, "allowed"}     // want "implicit assignment to unexported field request"
	request.RedirectURI = "https://evil.test"   // want "cannot assign to request.RedirectURI"
	request.r.redirectURI = "https://evil.test" // want "request.r undefined"
	token.r.client = nil                        // want "token.r undefined"
	client.c.isPublic = true                    // want "client.c undefined"
	_ = token.requiresPKCE                      // want "token.requiresPKCE undefined"
}

type forged struct{}

func (forged) Reason() allowlist.Reason { return "allowed" }
func (forged) isAuthorizationDecision() {}

func decide(decision allowlist.AuthorizationDecision, token allowlist.TokenDecision) {
	_ = allowlist.AuthorizationDecision(forged{}) // want "cannot convert forged{}"
	_ = decision.Request()                        // want "decision.Request undefined"
	switch decision.(type) {
	case allowlist.Allow: // want "impossible type switch case"
	case *allowlist.TokenAllow: // want "impossible type switch case"
	}
	switch token.(type) {
	case *allowlist.LocalError: // want "impossible type switch case"
	}
}
