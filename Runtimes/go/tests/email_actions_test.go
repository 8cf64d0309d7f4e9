package firebaseemail

import "testing"

func TestContinueURLs(t *testing.T) {
	for url, want := range map[string]bool{
		"https://app.example/finish/?x=1":    true,
		"https://app.example/finish/":        true,
		"https://app.example/finish/a?b#c":   true,
		"https://app.example/finish":         false,
		"https://app.example/finish/..":      false,
		"https://app.example/finish//x":      false,
		"https://app.example/finish/?x=%2":   false,
		"https://app.example.evil.test/":     false,
		"https://app.example/finish/\n":      false,
		"https://app.example@evil.test/":     false,
		"HTTPS://app.example/finish/?x=1":    false,
		"https://app.example/finish/a?b#c#d": false,
	} {
		if got := IsContinueURLAllowed(url, SignIn, Prod); got != want {
			t.Errorf("%s: %v", url, got)
		}
		s, err := SettingsFor(SignIn, Prod, url)
		if (err == nil) != want || want && s.URL != url {
			t.Error(url, err)
		}
	}
	if IsContinueURLAllowed("com.example:/finish/x", SignIn, Sandbox) ||
		!IsContinueURLAllowed("com.example:/finish", SignIn, Sandbox) {
		t.Error("only the registered URL must be allowed")
	}
}

func TestSettingsAreCopies(t *testing.T) {
	first, err := Settings(SignIn, Prod)
	if err != nil {
		t.Fatal(err)
	}
	first.URL = "https://evil.test/"
	second, err := Settings(SignIn, Prod)
	if err != nil || second.URL != "https://app.example/finish/?x=1" || !second.HandleCodeInApp {
		t.Error(second, err)
	}
	if _, err := Settings("x", Prod); err != ErrNoAction {
		t.Error(err)
	}
}
