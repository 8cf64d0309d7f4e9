#pragma once

// What the sources of the allowlist share. Include linkpolicy_allowlist.hpp instead.

#include <forward_list>
#include <initializer_list>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "linkpolicy_allowlist.hpp"

namespace linkpolicy {
inline namespace LINKPOLICY_ALLOWLIST_POLICY {
namespace detail {

/// A certificate of an app that may send App Flip intents.
struct KnownCaller {
  std::string_view package;
  std::string_view certificate;
};

/// A client in one environment. Its table, or the data file, owns the strings.
struct Client {
  explicit Client(std::string_view client_id) : id(client_id) {}

  std::string_view id;
  std::string_view key;
  bool is_google_account_linking = false;
  std::vector<std::string_view> redirect_uris;
  std::vector<std::string_view> browser_redirect_uris;
  std::vector<std::string_view> post_logout_redirect_uris;
  std::vector<std::string_view> cors_origins;
  bool is_native = false;
  bool allows_omitted_redirect_uri = false;
  std::vector<std::string_view> scopes;
  std::vector<std::string_view> response_types = {"code"};
  std::vector<std::string_view> grant_types = {"authorization_code", "refresh_token"};
  bool requires_state = true;
  bool requires_pkce = true;
  std::vector<std::string_view> code_challenge_methods = {"S256"};
  std::optional<std::string_view> issuer;
  std::optional<std::string_view> universal_link;
  std::optional<std::string_view> intent_action;
  std::vector<KnownCaller> callers;
  bool is_public = false;
  bool authenticates_by_header = false;
  std::vector<std::string_view> assertion_intents;

  /// True if the client may receive responses at the redirect URI.
  [[nodiscard]] bool allows(std::string_view redirect_uri) const;

  /// True if only the port of a loopback redirect URI isn't registered.
  [[nodiscard]] bool allows_loopback_port(std::string_view redirect_uri) const;

  /// `loopback-port` or `allowed`.
  [[nodiscard]] std::string_view reason_at(std::string_view redirect_uri) const;

  /// The redirect URI to use: the requested one if it is registered, or the client's only one if the
  /// request has none and may omit it. Otherwise the reason is not empty.
  [[nodiscard]] std::pair<std::string, std::string_view> target(
      const std::optional<std::string>& requested) const;

  /// True if the client can exchange a code for tokens.
  [[nodiscard]] bool takes_codes() const;

  /// True if the client can use a response of the type: a code needs the grant type that exchanges it,
  /// a token at least the implicit one (RFC 7591 section 2.1).
  [[nodiscard]] bool may_receive(std::string_view response_type) const;

  /// True if all scopes are registered. An empty scope never is.
  [[nodiscard]] bool has_scopes(const std::vector<std::string>& requested) const;

  /// True if the `scope` of a token request is missing or all its scopes are registered.
  [[nodiscard]] bool may_request(const std::optional<std::string>& scope) const;

  /// Why a code challenge is refused (RFC 7636); empty if it isn't. An absent method means `plain`.
  [[nodiscard]] std::string_view challenge_problem(const std::optional<std::string>& challenge,
                                                   const std::optional<std::string>& method) const;

  /// The reason to reject the client's authentication method; empty if it is right. The secret itself
  /// isn't checked (RFC 6749 section 2.3).
  [[nodiscard]] std::string_view authentication_problem(bool uses_header, bool has_secret) const;
};

/// The clients of one environment.
class Table {
 public:
  /// A table of clients, with the strings that they point into.
  explicit Table(std::vector<Client> clients, std::forward_list<std::string> strings = {});

  // The map points into the vector.
  Table(const Table&) = delete;
  Table& operator=(const Table&) = delete;
  Table(Table&&) = delete;
  Table& operator=(Table&&) = delete;
  ~Table() = default;

  /// The client with the ID, or null.
  [[nodiscard]] const Client* client(std::string_view id) const;

  [[nodiscard]] const std::vector<Client>& clients() const { return clients_; }
  [[nodiscard]] bool lists_cors_origin(std::string_view origin) const;

  /// True if the token endpoint has the grant type: codes, refresh tokens, assertions, and any other
  /// that a client lists. The implicit grant doesn't use the token endpoint (RFC 6749 section 4.2).
  [[nodiscard]] bool offers(std::string_view grant_type) const;

 private:
  const std::forward_list<std::string> strings_;
  const std::vector<Client> clients_;
  std::unordered_map<std::string_view, const Client*> by_id_;
  std::set<std::string_view> cors_origins_;
  std::set<std::string_view> grant_types_;
};

/// The parameters of a query or form.
struct Parameters {
  std::vector<Parameter> known;
  /// The parameters that the decisions don't read, in order.
  std::vector<Parameter> other;
  /// Why the request is refused; empty if it isn't.
  std::string_view problem;

  /// The value of a known parameter; nothing if it is absent or empty (RFC 6749 section 3.1).
  [[nodiscard]] std::optional<std::string> operator[](std::string_view name) const;

  /// Reads the query of an authorization request.
  [[nodiscard]] static Parameters authorization(std::string_view query, bool plus_is_space);

  /// Reads the form of a token request.
  [[nodiscard]] static Parameters token(std::string_view form);
};

/// The compiled-in clients of an environment; linkpolicy_allowlist_data.cpp has them.
[[nodiscard]] std::vector<Client> compiled_in_clients(Environment environment);

[[nodiscard]] bool contains(const std::vector<std::string_view>& texts, std::string_view text);

/// The parts between separators, with the empty ones.
[[nodiscard]] std::vector<std::string> split(std::string_view text, char separator);

/// The value of a hexadecimal digit, or -1.
[[nodiscard]] int hex_digit(char c);

/// True if the text has the form of a code verifier (RFC 7636 section 4.1).
[[nodiscard]] bool is_verifier(std::string_view text);

/// The decoded text; nothing if an escape or the UTF-8 is malformed.
[[nodiscard]] std::optional<std::string> decoded(std::string_view text, bool plus_is_space);

/// The value of the first parameter with the name.
[[nodiscard]] std::optional<std::string> first_value(const std::vector<Parameter>& parameters,
                                                     std::string_view name);

/// A name and its value, if it has one.
using OptionalParameter = std::pair<std::string_view, std::optional<std::string_view>>;

/// Appends parameters to the query of a URI (RFC 6749 section 3.1.2). Form decoders and percent decoders
/// read the values alike.
[[nodiscard]] std::string url(std::string_view redirect_uri,
                              std::initializer_list<OptionalParameter> parameters);

/// True for well-formed UTF-8: no overlong form, no surrogate, nothing above U+10FFFF.
[[nodiscard]] bool is_utf8(std::string_view text);

/// Makes and reads objects that other code can't.
struct Access {
  /// A request of the client.
  static Request request(const Client& client, std::string redirect_uri, Parameters parameters);

  /// A request of the client in an App Flip intent.
  static Request intent_request(const Client& client, std::string redirect_uri,
                                std::vector<std::string> scopes) {
    Request request;
    request.issued_code_.client_id = client.id;
    request.issued_code_.redirect_uri = redirect_uri;
    request.redirect_uri_ = std::move(redirect_uri);
    request.scopes_ = std::move(scopes);
    return request;
  }

  static Allow allow(Request request, std::string_view reason) {
    return {std::move(request), reason};
  }
  static RedirectError redirect_error(const Request& request, std::string_view error,
                                      std::string_view reason) {
    return {request.error_url(error), error, reason};
  }
  /// The decision of `Allowlist::decide_token`.
  static TokenDecision token(const Table& table, std::string_view raw_form,
                             std::optional<std::string_view> authorization);
  static Allowlist allowlist(std::shared_ptr<const Table> table) {
    return Allowlist(std::move(table));
  }
  static const Table& table(const Allowlist& list) { return *list.table_; }
  /// The view of a client; it keeps the table.
  static ClientView view(const std::shared_ptr<const Table>& table, const Client& client) {
    return ClientView(std::shared_ptr<const Client>(table, &client));
  }
};

}  // namespace detail
}  // namespace LINKPOLICY_ALLOWLIST_POLICY
}  // namespace linkpolicy
