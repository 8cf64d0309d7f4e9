package allowlist

import (
	"fmt"
	"net/url"
	"strings"
	"unicode/utf8"
)

// Parameter is a decoded parameter of a request. Printing it doesn't show the value.
type Parameter struct {
	name string
	// value is a pointer, so package fmt doesn't print the string.
	value *string
}

// Name returns the name of the parameter.
func (p Parameter) Name() string { return p.name }

// Value returns the value of the parameter.
func (p Parameter) Value() string { return *p.value }

// String shows the name only.
func (p Parameter) String() string { return p.name + "=[redacted]" }

// Format prints String with every verb.
func (p Parameter) Format(state fmt.State, _ rune) { write(state, p) }

// parameterSet has the parameters of a query or form.
type parameterSet struct {
	known map[string]string
	// other are the parameters that the decisions don't read, in order.
	other []Parameter
}

// role says what the decisions do with a parameter.
type role int

const (
	// other is a parameter that the decisions don't read, such as nonce.
	other role = iota
	// known is a parameter that the decisions read. It must not be repeated.
	known
	// single is like other, but must not be repeated.
	single
)

// readParameters reads a query or form. It returns a reason if an escape or UTF-8 sequence is
// malformed, or a known parameter is repeated: two parsers could read two different requests. A
// fragment isn't part of the query. An empty value counts as none (RFC 6749 section 3.1).
func readParameters(
	query string, unescape func(string) (string, error), roleOf func(name string) role,
) (result parameterSet, problem Reason) {
	result.known = map[string]string{}
	seen := map[string]bool{}
	query, _, _ = strings.Cut(query, "#")
	for _, piece := range strings.Split(query, "&") {
		rawName, rawValue, _ := strings.Cut(piece, "=")
		name, nameErr := unescape(rawName)
		value, valueErr := unescape(rawValue)
		if nameErr != nil || valueErr != nil || !utf8.ValidString(name) || !utf8.ValidString(value) {
			return parameterSet{}, "malformed-request"
		}
		nameRole := roleOf(name)
		if nameRole != other && seen[name] {
			problem = "duplicate-parameter"
		}
		seen[name] = true
		if nameRole == known {
			result.known[name] = value
		} else if value != "" {
			result.other = append(result.other, Parameter{name, &value})
		}
	}
	return result, problem
}

func (p parameterSet) get(name string) string { return p.known[name] }

// firstValue returns the first value of the parameter with the name, or "".
func firstValue(parameters []Parameter, name string) string {
	for _, parameter := range parameters {
		if parameter.name == name {
			return *parameter.value
		}
	}
	return ""
}

func authorizationRole(name string) role {
	switch name {
	case "client_id", "redirect_uri", "response_type", "scope", "state", "code_challenge",
		"code_challenge_method":
		return known
	case "user_locale":
		return single
	}
	return other
}

func tokenRole(name string) role {
	switch name {
	case "grant_type", "client_id", "client_secret", "code", "redirect_uri", "code_verifier",
		"refresh_token", "intent", "assertion", "scope":
		return known
	case "response_type", "device_code", "subject_token", "subject_token_type":
		return single
	}
	return other
}

// responseURL appends a parameter to the query of a URI, and further ones that have a value (RFC 6749
// section 3.1.2).
func responseURL(uri, name, value string, more ...string) string {
	switch {
	case !strings.Contains(uri, "?"):
		uri += "?"
	case !strings.HasSuffix(uri, "?") && !strings.HasSuffix(uri, "&"):
		uri += "&"
	}
	uri += name + "=" + escape(value)
	for i := 0; i < len(more); i += 2 {
		if more[i+1] != "" {
			uri += "&" + more[i] + "=" + escape(more[i+1])
		}
	}
	return uri
}

// escape writes a space as %20, which form decoders and percent decoders read alike.
func escape(text string) string {
	return strings.ReplaceAll(url.QueryEscape(text), "+", "%20")
}
