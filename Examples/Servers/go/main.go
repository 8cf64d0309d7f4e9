// An authorization server with net/http, guarded by the generated allowlist.
//
// linkpolicy decides which requests are valid; store.go keeps codes and tokens in memory.
package main

import (
	"fmt"
	"io"
	"log"
	"net/http"
	"os"

	"shop.example/server/allowlist"
)

var (
	// From the configuration, never from a request.
	clients = clientsOf(os.Getenv("SHOP_ENVIRONMENT"))
	secrets = map[string]string{"partner-prod": os.Getenv("PARTNER_SECRET")}
	grants  = newStore()
)

func clientsOf(environment string) *allowlist.Allowlist {
	if environment == "" {
		environment = "prod"
	}
	list, err := allowlist.For(allowlist.Environment(environment))
	if err != nil {
		log.Fatal(err)
	}
	return list
}

func authorize(w http.ResponseWriter, r *http.Request) {
	// The query as it arrived: the allowlist decodes it once.
	switch decision := clients.DecideAuthorization(r.URL.RawQuery).(type) {
	case *allowlist.LocalError:
		// Never a redirect: the redirect URI is not one of ours.
		log.Printf("refused: %s", decision.Reason())
		http.Error(w, decision.ErrorCode(), http.StatusBadRequest)
	case *allowlist.RedirectError:
		redirect(w, decision.Target())
	case *allowlist.Allow:
		request := decision.Request()
		switch {
		case r.Method == http.MethodGet:
			// A real server asks for a sign-in first, and protects the form against CSRF.
			w.Header().Set("Content-Type", "text/html")
			fmt.Fprint(w, "<form method=post><button name=consent value=yes>Allow</button></form>")
		case r.PostFormValue("consent") != "yes":
			redirect(w, request.ErrorURL("access_denied"))
		default:
			code := grants.add(request.IssuedCode(), request.Scopes())
			redirect(w, request.SuccessURL(code))
		}
	}
}

func token(w http.ResponseWriter, r *http.Request) {
	isPreflight := r.Method == http.MethodOptions
	setHeaders(w, clients.CORSHeaders(r.Header.Get("Origin"), isPreflight))
	if isPreflight {
		w.WriteHeader(http.StatusNoContent)
		return
	}
	form, err := io.ReadAll(http.MaxBytesReader(w, r.Body, 1<<16))
	if err != nil {
		http.Error(w, "the form is too large", http.StatusRequestEntityTooLarge)
		return
	}
	switch decision := clients.DecideToken(string(form), r.Header.Values("Authorization")).(type) {
	case *allowlist.TokenError:
		sendError(w, decision)
	case *allowlist.TokenAllow:
		request := decision.Request()
		secret := allowlist.NoSecret()
		if known := secrets[request.ClientID()]; known != "" {
			secret = allowlist.KnownSecret(known)
		}
		tokens, tokenError := grants.tokens(request, secret)
		w.Header().Set("Cache-Control", "no-store")
		switch {
		case tokenError != nil:
			sendError(w, tokenError)
		case tokens == nil:
			sendError(w, request.InvalidGrant())
		default:
			sendJSON(w, http.StatusOK, tokens)
		}
	}
}

func sendError(w http.ResponseWriter, e *allowlist.TokenError) {
	log.Printf("refused: %s", e.Reason())
	setHeaders(w, e.Headers())
	w.WriteHeader(e.Status())
	fmt.Fprint(w, e.Body())
}

func logout(w http.ResponseWriter, r *http.Request) {
	// A real server ends the session and checks id_token_hint.
	query := r.URL.Query()
	target, ok := clients.PostLogoutURL(
		query.Get("client_id"), query.Get("post_logout_redirect_uri"), query.Get("state"))
	if !ok {
		fmt.Fprint(w, "signed out")
		return
	}
	redirect(w, target)
}

func orders(w http.ResponseWriter, r *http.Request) {
	if !grants.isValid(r.Header.Get("Authorization"), "orders") {
		sendJSON(w, http.StatusUnauthorized, map[string]string{"error": "invalid_token"})
		return
	}
	sendJSON(w, http.StatusOK, map[string][]string{"orders": {"1001"}})
}

func main() {
	mux := http.NewServeMux()
	mux.HandleFunc("/authorize", only(authorize, http.MethodGet, http.MethodPost))
	mux.HandleFunc("/token", only(token, http.MethodPost, http.MethodOptions))
	mux.HandleFunc("/logout", only(logout, http.MethodGet))
	mux.HandleFunc("/orders", only(orders, http.MethodGet))
	log.Fatal(http.ListenAndServe("127.0.0.1:"+os.Getenv("PORT"), mux))
}
