package allowlist

import (
	"encoding/json"
	"fmt"
	"net/url"
	"strings"
)

// Request is a request that the policy allows. Ask the user for consent, then respond with SuccessURL
// or ErrorURL. Only decisions make requests that can be used. Printing it doesn't show the state and
// other parameters.
type Request struct{ r **requestValues }

// requestValues is a pointer to a pointer: package fmt follows one pointer, if a struct with an
// unexported field is printed with a wrong verb.
type requestValues struct {
	redirectURI string
	state       string
	scopes      []string
	issuer      string
	issuedCode  IssuedCode
	other       []Parameter
}

func newRequest(values requestValues) Request {
	pointer := &values
	return Request{&pointer}
}

func (r Request) values() *requestValues { return *r.r }

// ClientID returns the ID of the client.
func (r Request) ClientID() string { return r.values().issuedCode.ClientID }

// RedirectURI returns the registered redirect URI. A loopback redirect URI of a native client has the
// port of the request.
func (r Request) RedirectURI() string { return r.values().redirectURI }

// State returns the state of the request, or "". SuccessURL and ErrorURL send it back unchanged.
func (r Request) State() string { return r.values().state }

// Scopes returns a copy of the requested scopes. All of them are registered.
func (r Request) Scopes() []string { return clone(r.values().scopes) }

// CodeChallenge returns the code challenge, or "". It is part of IssuedCode, too (RFC 7636).
func (r Request) CodeChallenge() string { return r.values().issuedCode.CodeChallenge }

// CodeChallengeMethod returns S256 or plain, or "" without a code challenge.
func (r Request) CodeChallengeMethod() string { return r.values().issuedCode.CodeChallengeMethod }

// Issuer returns the issuer, or "". SuccessURL and ErrorURL send it as iss (RFC 9207).
func (r Request) Issuer() string { return r.values().issuer }

// IssuedCode returns what to keep with the code until TokenRequest.Verify needs it.
func (r Request) IssuedCode() IssuedCode { return r.values().issuedCode }

// OtherParameters returns the parameters that didn't take part in the decision, decoded and in order:
// nonce, prompt, response_mode, resource, login_hint and so on.
func (r Request) OtherParameters() []Parameter { return append([]Parameter(nil), r.values().other...) }

// Parameter returns the first value of one of OtherParameters, or "".
func (r Request) Parameter(name string) string { return firstValue(r.values().other, name) }

// SuccessURL returns the URL to send the user to with a code.
func (r Request) SuccessURL(code string) string {
	return responseURL(r.values().redirectURI, "code", code, "state", r.values().state, "iss", r.values().issuer)
}

// ErrorURL returns the URL to send the user to with an error such as access_denied.
func (r Request) ErrorURL(errorCode string) string {
	return r.ErrorURLWithDescription(errorCode, "")
}

// ErrorURLWithDescription is ErrorURL with an error_description.
func (r Request) ErrorURLWithDescription(errorCode, description string) string {
	return responseURL(r.values().redirectURI, "error", errorCode, "error_description", description,
		"state", r.values().state, "iss", r.values().issuer)
}

// String shows the client ID only.
func (r Request) String() string {
	if r.r == nil {
		return "allowlist.Request{}"
	}
	return fmt.Sprintf("allowlist.Request{ClientID:%q, [redacted]}", r.ClientID())
}

// Format prints String with every verb.
func (r Request) Format(state fmt.State, _ rune) { write(state, r) }

// write prints a value that must not be printed in any other form.
func write(state fmt.State, value fmt.Stringer) { _, _ = state.Write([]byte(value.String())) }

// IssuedCode is the data to store with an authorization code until a token request exchanges it. Its
// JSON has the same keys as in every language. Printing it doesn't show the code challenge.
type IssuedCode struct {
	// ClientID is the client that the code was issued to.
	ClientID string `json:"client_id"`
	// RedirectURI is the redirect_uri of the authorization request, or "" if it had none.
	RedirectURI string `json:"redirect_uri"`
	// CodeChallenge is the code challenge, or "" if there was none (RFC 7636).
	CodeChallenge string `json:"code_challenge"`
	// CodeChallengeMethod is S256 or plain, or "" without a code challenge.
	CodeChallengeMethod string `json:"code_challenge_method"`
}

// MarshalJSON writes null for an empty RedirectURI, CodeChallenge or CodeChallengeMethod.
func (c IssuedCode) MarshalJSON() ([]byte, error) {
	optional := func(value string) *string {
		if value == "" {
			return nil
		}
		return &value
	}
	return json.Marshal(struct {
		ClientID            string  `json:"client_id"`
		RedirectURI         *string `json:"redirect_uri"`
		CodeChallenge       *string `json:"code_challenge"`
		CodeChallengeMethod *string `json:"code_challenge_method"`
	}{c.ClientID, optional(c.RedirectURI), optional(c.CodeChallenge), optional(c.CodeChallengeMethod)})
}

// String shows the client ID only.
func (c IssuedCode) String() string {
	return fmt.Sprintf("allowlist.IssuedCode{ClientID:%q, [redacted]}", c.ClientID)
}

// Format prints String with every verb.
func (c IssuedCode) Format(state fmt.State, _ rune) { write(state, c) }

// AuthorizationDecision is *Allow, *RedirectError or *LocalError.
type AuthorizationDecision interface {
	Reason() Reason
	isAuthorizationDecision()
}

// Allow says to ask the user for consent and then to respond to the Request.
type Allow struct {
	request Request
	reason  Reason
}

// Request returns the allowed request.
func (d *Allow) Request() Request { return d.request }

// Reason returns allowed or loopback-port.
func (d *Allow) Reason() Reason { return d.reason }

func (d *Allow) isAuthorizationDecision() {}

// RedirectError says to authenticate the user, then to redirect the browser to Target, which reports
// the error to the client.
type RedirectError struct{ response errorResponse }

// Target returns the URL with the error.
func (d *RedirectError) Target() string { return *d.response.target }

// ErrorCode returns the error in Target, such as invalid_scope.
func (d *RedirectError) ErrorCode() string { return d.response.errorCode }

// Reason returns why the request is refused.
func (d *RedirectError) Reason() Reason { return d.response.reason }

func (d *RedirectError) isAuthorizationDecision() {}

// String doesn't show the target, which has the state.
func (d RedirectError) String() string { return d.response.string("RedirectError") }

// Format prints String with every verb.
func (d RedirectError) Format(state fmt.State, _ rune) { write(state, d) }

type errorResponse struct {
	// target has the state. It is a pointer, so package fmt doesn't print it.
	target    *string
	errorCode string
	reason    Reason
}

func newErrorResponse(request Request, errorCode string, reason Reason) errorResponse {
	target := request.ErrorURL(errorCode)
	return errorResponse{&target, errorCode, reason}
}

func (r errorResponse) string(name string) string {
	return fmt.Sprintf("allowlist.%s{ErrorCode:%q, Reason:%q, Target:[redacted]}",
		name, r.errorCode, string(r.reason))
}

// LocalError says to show the error on a page of the server. A redirect would make the server an open
// redirector.
type LocalError struct {
	errorCode string
	reason    Reason
}

// ErrorCode returns invalid_request or invalid_client.
func (d *LocalError) ErrorCode() string { return d.errorCode }

// Reason returns why the request is refused.
func (d *LocalError) Reason() Reason { return d.reason }

func (d *LocalError) isAuthorizationDecision() {}

// DecideAuthorization decides a request to the authorization endpoint. The query is the one that
// arrived, without the question mark and not decoded, such as url.URL.RawQuery.
func (a *Allowlist) DecideAuthorization(rawQuery string) AuthorizationDecision {
	parameters, problem := readParameters(rawQuery, url.QueryUnescape, authorizationRole)
	if problem != "" {
		return &LocalError{"invalid_request", problem}
	}
	id := parameters.get("client_id")
	if id == "" {
		return &LocalError{"invalid_request", "client-id-missing"}
	}
	c := a.byID[id]
	if c == nil {
		return &LocalError{"invalid_client", "client-unknown"}
	}
	redirectURI, problem := c.target(parameters.get("redirect_uri"))
	if problem != "" {
		return &LocalError{"invalid_request", problem}
	}
	request := c.request(redirectURI, parameters)
	refuse := func(errorCode string, reason Reason) AuthorizationDecision {
		return &RedirectError{newErrorResponse(request, errorCode, reason)}
	}
	switch responseType := parameters.get("response_type"); {
	case responseType == "":
		return refuse("invalid_request", "response-type-missing")
	case !contains(c.allResponseTypes(), responseType):
		return refuse("unsupported_response_type", "response-type-unsupported")
	case !c.mayReceive(responseType):
		return refuse("unauthorized_client", "grant-type-not-allowed")
	case request.State() == "" && !c.mayOmitState:
		return refuse("invalid_request", "state-missing")
	case !c.hasScopes(request.Scopes()):
		return refuse("invalid_scope", "scope-not-allowed")
	}
	problem = c.challengeProblem(request.CodeChallenge(), parameters.get("code_challenge_method"))
	if problem != "" {
		return refuse("invalid_request", problem)
	}
	return &Allow{request, c.reasonAt(redirectURI)}
}

// request returns the client's request with the parameters.
func (c *client) request(redirectURI string, parameters parameterSet) Request {
	r := requestValues{
		redirectURI: redirectURI,
		state:       parameters.get("state"),
		issuer:      c.issuer,
		issuedCode: IssuedCode{
			ClientID:            c.id,
			RedirectURI:         parameters.get("redirect_uri"),
			CodeChallenge:       parameters.get("code_challenge"),
			CodeChallengeMethod: parameters.get("code_challenge_method"),
		},
		other: parameters.other,
	}
	if r.issuedCode.CodeChallenge != "" && r.issuedCode.CodeChallengeMethod == "" {
		r.issuedCode.CodeChallengeMethod = "plain"
	}
	if scope := parameters.get("scope"); scope != "" {
		r.scopes = strings.Split(scope, " ")
	}
	return newRequest(r)
}

// DecideAuthorization is Allowlist.DecideAuthorization for a compiled-in environment.
func DecideAuthorization(rawQuery string, environment Environment) AuthorizationDecision {
	return in(environment).DecideAuthorization(rawQuery)
}

// SuccessURL returns the URL to send a user to with a code. The redirect URI must be that of an
// allowed request, never the one in the query. Request.SuccessURL sends the issuer, too.
func SuccessURL(redirectURI, code, state string) string {
	return responseURL(redirectURI, "code", code, "state", state)
}

// ErrorURL returns the URL to send a user to with an error. The redirect URI must be that of an
// allowed request, never the one in the query. Request.ErrorURL sends the issuer, too.
func ErrorURL(redirectURI, errorCode, state string) string {
	return responseURL(redirectURI, "error", errorCode, "state", state)
}

// ErrorURLWithDescription is ErrorURL with an error_description.
func ErrorURLWithDescription(redirectURI, errorCode, description, state string) string {
	return responseURL(redirectURI, "error", errorCode, "error_description", description,
		"state", state)
}
