#include "linkpolicy_app_flip.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "linkpolicy_allowlist.hpp"
#include "linkpolicy_allowlist_internal.hpp"

namespace linkpolicy {
inline namespace LINKPOLICY_ALLOWLIST_POLICY {
namespace detail {

namespace {

using Clients = std::vector<const Client*>;

template <class Predicate>
Clients filtered(const Table& table, Predicate is_wanted) {
  Clients wanted;
  for (const Client& client : table.clients()) {
    if (is_wanted(client)) wanted.push_back(&client);
  }
  return wanted;
}

/// Keeps only the client with the ID, if there is one, and returns it.
const Client* narrow(Clients& clients, const std::optional<std::string>& id) {
  const auto place = std::find_if(clients.begin(), clients.end(),
                                  [&](const Client* client) { return id && client->id == *id; });
  if (place == clients.end()) return nullptr;
  const Client* const named = *place;
  clients = {named};
  return named;
}

/// The first client that may receive App Flip responses at the redirect URI, or null and the reason.
std::pair<const Client*, std::string_view> owner(const Clients& clients,
                                                 const std::optional<std::string>& redirect_uri) {
  if (!redirect_uri || redirect_uri->empty()) return {nullptr, "redirect-uri-missing"};
  std::string_view problem = "redirect-uri-not-registered";
  for (const Client* const client : clients) {
    if (!client->allows(*redirect_uri)) continue;
    if (!contains(client->browser_redirect_uris, *redirect_uri)) return {client, ""};
    problem = "redirect-uri-browser-only";
  }
  return {nullptr, problem};
}

/// The 32 bytes of a SHA-256 in hex, with a colon between every two digits or with none.
std::optional<std::array<int, 32>> hash(std::string_view text) {
  if (text.size() != 64 && text.size() != 95) return std::nullopt;
  const std::size_t step = text.size() == 64 ? 2 : 3;
  std::array<int, 32> bytes{};
  for (std::size_t index = 0; index < bytes.size(); ++index) {
    const std::size_t place = index * step;
    const int high = hex_digit(text[place]);
    const int low = hex_digit(text[place + 1]);
    const bool is_separated = step == 2 || index + 1 == bytes.size() || text[place + 2] == ':';
    if (high < 0 || low < 0 || !is_separated) return std::nullopt;
    bytes[index] = high * 16 + low;
  }
  return bytes;
}

/// True if the package and the only certificate are those of a caller of the client.
bool accepts(const Client& client, const Caller& caller) {
  if (caller.certificates.size() != 1) return false;
  const auto certificate = hash(caller.certificates.front());
  return certificate && std::any_of(client.callers.begin(), client.callers.end(),
                                    [&](const KnownCaller& known) {
                                      return known.package == caller.package &&
                                             hash(known.certificate) == certificate;
                                    });
}

/// Why the request of a link with an allowed redirect URI is refused; empty if it isn't.
std::string_view problem_with(const Request& request, const std::optional<std::string>& id,
                              const Client* named, const std::optional<std::string>& method) {
  if (!request.state() && (named == nullptr || named->requires_state)) return "state-missing";
  if (!id) return "client-id-missing";
  if (named == nullptr) return "client-unknown";
  if (!named->takes_codes()) return "grant-type-not-allowed";
  if (!named->has_scopes(request.scopes())) return "scope-not-allowed";
  return named->challenge_problem(request.code_challenge(), method);
}

}  // namespace

}  // namespace detail

AppFlipDecision decide_app_flip(const Allowlist& allowlist, std::string_view url) {
  const std::string_view link = url.substr(0, url.find('?'));
  auto candidates =
      detail::filtered(detail::Access::table(allowlist), [&](const detail::Client& client) {
        return client.universal_link && *client.universal_link == link;
      });
  if (candidates.empty()) return Ignore{"link-not-configured"};
  const std::string_view query = url.substr(std::min(link.size() + 1, url.size()));
  auto parameters = detail::Parameters::authorization(query, false);
  if (!parameters.problem.empty()) return NotHandled{parameters.problem};
  const auto id = parameters["client_id"];
  const auto redirect_uri = parameters["redirect_uri"];
  const auto method = parameters["code_challenge_method"];
  const detail::Client* const named = detail::narrow(candidates, id);
  const auto [owner, uri_problem] = detail::owner(candidates, redirect_uri);
  if (owner == nullptr) return NotHandled{uri_problem};
  auto request = detail::Access::request(*owner, *redirect_uri, std::move(parameters));
  const auto problem = detail::problem_with(request, id, named, method);
  if (!problem.empty()) {
    constexpr std::string_view error = "invalid_request";
    return ReturnError{request.error_url(error), error, problem};
  }
  return detail::Access::allow(std::move(request), owner->reason_at(*redirect_uri));
}

AppFlipIntentDecision decide_app_flip(const Allowlist& allowlist, const Caller& caller,
                                      const AppFlipExtras& extras,
                                      std::optional<std::string_view> action) {
  auto candidates =
      detail::filtered(detail::Access::table(allowlist), [&](const detail::Client& client) {
        return client.intent_action && (!action || *client.intent_action == *action);
      });
  if (candidates.empty()) return Ignore{"link-not-configured"};
  const detail::Client* const named = detail::narrow(candidates, extras.client_id);
  if (std::none_of(candidates.begin(), candidates.end(), [&](const detail::Client* client) {
        return detail::accepts(*client, caller);
      })) {
    return Cancelled{"caller-unknown"};
  }
  const auto invalid = [](const char* description, std::string_view reason) {
    return AppFlipError{3, 1, description, reason};
  };
  const auto [owner, uri_problem] = detail::owner(candidates, extras.redirect_uri);
  if (owner == nullptr) return invalid("Invalid redirect URI", uri_problem);
  if (!extras.client_id || extras.client_id->empty()) {
    return invalid("Invalid client", "client-id-missing");
  }
  if (named == nullptr) return invalid("Invalid client", "client-unknown");
  if (!named->takes_codes()) return invalid("Invalid request", "grant-type-not-allowed");
  if (!named->has_scopes(extras.scopes)) return invalid("Invalid scope", "scope-not-allowed");
  // An intent has no code challenge.
  const auto problem = named->challenge_problem(std::nullopt, std::nullopt);
  if (!problem.empty()) return invalid("Invalid request", problem);
  return detail::Access::allow(
      detail::Access::intent_request(*named, *extras.redirect_uri, extras.scopes), "allowed");
}

AppFlipDecision decide_app_flip(std::string_view url, Environment environment) {
  return decide_app_flip(allowlist(environment), url);
}

AppFlipIntentDecision decide_app_flip(const Caller& caller, const AppFlipExtras& extras,
                                      Environment environment,
                                      std::optional<std::string_view> action) {
  return decide_app_flip(allowlist(environment), caller, extras, action);
}

}  // namespace LINKPOLICY_ALLOWLIST_POLICY
}  // namespace linkpolicy
