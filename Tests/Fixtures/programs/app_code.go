package main

import (
	"fmt"

	"firebase.google.com/go/v4/auth"
	"linkpolicy.generated/allowlist/firebaseemail"
	"linkpolicy.generated/allowlist/googlescopes"
)

func ask(action firebaseemail.Action, isProd bool, url string) {
	environment := firebaseemail.Sandbox
	if isProd {
		environment = firebaseemail.Prod
	}
	isAllowed := firebaseemail.IsContinueURLAllowed(url, action, environment)
	made, err := firebaseemail.SettingsFor(action, environment, url)
	if isAllowed != (err == nil) || isAllowed && made.URL != url {
		panic(url)
	}
	if isAllowed {
		fmt.Println("1")
	} else {
		fmt.Println("0")
	}
}

func text(value string) string {
	if value == "" {
		return "null"
	}
	return value
}

func show(s *auth.ActionCodeSettings, err error) {
	if err != nil {
		fmt.Println("none")
		return
	}
	// The SDK has no link domain.
	domain := "null"
	if s.IOSBundleID != "" {
		domain = "links.acme.example"
	}
	fmt.Printf("%s|%v|%s|%s|%v|%s|%s\n", s.URL, s.HandleCodeInApp, text(s.IOSBundleID),
		text(s.AndroidPackageName), s.AndroidInstallApp, text(s.AndroidMinimumVersion), domain)
}

func main() {
	// CASES
	finish := "https://app.acme.example/finish"
	show(firebaseemail.Settings(firebaseemail.SignIn, firebaseemail.Prod))
	show(firebaseemail.SettingsFor(firebaseemail.SignIn, firebaseemail.Prod, finish+"/a?b"))
	show(firebaseemail.Settings(firebaseemail.SignIn, firebaseemail.Sandbox))
	show(firebaseemail.Settings(firebaseemail.ResetPassword, firebaseemail.Prod))
	show(firebaseemail.Settings(firebaseemail.VerifyEmail, firebaseemail.Prod))
	show(firebaseemail.Settings(firebaseemail.ResetPassword, firebaseemail.Sandbox))
	show(firebaseemail.SettingsFor(firebaseemail.SignIn, firebaseemail.Prod, finish+"ing"))
	fmt.Println(googlescopes.Missing(googlescopes.SignIn(), nil))
	fmt.Println(googlescopes.Missing(googlescopes.SignIn(), []string{"openid", "https://www.googleapis.com/auth/userinfo.email"}))
	fmt.Println(googlescopes.Missing(googlescopes.Backup(), []string{"email"}))
}
