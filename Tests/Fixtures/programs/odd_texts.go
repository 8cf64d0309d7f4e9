package main

import (
	"strings"

	"linkpolicy.generated/allowlist"
)

func main() {
	const uri = "https://oauth-redirect.googleusercontent.com/a/com.google.OPA"
	const fingerprint = "FINGERPRINT_OF_CALLER"
	claim := func(isTrue bool) {
		if !isTrue {
			panic("a claim does not hold")
		}
	}
	allowed := func(id string, environment allowlist.Environment, uri string) bool {
		return allowlist.IsRedirectURIAllowed(id, environment, uri)
	}
	claim(allowed("google-client-1", allowlist.Prod, uri))
	claim(!allowed("google-client-1", allowlist.Sandbox, uri))
	claim(!allowed("google-client-1", "Prod", uri))
	claim(!allowed("google-client-1", "", uri))

	// Invalid UTF-8, escaped or not.
	claim(!allowed("google-client-1", allowlist.Prod, uri+"\xff"))
	for _, text := range []string{"\xff", "%FF", "\xed\xa0\x80", "%C3\xa9%"} {
		decision := allowlist.DecideAuthorization("client_id=google-client-1&x="+text, allowlist.Prod)
		claim(decision.(*allowlist.LocalError).Reason() == "malformed-request")
		flip := allowlist.DecideAppFlip("https://partner.example/flip?"+text, allowlist.Prod)
		claim(flip.(*allowlist.NotHandled).Reason() == "malformed-request")
	}
	claim(allowlist.SuccessURL(uri, "a b+\xff", "~") == uri+"?code=a%20b%2B%FF&state=~")
	claim(allowlist.ErrorURL(uri, "x", "") == uri+"?error=x")

	port := func(text string) bool {
		return allowed("native-cli", allowlist.Prod, "http://127.0.0.1:"+text+"/cb")
	}
	claim(port("80"))
	for _, text := range []string{"\u0661", "+80", "8_0", "0x50", " 80", "80\n", "", "/"} {
		claim(!port(text))
	}

	flip := func(certificates ...string) allowlist.Reason {
		return allowlist.DecideAppFlipIntent(
			allowlist.Caller{Package: "com.google.android.googlequicksearchbox", Certificates: certificates},
			allowlist.AppFlipExtras{ClientID: "google-client-1", RedirectURI: uri},
			allowlist.Prod).Reason()
	}
	claim(flip(fingerprint) == "allowed")
	bare := strings.ToLower(strings.ReplaceAll(fingerprint, ":", ""))
	claim(flip(bare) == "allowed")
	for _, text := range []string{"", ":", fingerprint + "\n", bare[1:], fingerprint + ":", "\uff26" + bare[3:]} {
		claim(flip(text) == "caller-unknown")
	}
	claim(flip() == "caller-unknown")
	claim(flip(bare, bare) == "caller-unknown")
}
