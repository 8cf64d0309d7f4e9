package main

import (
	"crypto/rand"
	"encoding/base64"
	"encoding/json"
	"log"
	"net/http"
	"strings"
	"sync"
	"time"

	"shop.example/server/allowlist"
)

const (
	codeLifetime  = time.Minute
	tokenLifetime = time.Hour
)

// grant is a user's consent, with its code.
type grant struct {
	issued    allowlist.IssuedCode
	scopes    []string
	expires   time.Time
	isUsed    bool
	isRevoked bool
}

type accessToken struct {
	grant   *grant
	expires time.Time
}

// store keeps codes and tokens. A real server keeps their hashes in a database.
type store struct {
	mutex   sync.Mutex
	codes   map[string]*grant
	access  map[string]accessToken
	refresh map[string]*grant
}

func newStore() *store {
	return &store{
		codes:   map[string]*grant{},
		access:  map[string]accessToken{},
		refresh: map[string]*grant{},
	}
}

func (s *store) add(issued allowlist.IssuedCode, scopes []string) string {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	code := randomText()
	s.codes[code] = &grant{issued: issued, scopes: scopes, expires: time.Now().Add(codeLifetime)}
	return code
}

// tokens verifies the request, consumes its code or refresh token, and issues tokens. It returns
// neither tokens nor an error if the refresh token is not valid.
func (s *store) tokens(
	request allowlist.TokenRequest, secret allowlist.Secret,
) (map[string]any, *allowlist.TokenError) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	found := s.codes[request.Code()]
	var issued *allowlist.IssuedCode
	if found != nil && !found.isUsed && time.Now().Before(found.expires) {
		issued = &found.issued
	}
	if err := request.Verify(secret, issued); err != nil {
		if found != nil && found.isUsed {
			// A code that comes twice may be stolen (RFC 6749 section 4.1.2).
			found.isRevoked = true
		}
		return nil, err
	}
	if request.GrantType() == "refresh_token" {
		found = s.refresh[request.RefreshToken()]
		if found == nil || found.isRevoked || found.issued.ClientID != request.ClientID() {
			return nil, nil
		}
		delete(s.refresh, request.RefreshToken())
	}
	found.isUsed = true
	access, refresh := randomText(), randomText()
	s.access[access] = accessToken{found, time.Now().Add(tokenLifetime)}
	s.refresh[refresh] = found
	return map[string]any{
		"access_token":  access,
		"token_type":    "Bearer",
		"expires_in":    int(tokenLifetime.Seconds()),
		"refresh_token": refresh,
		"scope":         strings.Join(found.scopes, " "),
	}, nil
}

// isValid reports whether an Authorization header has a token for the scope.
func (s *store) isValid(authorization, scope string) bool {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	token, ok := s.access[strings.TrimPrefix(authorization, "Bearer ")]
	if !ok || token.grant.isRevoked || time.Now().After(token.expires) {
		return false
	}
	for _, each := range token.grant.scopes {
		if each == scope {
			return true
		}
	}
	return false
}

func randomText() string {
	bytes := make([]byte, 32)
	if _, err := rand.Read(bytes); err != nil {
		panic(err)
	}
	return base64.RawURLEncoding.EncodeToString(bytes)
}

func redirect(w http.ResponseWriter, target string) {
	w.Header().Set("Location", target)
	w.WriteHeader(http.StatusSeeOther)
}

func setHeaders(w http.ResponseWriter, headers map[string]string) {
	for name, value := range headers {
		w.Header().Set(name, value)
	}
}

func sendJSON(w http.ResponseWriter, status int, value any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	if err := json.NewEncoder(w).Encode(value); err != nil {
		log.Print(err)
	}
}

func only(handler http.HandlerFunc, methods ...string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		for _, method := range methods {
			if r.Method == method {
				handler(w, r)
				return
			}
		}
		w.Header().Set("Allow", strings.Join(methods, ", "))
		w.WriteHeader(http.StatusMethodNotAllowed)
	}
}
