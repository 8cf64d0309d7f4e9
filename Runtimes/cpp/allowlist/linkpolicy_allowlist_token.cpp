#include <algorithm>
#include <array>
#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "linkpolicy_allowlist.hpp"
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

/// The SHA-256 of a string in base64url without padding.
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

/// 401 if the client used the `Authorization` header, or must use it.
TokenError invalid_client(bool uses_header, std::string_view reason) {
  return {uses_header ? 401 : 400, "invalid_client", reason};
}

}  // namespace

bool Table::offers(std::string_view grant_type) const {
  if (grant_type == "authorization_code" || grant_type == "refresh_token" ||
      grant_type == assertion_grant) {
    return true;
  }
  return grant_type != "implicit" && grant_types_.count(grant_type) > 0;
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
  if (grant_type != "authorization_code") request.scope_ = form["scope"];
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
    if (!request.refresh_token_) return missing;
    if (!client->may_request(request.scope_)) return refused("invalid_scope", "scope-not-allowed");
  } else if (grant_type == "client_credentials") {
    // A public client has no credentials.
    if (client->is_public) return refused("unauthorized_client", "grant-type-not-allowed");
    if (!client->may_request(request.scope_)) return refused("invalid_scope", "scope-not-allowed");
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
    // Digests have the same length, so the comparison doesn't reveal the secret's.
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

TokenError TokenRequest::invalid_grant() const {
  const bool is_refresh = grant_type_ == "refresh_token";
  return TokenError{400, "invalid_grant", is_refresh ? "refresh-token-unknown" : "code-unknown"};
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

TokenDecision Allowlist::decide_token(std::string_view raw_form,
                                      std::optional<std::string_view> authorization) const {
  return detail::Access::token(*table_, raw_form, authorization);
}

TokenDecision decide_token(std::string_view raw_form, std::optional<std::string_view> authorization,
                           Environment environment) {
  return allowlist(environment).decide_token(raw_form, authorization);
}

}  // namespace LINKPOLICY_ALLOWLIST_POLICY
}  // namespace linkpolicy
