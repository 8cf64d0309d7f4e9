//go:build !linkpolicy_prod_only && !linkpolicy_sandbox_only

package allowlist_test

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"runtimes/allowlist"
)

const document = `{"schemaVersion":1,"comment":"c","policies":["p"],"environments":{"sandbox":{"clients":[]},"prod":{"clients":[{
"policy":"p","client":"portal","client_id":"spa","provider":"generic","type":"web",
"redirect_uris":["https://app.example/cb"],"browser_redirect_uris":[],"post_logout_redirect_uris":[],
"cors_origins":[],"scopes":[],"response_types":[],"grant_types":["authorization_code"],"state":"required",
"pkce":"required","code_challenge_methods":["S256"],"omit_redirect_uri":false,"issuer":null,
"authorization_endpoint":null,"token_endpoint":null,"revocation_endpoint":null,
"end_session_endpoint":null,"token_endpoint_auth":"none","public":true,"code_lifetime":600,"assertion_intents":[],
"app_flip":{"ios":{"universal_link":"https://app.example/flip"},"android":{"intent_action":"a","callers":[
{"package_name":"com.example","sha256_cert_fingerprints":["AA"]}]}}}]}}}`

func sum(text string) string {
	hash := sha256.Sum256([]byte(text))
	return hex.EncodeToString(hash[:])
}

func load(text string) (*allowlist.Allowlist, error) {
	return allowlist.Load([]byte(text), sum(text), allowlist.Prod)
}

func TestLoad(t *testing.T) {
	list, err := load(document)
	if err != nil {
		t.Fatal(err)
	}
	if !list.IsRedirectURIAllowed("spa", "https://app.example/cb") {
		t.Error("the client is missing")
	}
	// An empty list is not the default.
	if client, _ := list.Client("spa"); len(client.ResponseTypes()) != 0 || client.Key() != "portal" {
		t.Error("wrong client")
	}
	if _, err := allowlist.Load([]byte(document), sum(document), "Prod"); err == nil {
		t.Error("an unknown environment must be refused")
	}
	for _, hash := range []string{"", sum(document + " "), sum(document)[:63]} {
		if _, err := allowlist.Load([]byte(document), hash, allowlist.Prod); err == nil {
			t.Errorf("the SHA-256 %q must be refused", hash)
		}
	}
	if _, err := allowlist.Load([]byte(document), strings.ToUpper(sum(document)), allowlist.Prod); err != nil {
		t.Error(err)
	}
}

func TestLoadRefusesOtherDocuments(t *testing.T) {
	replaced := func(old, new string) string {
		if strings.Count(document, old) == 0 {
			t.Errorf("%s is not in the document", old)
		}
		return strings.Replace(document, old, new, 1)
	}
	documents := []string{
		"", "{}", "[]", "null", document + "{}", document[:len(document)-1],
		strings.Repeat("[", 100_000),
		replaced(`"schemaVersion":1`, `"schemaVersion":2`),
		replaced(`"schemaVersion":1`, `"schemaVersion":1.0`),
		replaced(`"schemaVersion":1`, `"schemaVersion":"1"`),
		replaced(`"schemaVersion":1`, `"schemaVersion":1,"schemaVersion":1`),
		replaced(`"comment":"c"`, `"comment":"c","x":1`),
		replaced(`"comment":"c"`, "\"comment\":\"\xff\""),
		replaced(`"sandbox":{"clients":[]},`, ``),
		replaced(`"sandbox":{"clients":[]}`, `"sandbox":{"clients":[{}]}`),
		replaced(`"sandbox"`, `"Sandbox"`),
		replaced(`"type":"web"`, `"type":"spa"`),
		replaced(`"pkce":"required"`, `"pkce":false`),
		replaced(`"public":true`, `"public":false`),
		replaced(`"token_endpoint_auth":"none"`, `"token_endpoint_auth":"private_key_jwt"`),
		replaced(`["https://app.example/cb"]`, `"https://app.example/cb"`),
		replaced(`["https://app.example/cb"]`, `[1]`),
		replaced(`"code_lifetime":600`, `"code_lifetime":6e2`),
		replaced(`"client_id":"spa"`, `"Client_ID":"spa"`),
	}
	// Each member of the client must be there, with its type.
	var decoded map[string]any
	if err := json.Unmarshal([]byte(document), &decoded); err != nil {
		t.Fatal(err)
	}
	client := decoded["environments"].(map[string]any)["prod"].(map[string]any)["clients"].([]any)[0].(map[string]any)
	for key, value := range client {
		for _, wrong := range []any{7.5, map[string]any{}, nil} {
			if wrong == nil && value == nil {
				continue
			}
			if wrong == nil {
				delete(client, key)
			} else {
				client[key] = wrong
			}
			changed, err := json.Marshal(decoded)
			if err != nil {
				t.Fatal(err)
			}
			documents = append(documents, string(changed))
			client[key] = value
		}
	}
	for _, text := range documents {
		if list, err := load(text); err == nil || list != nil {
			t.Errorf("must be refused: %.300s", text)
		}
	}
}

func TestFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "allowlist.json")
	write := func(text, sum string) {
		t.Helper()
		for name, content := range map[string]string{path: text, path + ".sha256": sum} {
			if err := os.WriteFile(name, []byte(content), 0o600); err != nil {
				t.Fatal(err)
			}
		}
	}
	if _, err := allowlist.OpenFile(path, allowlist.Prod); err == nil {
		t.Error("a missing file must be refused")
	}
	write(document, sum(document)+"  allowlist.json\n")
	file, err := allowlist.OpenFile(path, allowlist.Prod)
	if err != nil {
		t.Fatal(err)
	}
	first := file.Current()
	for _, content := range []string{"", sum(document), sum(document) + "\n", sum("x") + "  allowlist.json\n"} {
		write(document, content)
		if err := file.Reload(); err == nil || file.Current() != first {
			t.Errorf("%q must be refused", content)
		}
	}
	var group sync.WaitGroup
	for i := 0; i < 4; i++ {
		group.Add(1)
		go func() {
			defer group.Done()
			for i := 0; i < 100; i++ {
				if !file.Current().IsRedirectURIAllowed("spa", "https://app.example/cb") {
					t.Error("the clients must always be there")
				}
			}
		}()
	}
	changed := strings.Replace(document, `"comment":"c"`, `"comment":"d"`, 1)
	write(changed, sum(changed)+"  allowlist.json\n")
	if err := file.Reload(); err != nil || file.Current() == first {
		t.Error(err)
	}
	group.Wait()
}
