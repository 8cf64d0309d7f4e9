package allowlist

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"sync/atomic"
	"unicode/utf8"
)

// Load reads the clients of one environment from the bytes of an allowlist.json with the SHA-256, in
// hex. It accepts exactly the format with schemaVersion 1, without unknown keys, and it
// checks both environments.
func Load(data []byte, sha256Hex string, environment Environment) (*Allowlist, error) {
	hash := sha256.Sum256(data)
	if !strings.EqualFold(sha256Hex, hex.EncodeToString(hash[:])) {
		return nil, errors.New("allowlist: the SHA-256 doesn't match")
	}
	root, err := parse(data)
	if err != nil {
		return nil, fmt.Errorf("allowlist: %w", err)
	}
	r := reader{}
	environments := r.document(root)
	if r.err != nil {
		return nil, fmt.Errorf("allowlist: %w", r.err)
	}
	clients, ok := environments[environment]
	if !ok {
		return nil, fmt.Errorf("allowlist: unknown environment %q", string(environment))
	}
	return newAllowlist(clients), nil
}

// File is an allowlist.json that can be read again while the program runs.
type File struct {
	path        string
	environment Environment
	current     atomic.Value
}

// OpenFile reads the clients of one environment from the file at the path. The file path.sha256 must
// have its SHA-256, as sha256sum writes it.
func OpenFile(path string, environment Environment) (*File, error) {
	file := &File{path: path, environment: environment}
	if err := file.Reload(); err != nil {
		return nil, err
	}
	return file, nil
}

// Current returns the clients of the last successful read.
func (f *File) Current() *Allowlist { return f.current.Load().(*Allowlist) }

// Reload reads the file again. After an error, Current returns the same clients as before.
func (f *File) Reload() error {
	sum, err := os.ReadFile(f.path + ".sha256")
	if err != nil {
		return fmt.Errorf("allowlist: %w", err)
	}
	if len(sum) < 65 || sum[64] != ' ' {
		return fmt.Errorf("allowlist: %s.sha256 must begin with 64 hex digits and a space", f.path)
	}
	data, err := os.ReadFile(f.path)
	if err != nil {
		return fmt.Errorf("allowlist: %w", err)
	}
	loaded, err := Load(data, string(sum[:64]), f.environment)
	if err != nil {
		return err
	}
	f.current.Store(loaded)
	return nil
}

// parse returns JSON as any. Unlike json.Unmarshal, it refuses duplicate keys and malformed UTF-8.
func parse(data []byte) (any, error) {
	if !utf8.Valid(data) {
		return nil, errors.New("malformed UTF-8")
	}
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.UseNumber()
	value, err := parseValue(decoder, 0)
	if err != nil {
		return nil, err
	}
	if _, err := decoder.Token(); err != io.EOF {
		return nil, errors.New("more than one JSON value")
	}
	return value, nil
}

func parseValue(decoder *json.Decoder, depth int) (any, error) {
	token, err := decoder.Token()
	if err != nil {
		return nil, err
	}
	delimiter, isDelimiter := token.(json.Delim)
	if !isDelimiter {
		return token, nil
	}
	if depth == 16 {
		return nil, errors.New("nested too deeply")
	}
	list, members := []any{}, map[string]any{}
	for decoder.More() {
		if delimiter == '[' {
			element, err := parseValue(decoder, depth+1)
			if err != nil {
				return nil, err
			}
			list = append(list, element)
			continue
		}
		key, err := decoder.Token()
		if err != nil {
			return nil, err
		}
		name := key.(string)
		if _, isDuplicate := members[name]; isDuplicate {
			return nil, fmt.Errorf("duplicate key %q", name)
		}
		if members[name], err = parseValue(decoder, depth+1); err != nil {
			return nil, err
		}
	}
	if _, err := decoder.Token(); err != nil {
		return nil, err
	}
	if delimiter == '[' {
		return list, nil
	}
	return members, nil
}

// reader checks the parts of allowlist.json. It keeps the first error and goes on with zero values.
type reader struct{ err error }

func (r *reader) fail(format string, arguments ...any) {
	if r.err == nil {
		r.err = fmt.Errorf(format, arguments...)
	}
}

// object returns the members of an object that has exactly the keys.
func (r *reader) object(value any, name string, keys ...string) map[string]any {
	members, ok := value.(map[string]any)
	if !ok {
		r.fail("%s must be an object", name)
		return nil
	}
	for _, key := range keys {
		if _, ok := members[key]; !ok {
			r.fail("%s has no %q", name, key)
		}
	}
	for key := range members {
		if !contains(keys, key) {
			r.fail("%s has the unknown key %q", name, key)
		}
	}
	return members
}

func (r *reader) list(value any, name string) []any {
	list, ok := value.([]any)
	if !ok {
		r.fail("%s must be a list", name)
	}
	return list
}

func (r *reader) text(value any, name string) string {
	text, ok := value.(string)
	if !ok {
		r.fail("%s must be a string", name)
	}
	return text
}

func (r *reader) optionalText(value any, name string) string {
	if value == nil {
		return ""
	}
	return r.text(value, name)
}

// texts never returns nil, which is a default.
func (r *reader) texts(value any, name string) []string {
	list := r.list(value, name)
	texts := make([]string, len(list))
	for i, element := range list {
		texts[i] = r.text(element, name)
	}
	return texts
}

func (r *reader) flag(value any, name string) bool {
	flag, ok := value.(bool)
	if !ok {
		r.fail("%s must be true or false", name)
	}
	return flag
}

// isFirst reports which of two words a value is.
func (r *reader) isFirst(value any, name, first, second string) bool {
	if value != first && value != second {
		r.fail("%s must be %q or %q", name, first, second)
	}
	return value == first
}

// document returns the clients of each environment.
func (r *reader) document(root any) map[Environment][]client {
	members := r.object(root, "the file", "schemaVersion", "comment", "policies", "environments")
	if version, ok := members["schemaVersion"].(json.Number); !ok || version != "1" {
		r.fail("schemaVersion must be 1")
	}
	r.text(members["comment"], "comment")
	r.texts(members["policies"], "policies")
	environments := map[Environment][]client{}
	byName := r.object(members["environments"], "environments", "prod", "sandbox")
	for name, value := range byName {
		list := r.list(r.object(value, name, "clients")["clients"], name+": clients")
		clients := make([]client, len(list))
		ids := map[string]bool{}
		for i, element := range list {
			clients[i] = r.client(element, fmt.Sprintf("%s: client %d", name, i))
			if ids[clients[i].id] {
				r.fail("%s: duplicate client_id %q", name, clients[i].id)
			}
			ids[clients[i].id] = true
		}
		environments[Environment(name)] = clients
	}
	return environments
}

func (r *reader) client(value any, name string) client {
	members := r.object(value, name,
		"policy", "client", "client_id", "provider", "type", "redirect_uris",
		"browser_redirect_uris", "post_logout_redirect_uris", "cors_origins", "scopes",
		"response_types", "grant_types", "state", "pkce", "code_challenge_methods",
		"omit_redirect_uri", "issuer", "authorization_endpoint", "token_endpoint",
		"token_endpoint_auth", "public", "assertion_intents", "revocation_endpoint",
		"end_session_endpoint", "code_lifetime", "app_flip")
	text := func(key string) string { return r.text(members[key], name+": "+key) }
	texts := func(key string) []string { return r.texts(members[key], name+": "+key) }
	isFirst := func(key, first, second string) bool {
		return r.isFirst(members[key], name+": "+key, first, second)
	}
	text("policy")
	for _, key := range []string{"authorization_endpoint", "token_endpoint", "revocation_endpoint",
		"end_session_endpoint"} {
		r.optionalText(members[key], name+": "+key)
	}
	if lifetime := members["code_lifetime"]; lifetime != nil {
		if number, ok := lifetime.(json.Number); !ok || strings.Trim(string(number), "0123456789") != "" {
			r.fail("%s: code_lifetime must be an integer", name)
		}
	}
	c := client{
		id:                     text("client_id"),
		key:                    text("client"),
		redirectURIs:           texts("redirect_uris"),
		isNative:               isFirst("type", "native", "web"),
		mayOmitRedirectURI:     r.flag(members["omit_redirect_uri"], name+": omit_redirect_uri"),
		mayOmitState:           isFirst("state", "optional", "required"),
		mayOmitPKCE:            isFirst("pkce", "optional", "required"),
		isGoogleAccountLinking: isFirst("provider", "google-account-linking", "generic"),
		browserRedirectURIs:    texts("browser_redirect_uris"),
		postLogoutRedirectURIs: texts("post_logout_redirect_uris"),
		corsOrigins:            texts("cors_origins"),
		scopes:                 texts("scopes"),
		responseTypes:          texts("response_types"),
		grantTypes:             texts("grant_types"),
		codeChallengeMethods:   texts("code_challenge_methods"),
		issuer:                 r.optionalText(members["issuer"], name+": issuer"),
		assertionIntents:       texts("assertion_intents"),
	}
	switch text("token_endpoint_auth") {
	case "none":
		c.isPublic = true
	case "client_secret_basic":
		c.authenticatesByHeader = true
	case "client_secret_post":
	default:
		r.fail("%s: unknown token_endpoint_auth", name)
	}
	if r.flag(members["public"], name+": public") != c.isPublic {
		r.fail("%s: public doesn't match token_endpoint_auth", name)
	}
	appFlip := r.object(members["app_flip"], name+": app_flip", "ios", "android")
	if ios := appFlip["ios"]; ios != nil {
		link := r.object(ios, name+": ios", "universal_link")["universal_link"]
		c.universalLink = r.text(link, name+": universal_link")
	}
	if android := appFlip["android"]; android != nil {
		members := r.object(android, name+": android", "intent_action", "callers")
		c.intentAction = r.text(members["intent_action"], name+": intent_action")
		for _, value := range r.list(members["callers"], name+": callers") {
			members := r.object(value, name+": caller", "package_name", "sha256_cert_fingerprints")
			c.callers = append(c.callers, caller{
				packageName:  r.text(members["package_name"], name+": package_name"),
				certificates: r.texts(members["sha256_cert_fingerprints"], name+": certificates"),
			})
		}
	}
	return c
}
