//go:build ignore

package main

import (
	"fmt"

	allowlist "conformance/allowlist"
)

func init() {
	appFlip = func(v vector, list *allowlist.Allowlist) (string, allowlist.Reason) {
		if v.Kind == "app_flip_ios" {
			return appFlipLink(list.DecideAppFlip(v.URL))
		}
		return appFlipIntent(list.DecideAppFlipIntent(
			allowlist.Caller{Package: v.Caller.Package, Certificates: v.Caller.Certs},
			allowlist.AppFlipExtras{
				ClientID:    v.Extras.ClientID,
				RedirectURI: v.Extras.RedirectURI,
				Scopes:      v.Extras.Scopes,
			}, v.Action))
	}
}

func appFlipLink(decision allowlist.AppFlipDecision) (string, allowlist.Reason) {
	switch d := decision.(type) {
	case *allowlist.Allow:
		return "allow " + d.Request().SuccessURL("C1"), d.Reason()
	case *allowlist.ReturnError:
		return "redirect " + d.Target(), d.Reason()
	case *allowlist.NotHandled:
		return "not-handled", d.Reason()
	case *allowlist.Ignore:
		return "ignore", d.Reason()
	}
	return "", ""
}

func appFlipIntent(decision allowlist.AppFlipIntentDecision) (string, allowlist.Reason) {
	switch d := decision.(type) {
	case *allowlist.Allow:
		return "allow " + d.Request().RedirectURI(), d.Reason()
	case *allowlist.IntentError:
		return fmt.Sprintf("error %d %d %s", d.Type(), d.Code(), d.Description()), d.Reason()
	case *allowlist.Cancelled:
		return "cancelled", d.Reason()
	case *allowlist.Ignore:
		return "ignore", d.Reason()
	}
	return "", ""
}
