//go:build !linkpolicy_prod_only && !linkpolicy_sandbox_only

package allowlist_test

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"runtimes/allowlist"
)

const (
	challenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"
	verifier  = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
)

func prod(t *testing.T) *allowlist.Allowlist {
	t.Helper()
	list, err := allowlist.For(allowlist.Prod)
	if err != nil {
		t.Fatal(err)
	}
	return list
}

func query(namesAndValues ...string) string {
	var pieces []string
	for i := 0; i < len(namesAndValues); i += 2 {
		pieces = append(pieces, namesAndValues[i]+"="+url.QueryEscape(namesAndValues[i+1]))
	}
	return strings.Join(pieces, "&")
}

func authorizationQuery(more ...string) string {
	return query(append([]string{"client_id", "spa", "redirect_uri", "https://app.example/cb",
		"response_type", "code", "state", "S-state", "code_challenge", challenge,
		"code_challenge_method", "S256"}, more...)...)
}

func allowed(t *testing.T, decision allowlist.AuthorizationDecision) allowlist.Request {
	t.Helper()
	d, ok := decision.(*allowlist.Allow)
	if !ok {
		t.Fatalf("%T %s", decision, decision.Reason())
	}
	return d.Request()
}

func allowedToken(t *testing.T, decision allowlist.TokenDecision) allowlist.TokenRequest {
	t.Helper()
	d, ok := decision.(*allowlist.TokenAllow)
	if !ok {
		t.Fatalf("%T %s", decision, decision.Reason())
	}
	return d.Request()
}

func basic(id, secret string) []string {
	return []string{"Basic " + base64.StdEncoding.EncodeToString([]byte(id+":"+secret))}
}

func TestEnvironments(t *testing.T) {
	if _, err := allowlist.For("Prod"); err == nil {
		t.Error("an unknown environment must be an error")
	}
	for _, environment := range []allowlist.Environment{allowlist.Sandbox, "Prod", ""} {
		if allowlist.IsRedirectURIAllowed("spa", environment, "https://app.example/cb") {
			t.Errorf("%q must not have the client", environment)
		}
		decision := allowlist.DecideAuthorization(authorizationQuery(), environment)
		if decision.Reason() != "client-unknown" {
			t.Error(decision.Reason())
		}
	}
	var zero allowlist.Allowlist
	if zero.IsRedirectURIAllowed("spa", "https://app.example/cb") {
		t.Error("the zero value must have no client")
	}
}

func TestAuthorization(t *testing.T) {
	other := []string{"nonce", "N", "resource", "a", "resource", "b", "prompt", "", "user_locale", "de"}
	request := allowed(t, prod(t).DecideAuthorization(authorizationQuery(other...)))
	want := "https://app.example/cb?code=C%201&state=S-state&iss=https%3A%2F%2Fauth.example"
	if got := request.SuccessURL("C 1"); got != want {
		t.Error(got)
	}
	var names []string
	for _, parameter := range request.OtherParameters() {
		names = append(names, parameter.Name()+"="+parameter.Value())
	}
	if got := strings.Join(names, " "); got != "nonce=N resource=a resource=b user_locale=de" {
		t.Error(got)
	}
	if request.Parameter("resource") != "a" || request.Parameter("prompt") != "" ||
		request.Parameter("client_id") != "" {
		t.Error("wrong parameter")
	}
	for _, c := range []struct {
		query string
		want  allowlist.Reason
	}{
		{"%", "malformed-request"},
		{"client_id=spa&client_id=spa", "duplicate-parameter"},
		{"client_id=spa&client_id=spa&x=%ff", "malformed-request"},
		{"client_id=", "client-id-missing"},
		{"client_id=SPA", "client-unknown"},
		{"client_id=spa", "redirect-uri-missing"},
		{"client_id=spa&redirect_uri=https://app.example/cb/", "redirect-uri-not-registered"},
		{"client_id=server", "response-type-missing"},
		{"client_id=server&response_type=token", "response-type-unsupported"},
		{"client_id=spa&redirect_uri=https://app.example/cb&response_type=code", "state-missing"},
		{"client_id=server&response_type=code&scope=read%20%20", "scope-not-allowed"},
		{"client_id=server&response_type=code&code_challenge_method=S256", "pkce-missing"},
		{"client_id=server&response_type=code&code_challenge=x&code_challenge_method=S512", "pkce-method"},
		{"client_id=server&response_type=code&code_challenge=x", "pkce-challenge"},
		{"client_id=server&response_type=code", "allowed"},
		{"client_id=cli&redirect_uri=http://127.0.0.1:5/cb&response_type=code&state=s" +
			"&code_challenge_method=S256&code_challenge=" + challenge, "loopback-port"},
	} {
		if got := allowlist.DecideAuthorization(c.query, allowlist.Prod).Reason(); got != c.want {
			t.Errorf("%s: %s", c.query, got)
		}
	}
}

func TestVerify(t *testing.T) {
	form := query("grant_type", "authorization_code", "code", "C", "client_id", "spa",
		"redirect_uri", "https://app.example/cb", "code_verifier", verifier)
	issued := allowed(t, prod(t).DecideAuthorization(authorizationQuery())).IssuedCode()
	token := allowedToken(t, allowlist.DecideToken(form, nil, allowlist.Prod))
	change := func(change func(code *allowlist.IssuedCode)) *allowlist.IssuedCode {
		changed := issued
		change(&changed)
		return &changed
	}
	for want, code := range map[allowlist.Reason]*allowlist.IssuedCode{
		"":                  &issued,
		"code-unknown":      nil,
		"code-other-client": change(func(c *allowlist.IssuedCode) { c.ClientID = "server" }),
		"redirect-uri-other-request": change(func(c *allowlist.IssuedCode) {
			c.RedirectURI = "https://app.example/cb?x=1"
		}),
		"code-verifier-unexpected": change(func(c *allowlist.IssuedCode) { c.CodeChallenge = "" }),
		"code-verifier-mismatch":   change(func(c *allowlist.IssuedCode) { c.CodeChallengeMethod = "plain" }),
	} {
		err := token.Verify(allowlist.NoSecret(), code)
		switch {
		case want == "" && err != nil:
			t.Errorf("%s", err.Reason())
		case want != "" && (err == nil || err.Reason() != want || err.Status() != 400 ||
			err.Body() != `{"error":"invalid_grant"}`):
			t.Errorf("%s: %v", want, err)
		}
		if code != nil && token.Accepts(*code) != (want == "") {
			t.Errorf("Accepts: %s", want)
		}
	}
	if token.Accepts(allowlist.IssuedCode{}) {
		t.Error("the zero code must not be accepted")
	}
}

func TestVerifyWithoutPKCE(t *testing.T) {
	form := query("grant_type", "authorization_code", "code", "C")
	list := prod(t)
	token := allowedToken(t, list.DecideToken(form, basic("server", "s")))
	code := &allowlist.IssuedCode{ClientID: "server"}
	if err := token.Verify(allowlist.KnownSecret("s"), code); err != nil {
		t.Error(err.Reason())
	}
	code.CodeChallenge = challenge
	if err := token.Verify(allowlist.KnownSecret("s"), code); err == nil || err.Reason() != "code-verifier-missing" {
		t.Error(err)
	}
}

func TestSecrets(t *testing.T) {
	list := prod(t)
	form := query("grant_type", "refresh_token", "refresh_token", "R")
	header := allowedToken(t, list.DecideToken(form+"&scope=read", basic("server", "right")))
	google := allowedToken(t, list.DecideToken(
		form+"&client_id=google&client_secret=right", nil))
	if header.Scope() != "read" {
		t.Error("the scope of a refresh is missing")
	}
	if refused := header.InvalidGrant(); refused.Status() != 400 || refused.Body() != `{"error":"invalid_grant"}` ||
		refused.Reason() != "refresh-token-unknown" {
		t.Error("the server refuses a refresh token")
	}
	for _, secret := range []allowlist.Secret{allowlist.KnownSecret("right"), allowlist.CheckedSecret(true)} {
		if header.Verify(secret, nil) != nil || google.Verify(secret, nil) != nil {
			t.Error("the right secret must be accepted")
		}
	}
	for i, secret := range []allowlist.Secret{
		{}, allowlist.NoSecret(), allowlist.KnownSecret(""), allowlist.KnownSecret("wrong"),
		allowlist.CheckedSecret(false),
	} {
		err := header.Verify(secret, nil)
		if err == nil || err.Status() != 401 || err.Body() != `{"error":"invalid_client"}` ||
			err.Headers()["WWW-Authenticate"] != `Basic realm="token", charset="UTF-8"` {
			t.Error(i, err)
		}
		err = google.Verify(secret, nil)
		if err == nil || err.Status() != 400 || err.ErrorCode() != "invalid_grant" ||
			err.Headers()["WWW-Authenticate"] != "" || err.Reason() != "client-secret-wrong" {
			t.Error(i, err)
		}
	}
}

func TestTokenReasons(t *testing.T) {
	list := prod(t)
	for _, c := range []struct {
		form   string
		header []string
		want   string
	}{
		{"grant_type=%", nil, "400 invalid_request malformed-request"},
		{"grant_type=a&grant_type=a", nil, "400 invalid_request duplicate-parameter"},
		{"device_code=a&device_code=a", nil, "400 invalid_request duplicate-parameter"},
		{"", nil, "400 invalid_request grant-type-missing"},
		{"grant_type=implicit", nil, "400 unsupported_grant_type grant-type-unsupported"},
		{"grant_type=refresh_token&client_secret=s", basic("server", "s"), "400 invalid_request client-authentication-twice"},
		{"grant_type=refresh_token", []string{"Bearer x"}, "401 invalid_client client-authentication-malformed"},
		{"grant_type=refresh_token", append(basic("server", "s"), basic("server", "s")...), "401 invalid_client client-authentication-malformed"},
		{"grant_type=refresh_token&client_id=spa", basic("server", "s"), "400 invalid_request client-id-mismatch"},
		{"grant_type=refresh_token", nil, "400 invalid_client client-id-missing"},
		{"grant_type=refresh_token&client_id=x", nil, "400 invalid_client client-unknown"},
		{"grant_type=refresh_token", basic("x", "s"), "401 invalid_client client-unknown"},
		{"grant_type=refresh_token&client_id=server", nil, "401 invalid_client client-authentication-missing"},
		{"grant_type=refresh_token&client_id=server&client_secret=s", nil, "401 invalid_client client-authentication-method"},
		{"grant_type=refresh_token&client_id=google", nil, "400 invalid_client client-authentication-missing"},
		{"grant_type=client_credentials&client_id=spa", nil, "400 unauthorized_client grant-type-not-allowed"},
		{"grant_type=client_credentials&scope=write", basic("server", "s"), "400 invalid_scope scope-not-allowed"},
		{"grant_type=refresh_token&refresh_token=r&scope=write", basic("server", "s"), "400 invalid_scope scope-not-allowed"},
		{"grant_type=refresh_token&client_id=spa", nil, "400 invalid_request parameter-missing"},
		{"grant_type=authorization_code&client_id=spa&code=C", nil, "400 invalid_grant redirect-uri-missing"},
		{"grant_type=urn:ietf:params:oauth:grant-type:device_code", basic("server", "s"), "400 invalid_request parameter-missing"},
		{"grant_type=urn:ietf:params:oauth:grant-type:device_code&device_code=D", basic("server", "s"), "allowed"},
		{"grant_type=urn:ietf:params:oauth:grant-type:token-exchange&subject_token=T", basic("server", "s"), "400 invalid_request parameter-missing"},
		{"grant_type=urn:ietf:params:oauth:grant-type:token-exchange&subject_token=T&subject_token_type=x", basic("server", "s"), "allowed"},
	} {
		decision := list.DecideToken(c.form, c.header)
		got := string(decision.Reason())
		if err, ok := decision.(*allowlist.TokenError); ok {
			got = fmt.Sprint(err.Status(), " ", err.ErrorCode(), " ", got)
			if err.Headers()["Cache-Control"] != "no-store" ||
				err.Headers()["Content-Type"] != "application/json;charset=UTF-8" ||
				(err.Headers()["WWW-Authenticate"] != "") != (err.Status() == 401) {
				t.Errorf("%s: %v", c.form, err.Headers())
			}
		}
		if got != c.want {
			t.Errorf("%s: %s", c.form, got)
		}
	}
}

func TestViews(t *testing.T) {
	list := prod(t)
	client, ok := list.Client("server")
	if !ok || client.Type() != "web" || client.TokenEndpointAuth() != "client_secret_basic" ||
		client.Provider() != "generic" || client.RequiresPKCE() || client.RequiresState() {
		t.Error("wrong view")
	}
	client.RedirectURIs()[0] = "https://evil.test"
	client.GrantTypes()[0] = "implicit"
	if !list.IsRedirectURIAllowed("server", "https://server.example/cb") ||
		list.IsGrantTypeAllowed("server", "implicit") {
		t.Error("a view must not change the allowlist")
	}
	var keys []string
	for _, client := range list.Clients() {
		keys = append(keys, client.Key())
	}
	if got := strings.Join(keys, " "); got != "portal server google cli" {
		t.Error(got)
	}
	if _, ok := list.Client("portal"); ok {
		t.Error("a key is not a client ID")
	}
}

func TestCORSHeadersAndPostLogoutURL(t *testing.T) {
	list := prod(t)
	for _, c := range []struct {
		origin      string
		isPreflight bool
		want        map[string]string
	}{
		{"https://evil.test", true, map[string]string{"Vary": "Origin"}},
		{"", false, map[string]string{"Vary": "Origin"}},
		{"https://app.example", false, map[string]string{
			"Vary": "Origin", "Access-Control-Allow-Origin": "https://app.example"}},
		{"https://app.example", true, map[string]string{
			"Vary": "Origin", "Access-Control-Allow-Origin": "https://app.example",
			"Access-Control-Allow-Methods": "GET, POST",
			"Access-Control-Allow-Headers": "Authorization, Content-Type"}},
	} {
		if got := list.CORSHeaders(c.origin, c.isPreflight); !reflect.DeepEqual(got, c.want) {
			t.Error(got)
		}
	}
	for _, c := range [][3]string{
		{"https://app.example/bye", "", "https://app.example/bye"},
		{"https://app.example/bye", "a b", "https://app.example/bye?state=a%20b"},
		{"https://app.example/bye?x=1", "s", "https://app.example/bye?x=1&state=s"},
		{"https://app.example/cb", "s", ""},
	} {
		if got, ok := list.PostLogoutURL("spa", c[0], c[1]); got != c[2] || ok != (c[2] != "") {
			t.Error(got)
		}
	}
}

func TestPrintedForms(t *testing.T) {
	list := prod(t)
	request := list.DecideAuthorization(authorizationQuery("nonce", "S-nonce")).(*allowlist.Allow)
	refused := list.DecideAuthorization(query("client_id", "spa", "state", "S-state",
		"redirect_uri", "https://app.example/cb")).(*allowlist.RedirectError)
	token := list.DecideToken(query("grant_type", "authorization_code", "code", "S-code",
		"client_id", "google", "redirect_uri", "https://oauth-redirect.googleusercontent.com/r/p",
		"client_secret", "S-secret", "code_verifier", "S-verifier-"+verifier, "audience", "S-aud"),
		nil).(*allowlist.TokenAllow)
	refresh := list.DecideToken(query("grant_type", "refresh_token", "refresh_token", "S-refresh"),
		basic("server", "S-basic")).(*allowlist.TokenAllow)
	exchange := list.DecideToken(query(
		"grant_type", "urn:ietf:params:oauth:grant-type:token-exchange",
		"subject_token", "S-subject", "subject_token_type", "T", "scope", "S-scope"),
		basic("server", "S-basic")).(*allowlist.TokenAllow)
	if exchange.Request().Scope() != "S-scope" {
		t.Error("the scope of an exchange is missing")
	}
	flip := list.DecideAppFlip("https://app.example/flip?redirect_uri=" +
		"https://oauth-redirect.googleusercontent.com/a/p&state=S-state").(*allowlist.ReturnError)
	code := allowlist.IssuedCode{ClientID: "spa", CodeChallenge: "S-challenge"}
	type nested struct {
		Request  allowlist.Request
		request  allowlist.Request
		token    allowlist.TokenRequest
		pointer  *allowlist.TokenRequest
		refused  allowlist.RedirectError
		flip     allowlist.ReturnError
		other    []allowlist.Parameter
		secret   allowlist.Secret
		decision any
	}
	tokenRequest := token.Request()
	values := []any{
		request, *request, request.Request(), refused, *refused, token, *token, tokenRequest,
		&tokenRequest, refresh, refresh.Request(), exchange.Request(), flip, *flip, code, &code,
		request.Request().OtherParameters(), request.Request().OtherParameters()[0],
		tokenRequest.OtherParameters(), allowlist.KnownSecret("S-known"),
		nested{request.Request(), request.Request(), tokenRequest, &tokenRequest, *refused, *flip,
			tokenRequest.OtherParameters(), allowlist.KnownSecret("S-known"), token},
		[]allowlist.TokenRequest{tokenRequest}, map[string]any{"x": refresh},
		allowlist.Request{}, allowlist.TokenRequest{}, allowlist.RedirectError{},
	}
	for i, value := range values {
		forms := []string{fmt.Sprint(value)}
		for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q", "%x", "%X", "%d", "%T"} {
			forms = append(forms, fmt.Sprintf(verb, value))
		}
		if _, isCode := value.(allowlist.IssuedCode); !isCode && value != any(&code) {
			encoded, err := json.Marshal(value)
			if err == nil {
				forms = append(forms, string(encoded))
			}
		}
		hidden := []string{"S-", fmt.Sprintf("%x", "S-"), fmt.Sprintf("%X", "S-"), "83 45"}
		for _, form := range forms {
			for _, secret := range hidden {
				if strings.Contains(form, secret) {
					t.Errorf("%d: %s", i, form)
				}
			}
		}
	}
}

func TestIssuedCodeJSON(t *testing.T) {
	code := allowed(t, prod(t).DecideAuthorization(authorizationQuery())).IssuedCode()
	encoded, err := json.Marshal(code)
	if err != nil {
		t.Fatal(err)
	}
	var decoded allowlist.IssuedCode
	if err := json.Unmarshal(encoded, &decoded); err != nil || decoded != code {
		t.Error(string(encoded), err)
	}
	// Every language reads and writes these.
	for text, want := range map[string]allowlist.IssuedCode{
		`{"client_id":"a","redirect_uri":"b:c","code_challenge":"d","code_challenge_method":"S256"}`: {ClientID: "a", RedirectURI: "b:c", CodeChallenge: "d", CodeChallengeMethod: "S256"},
		`{"client_id":"a","redirect_uri":null,"code_challenge":null,"code_challenge_method":null}`:   {ClientID: "a"},
	} {
		var read allowlist.IssuedCode
		err := json.Unmarshal([]byte(text), &read)
		written, failure := json.Marshal(want)
		if err != nil || failure != nil || read != want || string(written) != text {
			t.Error(read, string(written))
		}
	}
	var forged allowlist.TokenRequest
	if err := json.Unmarshal([]byte(`{"r":{"code":"C"},"Code":"C"}`), &forged); err != nil || forged.String() != "allowlist.TokenRequest{}" {
		t.Error("JSON must not make a request")
	}
}

func TestMisuse(t *testing.T) {
	source, err := os.ReadFile("../misuse/misuse.go")
	if err != nil {
		t.Fatal(err)
	}
	output, err := exec.Command("go", "build", "-gcflags=-e", "../misuse").CombinedOutput()
	if err == nil {
		t.Fatal("misuse.go compiles")
	}
	errors := strings.Split(string(output), "\n")
	for number, line := range strings.Split(string(source), "\n") {
		_, quoted, isWanted := strings.Cut(line, "// want ")
		var found []string
		for _, each := range errors {
			if strings.Contains(each, "misuse.go:"+strconv.Itoa(number+1)+":") {
				found = append(found, each)
			}
		}
		switch {
		case isWanted != (len(found) > 0):
			t.Errorf("line %d: %q", number+1, found)
		case isWanted && !strings.Contains(found[0], strings.Trim(quoted, `"`)):
			t.Errorf("line %d: %q", number+1, found)
		}
	}
}
