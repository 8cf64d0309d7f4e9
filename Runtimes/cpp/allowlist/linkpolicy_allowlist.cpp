#include "linkpolicy_allowlist.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <forward_list>
#include <initializer_list>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "linkpolicy_allowlist_internal.hpp"
#include "linkpolicy_sha256.hpp"

namespace linkpolicy {
inline namespace LINKPOLICY_ALLOWLIST_POLICY {
namespace detail {

namespace {

constexpr std::string_view device_code_grant = "urn:ietf:params:oauth:grant-type:device_code";
constexpr std::string_view token_exchange_grant = "urn:ietf:params:oauth:grant-type:token-exchange";
constexpr std::string_view assertion_grant = "urn:ietf:params:oauth:grant-type:jwt-bearer";
constexpr std::string_view saml_grant = "urn:ietf:params:oauth:grant-type:saml2-bearer";

constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// `A-Z a-z 0-9 - . _ ~` (RFC 3986 section 2.3), in every locale.
constexpr bool is_unreserved(char c) {
  return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || is_digit(c) || c == '-' || c == '.' ||
         c == '_' || c == '~';
}

/// A name and its value, if it has one.
using OptionalParameter = std::pair<std::string_view, std::optional<std::string_view>>;

/// Appends parameters to the query of a URI (RFC 6749 section 3.1.2). Form decoders and percent
/// decoders read the values alike.
std::string url(std::string_view redirect_uri,
                std::initializer_list<OptionalParameter> parameters) {
  std::string output(redirect_uri);
  std::string_view separator = "?";
  if (redirect_uri.find('?') != std::string_view::npos) {
    separator = redirect_uri.back() == '?' || redirect_uri.back() == '&' ? "" : "&";
  }
  constexpr std::string_view digits = "0123456789ABCDEF";
  for (const auto& [name, value] : parameters) {
    if (!value) continue;
    output.append(separator).append(name).push_back('=');
    separator = "&";
    for (const char c : *value) {
      if (is_unreserved(c)) {
        output.push_back(c);
      } else {
        const auto byte = static_cast<unsigned char>(c);
        output.push_back('%');
        output.push_back(digits[byte >> 4]);
        output.push_back(digits[byte & 15]);
      }
    }
  }
  return output;
}

/// The decoded text; nothing if an escape or the UTF-8 is malformed.
std::optional<std::string> decoded(std::string_view text, bool plus_is_space) {
  std::string output;
  output.reserve(text.size());
  for (std::size_t place = 0; place < text.size(); ++place) {
    char c = text[place];
    if (c == '+' && plus_is_space) {
      c = ' ';
    } else if (c == '%') {
      if (text.size() - place < 3) return std::nullopt;
      const int high = hex_digit(text[place + 1]);
      const int low = hex_digit(text[place + 2]);
      if (high < 0 || low < 0) return std::nullopt;
      c = static_cast<char>(high * 16 + low);
      place += 2;
    }
    output.push_back(c);
  }
  if (!is_utf8(output)) return std::nullopt;
  return output;
}

/// Reads a query or form. A malformed escape or UTF-8 sequence, or a repeated known parameter, refuses
/// the request: two parsers could read two different requests. A fragment isn't part of the query.
/// `single` parameters must not be repeated either, and are among the others.
Parameters read(std::string_view query, bool plus_is_space,
                std::initializer_list<std::string_view> known,
                std::initializer_list<std::string_view> single) {
  const auto has = [](std::initializer_list<std::string_view> names, std::string_view name) {
    return std::find(names.begin(), names.end(), name) != names.end();
  };
  Parameters parameters;
  std::vector<std::string> seen;
  for (const std::string& piece : split(query.substr(0, query.find('#')), '&')) {
    const std::string_view view = piece;
    const std::size_t mark = std::min(view.find('='), view.size());
    const auto name = decoded(view.substr(0, mark), plus_is_space);
    const auto value = decoded(view.substr(std::min(mark + 1, view.size())), plus_is_space);
    if (!name || !value) {
      parameters.problem = "malformed-request";
      return parameters;
    }
    const bool is_known = has(known, *name);
    if (is_known || has(single, *name)) {
      if (std::find(seen.begin(), seen.end(), *name) != seen.end()) {
        parameters.problem = "duplicate-parameter";
      }
      seen.push_back(*name);
    }
    if (!value->empty()) (is_known ? parameters.known : parameters.other).emplace_back(*name, *value);
  }
  return parameters;
}

std::optional<std::string> first_value(const std::vector<Parameter>& parameters,
                                       std::string_view name) {
  const auto place = std::find_if(parameters.begin(), parameters.end(),
                                  [&](const Parameter& each) { return each.first == name; });
  if (place == parameters.end()) return std::nullopt;
  return place->second;
}

/// True if the text has the form of a code verifier (RFC 7636 section 4.1).
bool is_verifier(std::string_view text) {
  return text.size() >= 43 && text.size() <= 128 &&
         std::all_of(text.begin(), text.end(), is_unreserved);
}

/// The SHA-256 of a text in base64url without padding.
std::string sha256_base64url(std::string_view text) {
  constexpr std::string_view alphabet =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  std::string output;
  unsigned buffer = 0;
  unsigned bits = 0;
  for (const unsigned char byte : sha256(text)) {
    buffer = buffer << 8U | byte;
    bits += 8;
    while (bits >= 6) {
      bits -= 6;
      output.push_back(alphabet[buffer >> bits]);
      buffer &= (1U << bits) - 1U;
    }
  }
  if (bits > 0) output.push_back(alphabet[buffer << (6 - bits)]);
  return output;
}

/// True for equal bytes. The time doesn't depend on how many of them are equal.
bool is_same_secret(std::string_view left, std::string_view right) {
  if (left.size() != right.size()) return false;
  unsigned difference = 0;
  for (std::size_t place = 0; place < left.size(); ++place) {
    difference |= static_cast<unsigned char>(left[place] ^ right[place]);
  }
  return difference == 0;
}

/// Compares a code verifier with the code challenge (RFC 7636 section 4.6).
bool matches(const std::string& verifier, const IssuedCode& issued) {
  const bool is_plain = issued.code_challenge_method == "plain";
  return is_verifier(verifier) &&
         is_same_secret(is_plain ? verifier : sha256_base64url(verifier),
                        issued.code_challenge.value_or(""));
}

/// The bytes of padded, canonical Base64.
std::optional<std::string> decoded_base64(std::string_view text) {
  constexpr std::string_view alphabet =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  if (text.empty() || text.size() % 4 != 0) return std::nullopt;
  for (int count = 0; count < 2 && text.back() == '='; ++count) text.remove_suffix(1);
  std::string output;
  unsigned buffer = 0;
  unsigned bits = 0;
  for (const char c : text) {
    const std::size_t value = alphabet.find(c);
    if (value == std::string_view::npos) return std::nullopt;
    buffer = buffer << 6U | static_cast<unsigned>(value);
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    output.push_back(static_cast<char>(static_cast<unsigned char>(buffer >> bits)));
    buffer &= (1U << bits) - 1U;
  }
  if (bits >= 6 || buffer != 0) return std::nullopt;
  return output;
}

/// The ID and the secret of a Basic header (RFC 6749 section 2.3.1, RFC 7617). Both are form-encoded.
/// An empty secret is none.
std::optional<std::pair<std::string, std::optional<std::string>>> basic_credentials(
    std::string_view header) {
  const auto is_blank = [](char c) { return c == ' ' || c == '\t'; };
  while (!header.empty() && is_blank(header.front())) header.remove_prefix(1);
  while (!header.empty() && is_blank(header.back())) header.remove_suffix(1);
  constexpr std::string_view small = "basic ";
  if (header.size() < small.size()) return std::nullopt;
  for (std::size_t place = 0; place < small.size(); ++place) {
    // Lower-case letters differ from upper-case ones by 0x20.
    if (header[place] != small[place] &&
        (small[place] == ' ' || header[place] != small[place] - 0x20)) {
      return std::nullopt;
    }
  }
  header.remove_prefix(std::min(header.find_first_not_of(' ', small.size()), header.size()));
  const auto pair = decoded_base64(header);
  const std::size_t colon = pair ? pair->find(':') : std::string::npos;
  if (colon == std::string::npos) return std::nullopt;
  const std::string_view view = *pair;
  auto id = decoded(view.substr(0, colon), true);
  auto secret = decoded(view.substr(colon + 1), true);
  if (!id || id->empty() || !secret) return std::nullopt;
  if (secret->empty()) secret.reset();
  return std::make_pair(std::move(*id), std::move(secret));
}

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

/// 401 if the client used the `Authorization` header, or must use it.
TokenError invalid_client(bool uses_header, std::string_view reason) {
  return {uses_header ? 401 : 400, "invalid_client", reason};
}

std::vector<std::string> strings(const std::vector<std::string_view>& texts) {
  return {texts.begin(), texts.end()};
}

}  // namespace

bool contains(const std::vector<std::string_view>& texts, std::string_view text) {
  return std::find(texts.begin(), texts.end(), text) != texts.end();
}

std::vector<std::string> split(std::string_view text, char separator) {
  std::vector<std::string> parts;
  for (std::size_t end = 0; (end = text.find(separator)) != std::string_view::npos;
       text.remove_prefix(end + 1)) {
    parts.emplace_back(text.substr(0, end));
  }
  parts.emplace_back(text);
  return parts;
}

int hex_digit(char c) {
  if (is_digit(c)) return c - '0';
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

bool is_utf8(std::string_view text) {
  for (std::size_t place = 0; place < text.size();) {
    const auto lead = static_cast<unsigned char>(text[place++]);
    if (lead < 0x80) continue;
    if (lead < 0xC2 || lead > 0xF4) return false;
    const int more = lead < 0xE0 ? 1 : lead < 0xF0 ? 2 : 3;
    // The second byte has a smaller range after some first ones.
    unsigned low = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80;
    unsigned high = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF;
    for (int count = 0; count < more; ++count) {
      if (place == text.size()) return false;
      const auto next = static_cast<unsigned char>(text[place++]);
      if (next < low || next > high) return false;
      low = 0x80;
      high = 0xBF;
    }
  }
  return true;
}

std::optional<std::string> Parameters::operator[](std::string_view name) const {
  return first_value(known, name);
}

Parameters Parameters::authorization(std::string_view query, bool plus_is_space) {
  return read(query, plus_is_space,
              {"client_id", "redirect_uri", "response_type", "scope", "state", "code_challenge",
               "code_challenge_method"},
              {"user_locale"});
}

Parameters Parameters::token(std::string_view form) {
  return read(form, true,
              {"grant_type", "client_id", "client_secret", "code", "redirect_uri", "code_verifier",
               "refresh_token", "intent", "assertion", "scope"},
              {"response_type", "device_code", "subject_token", "subject_token_type"});
}

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

bool Table::offers(std::string_view grant_type) const {
  if (grant_type == "authorization_code" || grant_type == "refresh_token" ||
      grant_type == assertion_grant) {
    return true;
  }
  return grant_type != "implicit" && grant_types_.count(grant_type) > 0;
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

TokenDecision Access::token(const Table& table, std::string_view raw_form,
                            std::optional<std::string_view> authorization) {
  const auto refused = [](std::string_view error, std::string_view reason) {
    return TokenError{400, error, reason};
  };
  Parameters form = Parameters::token(raw_form);
  if (!form.problem.empty()) return refused("invalid_request", form.problem);
  const auto grant_type = form["grant_type"];
  if (!grant_type) return refused("invalid_request", "grant-type-missing");
  if (!table.offers(*grant_type)) {
    return refused("unsupported_grant_type", "grant-type-unsupported");
  }
  auto id = form["client_id"];
  auto secret = form["client_secret"];
  const bool uses_header = authorization.has_value();
  if (uses_header) {
    if (secret) return refused("invalid_request", "client-authentication-twice");
    auto credentials = basic_credentials(*authorization);
    if (!credentials) return invalid_client(true, "client-authentication-malformed");
    if (id && id != credentials->first) return refused("invalid_request", "client-id-mismatch");
    id = std::move(credentials->first);
    secret = std::move(credentials->second);
  }
  if (!id) return invalid_client(uses_header, "client-id-missing");
  const Client* const client = table.client(*id);
  if (client == nullptr) return invalid_client(uses_header, "client-unknown");
  const auto problem = client->authentication_problem(uses_header, secret.has_value());
  if (!problem.empty()) {
    return invalid_client(uses_header || client->authenticates_by_header, problem);
  }
  if (!contains(client->grant_types, *grant_type)) {
    if (grant_type == assertion_grant && client->assertion_intents.empty()) {
      return refused("unsupported_grant_type", "grant-type-unsupported");
    }
    return refused("unauthorized_client", "grant-type-not-allowed");
  }
  // The members of other grant types stay empty.
  TokenRequest request;
  request.client_id_ = client->id;
  request.is_public_ = client->is_public;
  request.requires_pkce_ = client->requires_pkce;
  request.is_google_account_linking_ = client->is_google_account_linking;
  request.uses_header_ = uses_header;
  request.grant_type_ = *grant_type;
  request.client_secret_ = std::move(secret);
  const auto missing = refused("invalid_request", "parameter-missing");
  if (grant_type == "authorization_code") {
    request.code_ = form["code"];
    request.redirect_uri_ = form["redirect_uri"];
    request.code_verifier_ = form["code_verifier"];
    if (!request.code_) return missing;
    const auto target = client->target(request.redirect_uri_);
    if (!target.second.empty()) return refused("invalid_grant", target.second);
    if (!request.code_verifier_ && client->requires_pkce) {
      return refused("invalid_grant", "code-verifier-missing");
    }
    if (request.code_verifier_ && !is_verifier(*request.code_verifier_)) {
      return refused("invalid_grant", "code-verifier-mismatch");
    }
  } else if (grant_type == "refresh_token") {
    request.refresh_token_ = form["refresh_token"];
    request.scope_ = form["scope"];
    if (!request.refresh_token_) return missing;
  } else if (grant_type == "client_credentials") {
    request.scope_ = form["scope"];
    // A public client has no credentials.
    if (client->is_public) return refused("unauthorized_client", "grant-type-not-allowed");
    if (request.scope_ && !client->has_scopes(split(*request.scope_, ' '))) {
      return refused("invalid_scope", "scope-not-allowed");
    }
  } else if (grant_type == assertion_grant || grant_type == saml_grant) {
    request.assertion_ = form["assertion"];
    if (grant_type == assertion_grant) {
      request.intent_ = form["intent"];
      if (!client->assertion_intents.empty()) {
        if (!request.intent_) return missing;
        if (!contains(client->assertion_intents, *request.intent_)) {
          return refused("invalid_request", "intent-unsupported");
        }
      }
    }
    if (!request.assertion_) return missing;
  } else if (grant_type == device_code_grant) {
    if (!first_value(form.other, "device_code")) return missing;
  } else if (grant_type == token_exchange_grant) {
    if (!first_value(form.other, "subject_token") ||
        !first_value(form.other, "subject_token_type")) {
      return missing;
    }
  }
  request.other_ = std::move(form.other);
  return TokenAllow(std::move(request));
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

std::map<std::string, std::string> TokenError::headers() const {
  std::map<std::string, std::string> headers = {
      {"Content-Type", "application/json;charset=UTF-8"}, {"Cache-Control", "no-store"}};
  if (status == 401) headers["WWW-Authenticate"] = R"(Basic realm="token", charset="UTF-8")";
  return headers;
}

std::string TokenError::body() const { return R"({"error":")" + std::string(error) + R"("})"; }

std::optional<std::string> TokenRequest::parameter(std::string_view name) const {
  return detail::first_value(other_, name);
}

std::optional<TokenError> TokenRequest::verify(const Secret& secret,
                                               const std::optional<IssuedCode>& issued) const {
  if (!is_public_) {
    // Digests have one length, so that the comparison tells nothing about that of the secret.
    const bool is_valid =
        secret.known_ ? detail::is_same_secret(detail::sha256_base64url(*secret.known_),
                                               detail::sha256_base64url(client_secret_.value_or("")))
                      : secret.is_valid_;
    if (!is_valid) {
      // https://developers.google.com/identity/account-linking/oauth-linking
      if (is_google_account_linking_) return TokenError{400, "invalid_grant", "client-secret-wrong"};
      return detail::invalid_client(uses_header_, "client-secret-wrong");
    }
  }
  if (grant_type_ != "authorization_code") return std::nullopt;
  const auto problem = code_problem(issued);
  if (problem.empty()) return std::nullopt;
  return TokenError{400, "invalid_grant", problem};
}

bool TokenRequest::accepts(const std::optional<IssuedCode>& issued) const {
  return grant_type_ == "authorization_code" && code_problem(issued).empty();
}

std::string_view TokenRequest::code_problem(const std::optional<IssuedCode>& issued) const {
  if (!issued) return "code-unknown";
  if (issued->client_id != client_id_) return "code-other-client";
  if (issued->redirect_uri && issued->redirect_uri != redirect_uri_) {
    return "redirect-uri-other-request";
  }
  if (!code_verifier_) return issued->code_challenge || requires_pkce_ ? "code-verifier-missing" : "";
  // A downgrade (RFC 9700 section 2.1.1).
  if (!issued->code_challenge) return "code-verifier-unexpected";
  return detail::matches(*code_verifier_, *issued) ? "" : "code-verifier-mismatch";
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

TokenDecision Allowlist::decide_token(std::string_view raw_form,
                                      std::optional<std::string_view> authorization) const {
  return detail::Access::token(*table_, raw_form, authorization);
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

TokenDecision decide_token(std::string_view raw_form, std::optional<std::string_view> authorization,
                           Environment environment) {
  return allowlist(environment).decide_token(raw_form, authorization);
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
