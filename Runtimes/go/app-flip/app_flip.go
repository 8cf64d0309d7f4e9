package allowlist

import (
	"fmt"
	"net/url"
	"strings"
)

// AppFlipDecision is the decision about an App Flip request that arrived as a universal link: *Allow,
// *ReturnError, *NotHandled or *Ignore. Open the URLs of an allowed request as universal links.
type AppFlipDecision interface {
	Reason() Reason
	isAppFlipDecision()
}

// AppFlipIntentDecision is the decision about an App Flip intent: *Allow, *IntentError, *Cancelled or
// *Ignore. Respond to an allowed request with RESULT_OK and AUTHORIZATION_CODE.
type AppFlipIntentDecision interface {
	Reason() Reason
	isAppFlipIntentDecision()
}

func (d *Allow) isAppFlipDecision()       {}
func (d *Allow) isAppFlipIntentDecision() {}

// ReturnError says to open Target as a universal link. The calling app goes on without the app.
type ReturnError struct{ response errorResponse }

// Target returns the URL with the error.
func (d *ReturnError) Target() string { return *d.response.target }

// ErrorCode returns the error in Target.
func (d *ReturnError) ErrorCode() string { return d.response.errorCode }

// Reason returns why the request is refused.
func (d *ReturnError) Reason() Reason { return d.response.reason }

func (d *ReturnError) isAppFlipDecision() {}

// String doesn't show the target, which has the state.
func (d ReturnError) String() string { return d.response.string("ReturnError") }

// Format prints String with every verb.
func (d ReturnError) Format(state fmt.State, _ rune) { write(state, d) }

// NotHandled says to open nothing: the redirect URI isn't registered, or the link can't be read.
type NotHandled struct{ reason Reason }

// Reason returns why the request is refused.
func (d *NotHandled) Reason() Reason { return d.reason }

func (d *NotHandled) isAppFlipDecision() {}

// Ignore says that this isn't an App Flip request: handle it like any other link or intent.
type Ignore struct{}

// Reason returns link-not-configured.
func (d *Ignore) Reason() Reason { return "link-not-configured" }

func (d *Ignore) isAppFlipDecision()       {}
func (d *Ignore) isAppFlipIntentDecision() {}

// IntentError says to finish with the result code -2 and the extras ERROR_TYPE, ERROR_CODE and
// ERROR_DESCRIPTION.
type IntentError struct {
	description string
	reason      Reason
}

// Type returns ERROR_TYPE: 3, the request is wrong.
func (d *IntentError) Type() int { return 3 }

// Code returns ERROR_CODE.
func (d *IntentError) Code() int { return 1 }

// Description returns ERROR_DESCRIPTION.
func (d *IntentError) Description() string { return d.description }

// Reason returns why the request is refused.
func (d *IntentError) Reason() Reason { return d.reason }

func (d *IntentError) isAppFlipIntentDecision() {}

// Cancelled says to finish with RESULT_CANCELED and without data: the caller isn't a configured app.
type Cancelled struct{}

// Reason returns caller-unknown.
func (d *Cancelled) Reason() Reason { return "caller-unknown" }

func (d *Cancelled) isAppFlipIntentDecision() {}

// Caller is the app that sent an App Flip intent.
type Caller struct {
	// Package is its package name.
	Package string
	// Certificates are the SHA-256 fingerprints of its current signing certificates in hex, with or
	// without colons.
	Certificates []string
}

// AppFlipExtras are the extras of an App Flip intent. A missing one is empty.
type AppFlipExtras struct {
	// ClientID is CLIENT_ID.
	ClientID string
	// RedirectURI is REDIRECT_URI.
	RedirectURI string
	// Scopes are the elements of SCOPE, or that string split at spaces.
	Scopes []string
}

// DecideAppFlip decides an App Flip request that arrived as a universal link (iOS). The URL is the
// link that opened the app.
func (a *Allowlist) DecideAppFlip(linkURL string) AppFlipDecision {
	link, query, _ := strings.Cut(linkURL, "?")
	candidates := a.filter(func(c *client) bool {
		return c.universalLink != "" && c.universalLink == link
	})
	if len(candidates) == 0 {
		return &Ignore{}
	}
	parameters, problem := readParameters(query, url.PathUnescape, authorizationRole)
	if problem != "" {
		return &NotHandled{problem}
	}
	id := parameters.get("client_id")
	candidates, named := narrow(candidates, id)
	redirectURI := parameters.get("redirect_uri")
	owner, problem := redirectURIOwner(candidates, redirectURI)
	if problem != "" {
		return &NotHandled{problem}
	}
	request := owner.request(redirectURI, parameters)
	switch {
	case request.State() == "" && (named == nil || !named.mayOmitState):
		problem = "state-missing"
	case id == "":
		problem = "client-id-missing"
	case named == nil:
		problem = "client-unknown"
	case !named.takesCodes():
		problem = "grant-type-not-allowed"
	case !named.hasScopes(request.Scopes()):
		problem = "scope-not-allowed"
	default:
		problem = named.challengeProblem(
			request.CodeChallenge(), parameters.get("code_challenge_method"))
	}
	if problem != "" {
		return &ReturnError{newErrorResponse(request, "invalid_request", problem)}
	}
	return &Allow{request, named.reasonAt(redirectURI)}
}

// DecideAppFlipIntent decides an App Flip intent (Android). Leave out the action of the intent if the
// app has only one App Flip action.
func (a *Allowlist) DecideAppFlipIntent(
	caller Caller, extras AppFlipExtras, action ...string,
) AppFlipIntentDecision {
	candidates := a.filter(func(c *client) bool {
		return c.intentAction != "" && (len(action) == 0 || contains(action, c.intentAction))
	})
	if len(candidates) == 0 {
		return &Ignore{}
	}
	candidates, named := narrow(candidates, extras.ClientID)
	if !acceptCaller(candidates, caller) {
		return &Cancelled{}
	}
	_, problem := redirectURIOwner(candidates, extras.RedirectURI)
	switch {
	case problem != "":
		return &IntentError{"Invalid redirect URI", problem}
	case extras.ClientID == "":
		return &IntentError{"Invalid client", "client-id-missing"}
	case named == nil:
		return &IntentError{"Invalid client", "client-unknown"}
	case !named.takesCodes():
		return &IntentError{"Invalid request", "grant-type-not-allowed"}
	case !named.hasScopes(extras.Scopes):
		return &IntentError{"Invalid scope", "scope-not-allowed"}
	}
	// An intent has no code challenge.
	if problem := named.challengeProblem("", ""); problem != "" {
		return &IntentError{"Invalid request", problem}
	}
	return &Allow{newRequest(requestValues{
		redirectURI: extras.RedirectURI, scopes: clone(extras.Scopes),
		issuedCode: IssuedCode{ClientID: named.id, RedirectURI: extras.RedirectURI},
	}), "allowed"}
}

func (a *Allowlist) filter(isWanted func(*client) bool) []*client {
	var wanted []*client
	for i := range a.clients {
		if isWanted(&a.clients[i]) {
			wanted = append(wanted, &a.clients[i])
		}
	}
	return wanted
}

// narrow returns the client with the ID, or all candidates if none has it.
func narrow(candidates []*client, id string) (narrowed []*client, named *client) {
	for _, c := range candidates {
		if c.id == id {
			return []*client{c}, c
		}
	}
	return candidates, nil
}

// redirectURIOwner returns the first client that may receive App Flip responses at the redirect URI.
func redirectURIOwner(candidates []*client, redirectURI string) (owner *client, problem Reason) {
	if redirectURI == "" {
		return nil, "redirect-uri-missing"
	}
	problem = "redirect-uri-not-registered"
	for _, c := range candidates {
		switch {
		case !c.allows(redirectURI):
		case contains(c.browserRedirectURIs, redirectURI):
			problem = "redirect-uri-browser-only"
		default:
			return c, ""
		}
	}
	return nil, problem
}

// acceptCaller compares the package name and the only certificate, in upper or lower case and with or
// without colons. (No letter outside of ASCII folds to a hex digit.)
func acceptCaller(candidates []*client, asking Caller) bool {
	if len(asking.Certificates) != 1 {
		return false
	}
	certificate := asking.Certificates[0]
	for _, c := range candidates {
		for _, known := range c.callers {
			if known.packageName != asking.Package {
				continue
			}
			for _, own := range known.certificates {
				bare := strings.ReplaceAll(own, ":", "")
				if strings.EqualFold(certificate, own) || strings.EqualFold(certificate, bare) {
					return true
				}
			}
		}
	}
	return false
}

// DecideAppFlip is Allowlist.DecideAppFlip for a compiled-in environment.
func DecideAppFlip(linkURL string, environment Environment) AppFlipDecision {
	return in(environment).DecideAppFlip(linkURL)
}

// DecideAppFlipIntent is Allowlist.DecideAppFlipIntent for a compiled-in environment.
func DecideAppFlipIntent(
	caller Caller, extras AppFlipExtras, environment Environment, action ...string,
) AppFlipIntentDecision {
	return in(environment).DecideAppFlipIntent(caller, extras, action...)
}
