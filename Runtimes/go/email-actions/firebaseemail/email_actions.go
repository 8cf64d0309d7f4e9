// Package firebaseemail has the settings of the emails whose links the Firebase Admin SDK makes, by
// action and environment. The SDK returns a link; the server sends the email.
package firebaseemail

import (
	"errors"
	"regexp"
	"strings"

	"firebase.google.com/go/v4/auth"
)

// Environment is an environment of the policy: Prod or Sandbox.
type Environment string

// The environments.
const (
	Prod    Environment = "prod"
	Sandbox Environment = "sandbox"
)

// Action is an email action of the policy.
type Action string

// ErrNoAction says that the environment does not have the action.
var ErrNoAction = errors.New("the environment does not have this email action")

// ErrContinueURL says that a continue URL is not allowed.
var ErrContinueURL = errors.New("the continue URL is not allowed")

// Settings returns the settings with the registered continue URL. (The Admin SDK for Go has no link
// domain: the links of its emails are on the default domain of the project.)
func Settings(action Action, environment Environment) (*auth.ActionCodeSettings, error) {
	s, found := actions[environment][action]
	if !found {
		return nil, ErrNoAction
	}
	return s.settings(s.url), nil
}

// SettingsFor returns the settings with another continue URL, if IsContinueURLAllowed allows it.
func SettingsFor(action Action, environment Environment, continueURL string) (*auth.ActionCodeSettings, error) {
	s, found := actions[environment][action]
	if !found {
		return nil, ErrNoAction
	}
	if !s.allows(continueURL) {
		return nil, ErrContinueURL
	}
	return s.settings(continueURL), nil
}

// IsContinueURLAllowed reports whether a URL is the registered one, continues its path, or has its own
// query or fragment.
//
// Scheme, host and path of the registered URL must be the same. Further path segments contain only
// letters, digits and -._~ and don't start with a dot. Query and fragment contain what RFC 3986
// allows.
func IsContinueURLAllowed(url string, action Action, environment Environment) bool {
	s, found := actions[environment][action]
	return found && s.allows(url)
}

// settings are the settings of an action in one environment. The data file leaves out the fields with
// zero values.
type settings struct {
	url string
	// isOnlyURL refuses other continue URLs: the registered one has no host that they could share.
	isOnlyURL             bool
	handleCodeInApp       bool
	iosBundleID           string
	androidPackageName    string
	androidInstallApp     bool
	androidMinimumVersion string
}

func (s settings) settings(url string) *auth.ActionCodeSettings {
	return &auth.ActionCodeSettings{
		URL:                   url,
		HandleCodeInApp:       s.handleCodeInApp,
		IOSBundleID:           s.iosBundleID,
		AndroidPackageName:    s.androidPackageName,
		AndroidInstallApp:     s.androidInstallApp,
		AndroidMinimumVersion: s.androidMinimumVersion,
	}
}

var rest = regexp.MustCompile(`\A(?:/[A-Za-z0-9_~-][A-Za-z0-9._~-]*)*/?` +
	`(?:\?(?:[A-Za-z0-9._~!$&'()*+,;=:@/?-]|%[0-9A-Fa-f]{2})*)?` +
	`(?:#(?:[A-Za-z0-9._~!$&'()*+,;=:@/?-]|%[0-9A-Fa-f]{2})*)?\z`)

func (s settings) allows(url string) bool {
	if url == s.url {
		return true
	}
	prefix := s.url
	if end := strings.IndexAny(prefix, "?#"); end >= 0 {
		prefix = prefix[:end]
	}
	base := strings.TrimSuffix(prefix, "/")
	return !s.isOnlyURL && len(url) <= 2048 && strings.HasPrefix(url, prefix) &&
		rest.MatchString(url[len(base):])
}
