#include "linkpolicy_allowlist.hpp"

#include <algorithm>
#include <cstddef>
#include <forward_list>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "linkpolicy_allowlist_internal.hpp"

namespace linkpolicy {
inline namespace LINKPOLICY_ALLOWLIST_POLICY {
namespace detail {

namespace {

constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// Removes the port from `http://127.0.0.1` and `http://[::1]` URIs (RFC 8252 section 7.3). No other
/// host is a loopback host here.
std::optional<std::string> without_loopback_port(std::string_view requested) {
  for (const std::string_view origin : {"http://127.0.0.1", "http://[::1]"}) {
    if (requested.substr(0, origin.size()) != origin) continue;
    std::string_view rest = requested.substr(origin.size());
    if (rest.empty() || rest.front() != ':') continue;
    rest.remove_prefix(1);
    int port = 0;
    std::size_t digits = 0;
    for (; digits < 6 && digits < rest.size() && is_digit(rest[digits]); ++digits) {
      port = port * 10 + (rest[digits] - '0');
    }
    if (digits < 1 || digits > 5 || rest.front() == '0' || port > 65535) return std::nullopt;
    rest.remove_prefix(digits);
    if (rest.empty() || (rest.front() != '/' && rest.front() != '?')) return std::nullopt;
    return std::string(origin).append(rest);
  }
  return std::nullopt;
}

std::vector<std::string> strings(const std::vector<std::string_view>& texts) {
  return {texts.begin(), texts.end()};
}

}  // namespace

bool Client::allows(std::string_view redirect_uri) const {
  return contains(redirect_uris, redirect_uri) || allows_loopback_port(redirect_uri);
}

bool Client::allows_loopback_port(std::string_view redirect_uri) const {
  if (!is_native || contains(redirect_uris, redirect_uri)) return false;
  const auto portless = without_loopback_port(redirect_uri);
  return portless && contains(redirect_uris, *portless);
}

std::string_view Client::reason_at(std::string_view redirect_uri) const {
  return allows_loopback_port(redirect_uri) ? "loopback-port" : "allowed";
}

std::pair<std::string, std::string_view> Client::target(
    const std::optional<std::string>& requested) const {
  if (requested) {
    if (allows(*requested)) return {*requested, ""};
    return {"", "redirect-uri-not-registered"};
  }
  if (!allows_omitted_redirect_uri || redirect_uris.size() != 1) return {"", "redirect-uri-missing"};
  return {std::string(redirect_uris.front()), ""};
}

bool Client::takes_codes() const { return contains(grant_types, "authorization_code"); }

bool Client::may_receive(std::string_view response_type) const {
  const auto parts = split(response_type, ' ');
  return takes_codes() || (contains(grant_types, "implicit") &&
                           std::find(parts.begin(), parts.end(), "code") == parts.end());
}

bool Client::has_scopes(const std::vector<std::string>& requested) const {
  return std::all_of(requested.begin(), requested.end(),
                     [this](const std::string& scope) { return contains(scopes, scope); });
}

bool Client::may_request(const std::optional<std::string>& scope) const {
  return !scope || has_scopes(split(*scope, ' '));
}

std::string_view Client::challenge_problem(const std::optional<std::string>& challenge,
                                           const std::optional<std::string>& method) const {
  if (!challenge) return requires_pkce || method ? "pkce-missing" : "";
  const bool is_plain = method.value_or("plain") == "plain";
  if (!contains(code_challenge_methods, method.value_or("plain"))) return "pkce-method";
  // A SHA-256 digest in base64url has 43 characters.
  const bool is_digest = challenge->size() == 43 && is_verifier(*challenge) &&
                         challenge->find_first_of(".~") == std::string::npos;
  return is_digest || (is_plain && is_verifier(*challenge)) ? "" : "pkce-challenge";
}

std::string_view Client::authentication_problem(bool uses_header, bool has_secret) const {
  const bool is_other_method = is_public ? uses_header || has_secret
                                         : uses_header != authenticates_by_header &&
                                               (uses_header || has_secret);
  if (is_other_method) return "client-authentication-method";
  return is_public || has_secret ? "" : "client-authentication-missing";
}

Table::Table(std::vector<Client> clients, std::forward_list<std::string> strings)
    : strings_(std::move(strings)), clients_(std::move(clients)) {
  for (const Client& each : clients_) {
    by_id_.emplace(each.id, &each);
    cors_origins_.insert(each.cors_origins.begin(), each.cors_origins.end());
    grant_types_.insert(each.grant_types.begin(), each.grant_types.end());
  }
}

const Client* Table::client(std::string_view id) const {
  const auto entry = by_id_.find(id);
  return entry == by_id_.end() ? nullptr : entry->second;
}

bool Table::lists_cors_origin(std::string_view origin) const {
  return cors_origins_.count(origin) > 0;
}

Request Access::request(const Client& client, std::string redirect_uri, Parameters parameters) {
  Request request;
  request.redirect_uri_ = std::move(redirect_uri);
  request.state_ = parameters["state"];
  if (const auto scope = parameters["scope"]) request.scopes_ = split(*scope, ' ');
  if (client.issuer) request.issuer_ = std::string(*client.issuer);
  IssuedCode& issued = request.issued_code_;
  issued.client_id = client.id;
  issued.redirect_uri = parameters["redirect_uri"];
  issued.code_challenge = parameters["code_challenge"];
  issued.code_challenge_method = parameters["code_challenge_method"];
  if (issued.code_challenge && !issued.code_challenge_method) issued.code_challenge_method = "plain";
  request.other_ = std::move(parameters.other);
  return request;
}

}  // namespace detail

std::optional<std::string> Request::parameter(std::string_view name) const {
  return detail::first_value(other_, name);
}

std::string Request::success_url(std::string_view code) const {
  return detail::url(redirect_uri_, {{"code", code}, {"state", state_}, {"iss", issuer_}});
}

std::string Request::error_url(std::string_view error,
                               std::optional<std::string_view> description) const {
  return detail::url(redirect_uri_, {{"error", error},
                                     {"error_description", description},
                                     {"state", state_},
                                     {"iss", issuer_}});
}

std::string ClientView::client_id() const { return std::string(client_->id); }

std::string ClientView::key() const { return std::string(client_->key); }

std::string ClientView::provider() const {
  return client_->is_google_account_linking ? "google-account-linking" : "generic";
}

std::string ClientView::type() const { return client_->is_native ? "native" : "web"; }

bool ClientView::is_public() const { return client_->is_public; }

std::string ClientView::token_endpoint_auth() const {
  if (client_->is_public) return "none";
  return client_->authenticates_by_header ? "client_secret_basic" : "client_secret_post";
}

std::vector<std::string> ClientView::grant_types() const {
  return detail::strings(client_->grant_types);
}

std::vector<std::string> ClientView::response_types() const {
  return detail::strings(client_->response_types);
}

std::vector<std::string> ClientView::scopes() const { return detail::strings(client_->scopes); }

std::vector<std::string> ClientView::redirect_uris() const {
  return detail::strings(client_->redirect_uris);
}

std::vector<std::string> ClientView::post_logout_redirect_uris() const {
  return detail::strings(client_->post_logout_redirect_uris);
}

std::vector<std::string> ClientView::cors_origins() const {
  return detail::strings(client_->cors_origins);
}

bool ClientView::requires_pkce() const { return client_->requires_pkce; }

bool ClientView::requires_state() const { return client_->requires_state; }

std::optional<std::string> ClientView::issuer() const {
  if (!client_->issuer) return std::nullopt;
  return std::string(*client_->issuer);
}

std::optional<ClientView> Allowlist::client(std::string_view client_id) const {
  const detail::Client* const found = table_->client(client_id);
  if (found == nullptr) return std::nullopt;
  return detail::Access::view(table_, *found);
}

std::vector<ClientView> Allowlist::clients() const {
  std::vector<ClientView> views;
  for (const detail::Client& each : table_->clients()) {
    views.push_back(detail::Access::view(table_, each));
  }
  return views;
}

bool Allowlist::is_redirect_uri_allowed(std::string_view client_id,
                                        std::string_view redirect_uri) const {
  const detail::Client* const found = table_->client(client_id);
  return found != nullptr && found->allows(redirect_uri);
}

bool Allowlist::is_post_logout_redirect_uri_allowed(std::string_view client_id,
                                                    std::string_view uri) const {
  const detail::Client* const found = table_->client(client_id);
  return found != nullptr && detail::contains(found->post_logout_redirect_uris, uri);
}

bool Allowlist::is_cors_origin_allowed(std::string_view client_id, std::string_view origin) const {
  const detail::Client* const found = table_->client(client_id);
  return found != nullptr && detail::contains(found->cors_origins, origin);
}

bool Allowlist::is_grant_type_allowed(std::string_view client_id,
                                      std::string_view grant_type) const {
  const detail::Client* const found = table_->client(client_id);
  return found != nullptr && detail::contains(found->grant_types, grant_type);
}

std::map<std::string, std::string> Allowlist::cors_headers(std::string_view origin,
                                                           bool is_preflight) const {
  std::map<std::string, std::string> headers = {{"Vary", "Origin"}};
  if (!table_->lists_cors_origin(origin)) return headers;
  headers["Access-Control-Allow-Origin"] = origin;
  if (is_preflight) {
    headers["Access-Control-Allow-Methods"] = "GET, POST";
    headers["Access-Control-Allow-Headers"] = "Authorization, Content-Type";
  }
  return headers;
}

std::optional<std::string> Allowlist::post_logout_url(std::string_view client_id,
                                                      std::string_view uri,
                                                      std::optional<std::string_view> state) const {
  if (!is_post_logout_redirect_uri_allowed(client_id, uri)) return std::nullopt;
  return detail::url(uri, {{"state", state}});
}

AuthorizationDecision Allowlist::decide_authorization(std::string_view raw_query) const {
  auto parameters = detail::Parameters::authorization(raw_query, true);
  if (!parameters.problem.empty()) return LocalError{"invalid_request", parameters.problem};
  const auto id = parameters["client_id"];
  if (!id) return LocalError{"invalid_request", "client-id-missing"};
  const detail::Client* const client = table_->client(*id);
  if (client == nullptr) return LocalError{"invalid_client", "client-unknown"};
  const auto [redirect_uri, uri_problem] = client->target(parameters["redirect_uri"]);
  if (!uri_problem.empty()) return LocalError{"invalid_request", uri_problem};
  const auto response_type = parameters["response_type"];
  const auto method = parameters["code_challenge_method"];
  auto request = detail::Access::request(*client, redirect_uri, std::move(parameters));
  const auto refused = [&](std::string_view error, std::string_view reason) {
    return detail::Access::redirect_error(request, error, reason);
  };
  if (!response_type) return refused("invalid_request", "response-type-missing");
  if (!detail::contains(client->response_types, *response_type)) {
    return refused("unsupported_response_type", "response-type-unsupported");
  }
  if (!client->may_receive(*response_type)) {
    return refused("unauthorized_client", "grant-type-not-allowed");
  }
  if (!request.state() && client->requires_state) {
    return refused("invalid_request", "state-missing");
  }
  if (!client->has_scopes(request.scopes())) return refused("invalid_scope", "scope-not-allowed");
  const auto problem = client->challenge_problem(request.code_challenge(), method);
  if (!problem.empty()) return refused("invalid_request", problem);
  return detail::Access::allow(std::move(request), client->reason_at(redirect_uri));
}

const Allowlist& allowlist(Environment environment) {
  const auto make = [](Environment each) {
    return detail::Access::allowlist(
        std::make_shared<const detail::Table>(detail::compiled_in_clients(each)));
  };
  if (environment == Environment::prod) {
    static const Allowlist prod = make(Environment::prod);
    return prod;
  }
  if (environment == Environment::sandbox) {
    static const Allowlist sandbox = make(Environment::sandbox);
    return sandbox;
  }
  static const Allowlist none =
      detail::Access::allowlist(std::make_shared<const detail::Table>(std::vector<detail::Client>()));
  return none;
}

bool is_redirect_uri_allowed(std::string_view client_id, Environment environment,
                             std::string_view redirect_uri) {
  return allowlist(environment).is_redirect_uri_allowed(client_id, redirect_uri);
}

bool is_post_logout_redirect_uri_allowed(std::string_view client_id, Environment environment,
                                         std::string_view uri) {
  return allowlist(environment).is_post_logout_redirect_uri_allowed(client_id, uri);
}

bool is_cors_origin_allowed(std::string_view client_id, Environment environment,
                            std::string_view origin) {
  return allowlist(environment).is_cors_origin_allowed(client_id, origin);
}

bool is_grant_type_allowed(std::string_view client_id, Environment environment,
                           std::string_view grant_type) {
  return allowlist(environment).is_grant_type_allowed(client_id, grant_type);
}

AuthorizationDecision decide_authorization(std::string_view raw_query, Environment environment) {
  return allowlist(environment).decide_authorization(raw_query);
}

std::string success_url(std::string_view redirect_uri, std::string_view code,
                        std::optional<std::string_view> state,
                        std::optional<std::string_view> issuer) {
  return detail::url(redirect_uri, {{"code", code}, {"state", state}, {"iss", issuer}});
}

std::string error_url(std::string_view redirect_uri, std::string_view error,
                      std::optional<std::string_view> state, std::optional<std::string_view> issuer,
                      std::optional<std::string_view> description) {
  return detail::url(redirect_uri, {{"error", error},
                                    {"error_description", description},
                                    {"state", state},
                                    {"iss", issuer}});
}

}  // namespace LINKPOLICY_ALLOWLIST_POLICY
}  // namespace linkpolicy
