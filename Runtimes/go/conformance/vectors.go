//go:build ignore

// Compares the decisions of the generated package with those in vectors.json; run.go builds it.
package main

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"

	allowlist "conformance/allowlist"
)

type vector struct {
	ID          string
	Kind        string
	Environment allowlist.Environment
	ClientID    string `json:"client_id"`
	RedirectURI string `json:"redirect_uri"`
	Origin      string
	GrantType   string `json:"grant_type"`
	Query       string
	URL         string
	Action      string
	Caller      struct {
		Package string
		Certs   []string
	}
	Extras struct {
		ClientID    string `json:"client_id"`
		RedirectURI string `json:"redirect_uri"`
		Scopes      []string
	}
	Code        string
	Error       string
	Description string `json:"error_description"`
	State       string
	Form        string
	// nil without the header.
	Authorization *string
	// nil for an unknown code.
	Issued *allowlist.IssuedCode
	// Expect is the decision on one line.
	Expect string
	// nil for functions without a reason.
	Reason *allowlist.Reason
}

func main() {
	status, err := run(os.Args[1:])
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
	}
	os.Exit(status)
}

func run(arguments []string) (status int, err error) {
	listIn := allowlist.For
	switch {
	case len(arguments) == 3 && arguments[1] == "--load":
		listIn, err = loader(arguments[2])
	case len(arguments) != 1:
		err = errors.New("usage: vectors.json [--load allowlist.json]")
	}
	if err != nil {
		return 2, err
	}
	data, err := os.ReadFile(arguments[0])
	if err != nil {
		return 2, err
	}
	var file struct{ Vectors []vector }
	if err := json.Unmarshal(data, &file); err != nil {
		return 2, err
	}
	if len(file.Vectors) == 0 {
		return 2, fmt.Errorf("%s has no vectors", arguments[0])
	}
	lists := map[allowlist.Environment]*allowlist.Allowlist{}
	failures := 0
	for _, v := range file.Vectors {
		if lists[v.Environment] == nil {
			if lists[v.Environment], err = listIn(v.Environment); err != nil {
				return 2, err
			}
		}
		decision, reason := decide(v, lists[v.Environment])
		if decision != v.Expect {
			failures++
			fmt.Printf("%s: expected %q, not %q\n", v.ID, v.Expect, decision)
		} else if v.Reason != nil && reason != *v.Reason {
			failures++
			fmt.Printf("%s: expected the reason %q, not %q\n", v.ID, *v.Reason, reason)
		}
	}
	fmt.Printf("%d of %d vectors agree\n", len(file.Vectors)-failures, len(file.Vectors))
	if failures > 0 {
		return 1, nil
	}
	return 0, nil
}

// loader returns a function that loads an environment from allowlist.json.
func loader(path string) (func(allowlist.Environment) (*allowlist.Allowlist, error), error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	hash := sha256.Sum256(data)
	return func(environment allowlist.Environment) (*allowlist.Allowlist, error) {
		return allowlist.Load(data, hex.EncodeToString(hash[:]), environment)
	}, nil
}

// appFlip decides App Flip vectors. vectors_app_flip.go sets it if the package has App Flip.
var appFlip func(v vector, list *allowlist.Allowlist) (decision string, reason allowlist.Reason)

// decide returns the decision in the form of the file.
func decide(v vector, list *allowlist.Allowlist) (decision string, reason allowlist.Reason) {
	switch v.Kind {
	case "redirect_uri":
		return allowOrDeny(list.IsRedirectURIAllowed(v.ClientID, v.RedirectURI)), ""
	case "post_logout_redirect_uri":
		return allowOrDeny(list.IsPostLogoutRedirectURIAllowed(v.ClientID, v.RedirectURI)), ""
	case "cors_origin":
		return allowOrDeny(list.IsCORSOriginAllowed(v.ClientID, v.Origin)), ""
	case "grant_type":
		return allowOrDeny(list.IsGrantTypeAllowed(v.ClientID, v.GrantType)), ""
	case "authorize":
		return authorization(list.DecideAuthorization(v.Query))
	case "success_url":
		return allowlist.SuccessURL(v.RedirectURI, v.Code, v.State), ""
	case "error_url":
		if v.Description != "" {
			return allowlist.ErrorURLWithDescription(v.RedirectURI, v.Error, v.Description, v.State), ""
		}
		return allowlist.ErrorURL(v.RedirectURI, v.Error, v.State), ""
	case "token":
		return token(v, list)
	case "app_flip_ios", "app_flip_android":
		if appFlip != nil {
			return appFlip(v, list)
		}
	}
	return "unknown kind " + v.Kind, ""
}

func allowOrDeny(isAllowed bool) string {
	if isAllowed {
		return "allow"
	}
	return "deny"
}

func authorization(decision allowlist.AuthorizationDecision) (string, allowlist.Reason) {
	switch d := decision.(type) {
	case *allowlist.Allow:
		return "allow " + d.Request().SuccessURL("C1"), d.Reason()
	case *allowlist.RedirectError:
		return "redirect " + d.Target(), d.Reason()
	case *allowlist.LocalError:
		return "local " + d.ErrorCode(), d.Reason()
	}
	return "", ""
}

// token returns the response to a client with the right secret.
func token(v vector, list *allowlist.Allowlist) (string, allowlist.Reason) {
	var header []string
	if v.Authorization != nil {
		header = []string{*v.Authorization}
	}
	switch d := list.DecideToken(v.Form, header).(type) {
	case *allowlist.TokenAllow:
		r := d.Request()
		if err := r.Verify(allowlist.KnownSecret(r.ClientSecret()), v.Issued); err != nil {
			return tokenError(err), err.Reason()
		}
		return "allow", d.Reason()
	case *allowlist.TokenError:
		return tokenError(d), d.Reason()
	}
	return "", ""
}

func tokenError(err *allowlist.TokenError) string {
	ending := ""
	if err.Headers()["WWW-Authenticate"] != "" {
		ending = " basic"
	}
	return fmt.Sprintf("error %d %s%s", err.Status(), err.ErrorCode(), ending)
}
