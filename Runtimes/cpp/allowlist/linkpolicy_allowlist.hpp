#pragma once

// Decides authorization, token and App Flip requests by the clients of a sign-in link policy, and
// builds the responses.
//
// Strings are compared byte by byte: nothing is trimmed, case-folded, normalized or decoded twice.
// Responses go only to registered redirect URIs. Define LINKPOLICY_PROD_ONLY or
// LINKPOLICY_SANDBOX_ONLY for linkpolicy_allowlist_data.cpp to keep the other environment out of the
// binary: it then has no clients.
//
// The server still has to do what no list can: use a code once and for a short time, revoke the
// tokens of a code that comes twice, keep an IssuedCode with each code and pass it to
// TokenRequest::verify, look up refresh tokens, verify assertions, and rotate and publish its signing
// keys. An App Flip request can come without a state: then only the user's consent in the app shows
// that it is wanted.
//
// All functions are safe for concurrent use. Nothing throws, except std::bad_alloc.

#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "linkpolicy_allowlist_policy.hpp"

// The inline namespace has the name of the policy, so two policies in one program don't share
// symbols.
namespace linkpolicy {
inline namespace LINKPOLICY_ALLOWLIST_POLICY {

/// An environment of the policy.
enum class Environment { prod, sandbox };

/// A decoded parameter of a request: its name and its value.
using Parameter = std::pair<std::string, std::string>;

namespace detail {
struct Access;
struct Client;
class Table;
}  // namespace detail

/// What to keep with an authorization code until a token request exchanges it.
struct IssuedCode {
  /// The client that the code was issued to.
  std::string client_id;
  /// The `redirect_uri` of the authorization request, if it had one.
  std::optional<std::string> redirect_uri;
  /// The code challenge, if there was one (RFC 7636).
  std::optional<std::string> code_challenge;
  /// `S256` or `plain`; absent without a code challenge.
  std::optional<std::string> code_challenge_method;

  /// A JSON object with these members.
  [[nodiscard]] std::string to_json() const;

  /// Reads what `to_json` returned; nothing if it is anything else.
  [[nodiscard]] static std::optional<IssuedCode> parse(std::string_view json);
};

/// A request that the policy allows. Ask the user for consent, then respond with `success_url` or
/// `error_url`. Only decisions make requests.
class Request {
 public:
  /// The ID of the client.
  [[nodiscard]] const std::string& client_id() const { return issued_code_.client_id; }

  /// The registered redirect URI. A loopback redirect URI of a native client has the port of the
  /// request.
  [[nodiscard]] const std::string& redirect_uri() const { return redirect_uri_; }

  /// The state of the request. The URLs send it back unchanged.
  [[nodiscard]] const std::optional<std::string>& state() const { return state_; }

  /// The requested scopes. All of them are registered.
  [[nodiscard]] const std::vector<std::string>& scopes() const { return scopes_; }

  /// The code challenge, which is part of `issued_code`, too (RFC 7636).
  [[nodiscard]] const std::optional<std::string>& code_challenge() const {
    return issued_code_.code_challenge;
  }

  /// `S256` or `plain`; absent without a code challenge.
  [[nodiscard]] const std::optional<std::string>& code_challenge_method() const {
    return issued_code_.code_challenge_method;
  }

  /// The issuer. The URLs send it as `iss` (RFC 9207).
  [[nodiscard]] const std::optional<std::string>& issuer() const { return issuer_; }

  /// What to keep with the code until `TokenRequest::verify` needs it.
  [[nodiscard]] const IssuedCode& issued_code() const { return issued_code_; }

  /// The parameters that didn't take part in the decision, decoded and in order: `nonce`, `prompt`,
  /// `response_mode`, `resource`, `login_hint` and so on.
  [[nodiscard]] const std::vector<Parameter>& other_parameters() const { return other_; }

  /// The first value of one of `other_parameters`.
  [[nodiscard]] std::optional<std::string> parameter(std::string_view name) const;

  /// The URL to send the user to with a code.
  [[nodiscard]] std::string success_url(std::string_view code) const;

  /// The URL to send the user to with an error such as `access_denied`.
  [[nodiscard]] std::string error_url(
      std::string_view error, std::optional<std::string_view> description = std::nullopt) const;

 private:
  friend detail::Access;
  Request() = default;

  std::string redirect_uri_;
  std::optional<std::string> state_;
  std::vector<std::string> scopes_;
  std::optional<std::string> issuer_;
  IssuedCode issued_code_;
  std::vector<Parameter> other_;
};

/// Ask the user for consent, then respond to `request`.
class Allow {
 public:
  [[nodiscard]] const Request& request() const { return request_; }

  /// `allowed` or `loopback-port`.
  [[nodiscard]] std::string_view reason() const { return reason_; }

 private:
  friend detail::Access;
  Allow(Request request, std::string_view reason)
      : request_(std::move(request)), reason_(reason) {}

  Request request_;
  std::string_view reason_;
};

/// Authenticate the user, then redirect the browser to `target`, which reports `error` to the client.
struct RedirectError {
  std::string target;
  std::string_view error;
  /// Why the request is refused: an ID of `linkpolicy rules --reasons`.
  std::string_view reason;
};

/// Show `error` on a page of the server. A redirect would make the server an open redirector.
struct LocalError {
  std::string_view error;
  std::string_view reason;
};

/// The decision about a request to the authorization endpoint.
using AuthorizationDecision = std::variant<Allow, RedirectError, LocalError>;

/// The response to a refused token request (RFC 6749 section 5.2).
struct TokenError {
  /// 400 or 401.
  int status;
  /// The error in `body`, such as `invalid_grant`.
  std::string_view error;
  std::string_view reason;

  /// The headers of the response, with `WWW-Authenticate` for the status 401.
  [[nodiscard]] std::map<std::string, std::string> headers() const;

  /// The JSON of the response.
  [[nodiscard]] std::string body() const;
};

/// What the server knows about the secret of a client.
class Secret {
 public:
  /// No secret, for public clients. `TokenRequest::verify` refuses other clients.
  static Secret none() { return Secret(std::nullopt, false); }

  /// A secret that the server knows. `TokenRequest::verify` compares it in constant time.
  static Secret known(std::string_view secret) { return Secret(std::string(secret), false); }

  /// For a server that keeps hashes: whether `TokenRequest::client_secret` matches the client's hash.
  static Secret checked(bool is_valid) { return Secret(std::nullopt, is_valid); }

 private:
  friend class TokenRequest;
  Secret(std::optional<std::string> known, bool is_valid)
      : known_(std::move(known)), is_valid_(is_valid) {}

  std::optional<std::string> known_;
  bool is_valid_;
};

/// A token request that the policy allows. Call `verify` before you issue tokens. Only decisions make
/// requests.
class TokenRequest {
 public:
  /// The ID of the client.
  [[nodiscard]] const std::string& client_id() const { return client_id_; }
  [[nodiscard]] const std::string& grant_type() const { return grant_type_; }
  /// Absent for a public client, and only then.
  [[nodiscard]] const std::optional<std::string>& client_secret() const { return client_secret_; }
  [[nodiscard]] const std::optional<std::string>& code() const { return code_; }
  /// The redirect URI of an `authorization_code` request.
  [[nodiscard]] const std::optional<std::string>& redirect_uri() const { return redirect_uri_; }
  [[nodiscard]] const std::optional<std::string>& code_verifier() const { return code_verifier_; }
  [[nodiscard]] const std::optional<std::string>& refresh_token() const { return refresh_token_; }
  /// The intent of a streamlined linking request.
  [[nodiscard]] const std::optional<std::string>& intent() const { return intent_; }
  /// The assertion (RFC 7521).
  [[nodiscard]] const std::optional<std::string>& assertion() const { return assertion_; }

  /// The requested scope. For `client_credentials` and `refresh_token` all scopes are
  /// registered. Also compare those of a refresh with the scopes of the refresh token (RFC 6749
  /// section 6).
  [[nodiscard]] const std::optional<std::string>& scope() const { return scope_; }

  /// The parameters that didn't take part in the decision, decoded and in order: `device_code`,
  /// `subject_token`, `resource`, `audience` and so on.
  [[nodiscard]] const std::vector<Parameter>& other_parameters() const { return other_; }

  /// The first value of one of `other_parameters`.
  [[nodiscard]] std::optional<std::string> parameter(std::string_view name) const;

  /// Returns nothing, or the response to send instead of tokens.
  ///
  /// Checks the secret of a client that has one. For a code, checks the client, the redirect URI (RFC
  /// 6749 section 4.1.3) and the code verifier (RFC 7636 section 4.6). `issued` is what was kept with
  /// the code: nothing if the code is unknown, used or expired. Other grant types ignore it.
  [[nodiscard]] std::optional<TokenError> verify(const Secret& secret,
                                                 const std::optional<IssuedCode>& issued) const;

  /// The response for a token or code that the server refuses. Its reason is `refresh-token-unknown` for
  /// a refresh token, otherwise `code-unknown`.
  [[nodiscard]] TokenError invalid_grant() const;

  /// True if the request may exchange the code, without a check of the secret. `verify` checks both.
  [[nodiscard]] bool accepts(const std::optional<IssuedCode>& issued) const;

 private:
  friend detail::Access;
  TokenRequest() = default;

  /// Why the request may not exchange the code; empty if it may.
  [[nodiscard]] std::string_view code_problem(const std::optional<IssuedCode>& issued) const;

  std::string client_id_;
  bool is_public_ = false;
  bool requires_pkce_ = true;
  bool is_google_account_linking_ = false;
  bool uses_header_ = false;
  std::string grant_type_;
  std::optional<std::string> client_secret_;
  std::optional<std::string> code_;
  std::optional<std::string> redirect_uri_;
  std::optional<std::string> code_verifier_;
  std::optional<std::string> refresh_token_;
  std::optional<std::string> intent_;
  std::optional<std::string> assertion_;
  std::optional<std::string> scope_;
  std::vector<Parameter> other_;
};

/// Verify `request`, then issue tokens.
class TokenAllow {
 public:
  [[nodiscard]] const TokenRequest& request() const { return request_; }
  /// `allowed`.
  [[nodiscard]] static std::string_view reason() { return "allowed"; }

 private:
  friend detail::Access;
  explicit TokenAllow(TokenRequest request) : request_(std::move(request)) {}

  TokenRequest request_;
};

/// The decision about a request to the token endpoint.
using TokenDecision = std::variant<TokenAllow, TokenError>;

/// A read-only view of a client.
class ClientView {
 public:
  [[nodiscard]] std::string client_id() const;
  /// The name of the client in its policy.
  [[nodiscard]] std::string key() const;
  /// `generic` or `google-account-linking`.
  [[nodiscard]] std::string provider() const;
  /// `web` or `native`.
  [[nodiscard]] std::string type() const;
  /// True for a client without a secret.
  [[nodiscard]] bool is_public() const;
  /// `none`, `client_secret_basic` or `client_secret_post`.
  [[nodiscard]] std::string token_endpoint_auth() const;
  [[nodiscard]] std::vector<std::string> grant_types() const;
  [[nodiscard]] std::vector<std::string> response_types() const;
  [[nodiscard]] std::vector<std::string> scopes() const;
  [[nodiscard]] std::vector<std::string> redirect_uris() const;
  [[nodiscard]] std::vector<std::string> post_logout_redirect_uris() const;
  [[nodiscard]] std::vector<std::string> cors_origins() const;
  /// True for a client that must send a code challenge (RFC 7636).
  [[nodiscard]] bool requires_pkce() const;
  /// True for a client that must send a state.
  [[nodiscard]] bool requires_state() const;
  [[nodiscard]] std::optional<std::string> issuer() const;

 private:
  friend detail::Access;
  explicit ClientView(std::shared_ptr<const detail::Client> client) : client_(std::move(client)) {}

  std::shared_ptr<const detail::Client> client_;
};

class Allowlist;

/// Why an `allowlist.json` is refused.
struct LoadError {
  std::string message;
};

/// The clients of one environment. A copy shares them.
class Allowlist {
 public:
  /// Reads the clients of an environment from the bytes of an `allowlist.json` with the SHA-256, in
  /// hex. Accepts exactly the format with `schemaVersion` 1, without unknown keys, and
  /// checks both environments.
  [[nodiscard]] static std::variant<Allowlist, LoadError> load(std::string_view json,
                                                               std::string_view sha256,
                                                               Environment environment);

  /// The client with the ID.
  [[nodiscard]] std::optional<ClientView> client(std::string_view client_id) const;

  /// All clients in the order of the policy.
  [[nodiscard]] std::vector<ClientView> clients() const;

  /// True if the client may receive responses at the redirect URI.
  [[nodiscard]] bool is_redirect_uri_allowed(std::string_view client_id,
                                             std::string_view redirect_uri) const;

  /// True if the client may send a user to the URI after logout.
  [[nodiscard]] bool is_post_logout_redirect_uri_allowed(std::string_view client_id,
                                                         std::string_view uri) const;

  /// True if scripts of the origin may read the client's responses. `origin` is the `Origin` header as
  /// it arrived. `cors_headers` builds the headers.
  [[nodiscard]] bool is_cors_origin_allowed(std::string_view client_id,
                                            std::string_view origin) const;

  /// True if the client may use the grant type at the token endpoint.
  [[nodiscard]] bool is_grant_type_allowed(std::string_view client_id,
                                           std::string_view grant_type) const;

  /// The headers to add to a response, or to the response to a preflight request: `Vary` for every
  /// origin, and the rest if a client of the environment lists the origin.
  [[nodiscard]] std::map<std::string, std::string> cors_headers(std::string_view origin,
                                                                bool is_preflight) const;

  /// The URL to send a user to after logout, if the client registered the URI.
  [[nodiscard]] std::optional<std::string> post_logout_url(
      std::string_view client_id, std::string_view uri,
      std::optional<std::string_view> state = std::nullopt) const;

  /// Decides a request to the authorization endpoint. `raw_query` is the query as it arrived, without
  /// the `?` and not decoded.
  [[nodiscard]] AuthorizationDecision decide_authorization(std::string_view raw_query) const;

  /// Decides a request to the token endpoint. `raw_form` is the body as it arrived, not decoded.
  /// `authorization` is the `Authorization` header, if there is one. ID and secret in it are
  /// form-encoded (RFC 6749 section 2.3.1).
  [[nodiscard]] TokenDecision decide_token(
      std::string_view raw_form, std::optional<std::string_view> authorization) const;

 private:
  friend detail::Access;
  explicit Allowlist(std::shared_ptr<const detail::Table> table) : table_(std::move(table)) {}

  std::shared_ptr<const detail::Table> table_;
};

/// An `allowlist.json` that can be read again while the program runs.
class AllowlistFile {
 public:
  /// A file that is not read yet: call `reload` before `current`.
  AllowlistFile(std::string path, Environment environment);

  /// The clients of the last successful `reload`; no clients before.
  [[nodiscard]] Allowlist current() const;

  /// Reads the file, and `<path>.sha256` with its SHA-256 as `sha256sum` writes it. After an error,
  /// `current` returns the same clients as before.
  [[nodiscard]] std::optional<LoadError> reload();

 private:
  std::string path_;
  Environment environment_;
  mutable std::mutex mutex_;
  Allowlist current_;
};

/// The compiled-in clients of an environment.
[[nodiscard]] const Allowlist& allowlist(Environment environment);

/// `Allowlist::is_redirect_uri_allowed` for a compiled-in environment.
[[nodiscard]] bool is_redirect_uri_allowed(std::string_view client_id, Environment environment,
                                           std::string_view redirect_uri);

/// `Allowlist::is_post_logout_redirect_uri_allowed` for a compiled-in environment.
[[nodiscard]] bool is_post_logout_redirect_uri_allowed(std::string_view client_id,
                                                       Environment environment,
                                                       std::string_view uri);

/// `Allowlist::is_cors_origin_allowed` for a compiled-in environment.
[[nodiscard]] bool is_cors_origin_allowed(std::string_view client_id, Environment environment,
                                          std::string_view origin);

/// `Allowlist::is_grant_type_allowed` for a compiled-in environment.
[[nodiscard]] bool is_grant_type_allowed(std::string_view client_id, Environment environment,
                                         std::string_view grant_type);

/// `Allowlist::decide_authorization` for a compiled-in environment.
[[nodiscard]] AuthorizationDecision decide_authorization(std::string_view raw_query,
                                                         Environment environment);

/// `Allowlist::decide_token` for a compiled-in environment.
[[nodiscard]] TokenDecision decide_token(std::string_view raw_form,
                                         std::optional<std::string_view> authorization,
                                         Environment environment);

/// The URL to send a user to with a code. `redirect_uri` must be that of an allowed request, never
/// the one in the query.
[[nodiscard]] std::string success_url(std::string_view redirect_uri, std::string_view code,
                                      std::optional<std::string_view> state,
                                      std::optional<std::string_view> issuer = std::nullopt);

/// The URL to send a user to with an error. `redirect_uri` must be that of an allowed request, never
/// the one in the query. `description` is sent as `error_description`.
[[nodiscard]] std::string error_url(std::string_view redirect_uri, std::string_view error,
                                    std::optional<std::string_view> state,
                                    std::optional<std::string_view> issuer = std::nullopt,
                                    std::optional<std::string_view> description = std::nullopt);

}  // namespace LINKPOLICY_ALLOWLIST_POLICY
}  // namespace linkpolicy
