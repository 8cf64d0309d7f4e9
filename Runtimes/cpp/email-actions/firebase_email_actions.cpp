#include "firebase_email_actions.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "firebase_email_actions_names.hpp"
#include "linkpolicy_allowlist.hpp"

namespace linkpolicy {
inline namespace LINKPOLICY_ALLOWLIST_POLICY {
namespace firebase_email {

namespace {

bool is_unreserved(char c) {
  return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '-' ||
         c == '.' || c == '_' || c == '~';
}

bool is_hex(char c) {
  return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'F') || (c >= 'a' && c <= 'f');
}

/// True for the rest of a continue URL after the registered path: segments of unreserved characters
/// that don't start with a dot, a query and a fragment.
bool is_rest(std::string_view rest) {
  std::size_t at = 0;
  char previous = '\0';
  for (; at < rest.size() && rest[at] != '?' && rest[at] != '#'; ++at) {
    const char c = rest[at];
    if (at == 0 && c != '/') return false;
    if (c == '/' ? previous == '/' : !is_unreserved(c) || (c == '.' && previous == '/')) {
      return false;
    }
    previous = c;
  }
  bool in_fragment = at < rest.size() && rest[at] == '#';
  for (++at; at < rest.size(); ++at) {
    const char c = rest[at];
    if (c == '#' && !in_fragment) {
      in_fragment = true;
    } else if (c == '%') {
      if (rest.size() - at < 3 || !is_hex(rest[at + 1]) || !is_hex(rest[at + 2])) return false;
      at += 2;
    } else if (!is_unreserved(c) &&
               std::string_view("!$&'()*+,;=:@/?").find(c) == std::string_view::npos) {
      return false;
    }
  }
  return true;
}

bool allows(const detail::Registered& registered, std::string_view url) {
  constexpr std::size_t maximum_length = 2048;
  const std::string_view own = registered.settings.url;
  if (url == own) return true;
  const std::string_view prefix = own.substr(0, own.find_first_of("?#"));
  const std::size_t base =
      !prefix.empty() && prefix.back() == '/' ? prefix.size() - 1 : prefix.size();
  return !registered.is_only_url && url.size() <= maximum_length &&
         url.substr(0, prefix.size()) == prefix && is_rest(url.substr(base));
}

}  // namespace

std::optional<ActionCodeSettings> settings(Action action, Environment environment) {
  auto registered = detail::registered(action, environment);
  if (!registered) return std::nullopt;
  return std::move(registered->settings);
}

bool is_continue_url_allowed(std::string_view url, Action action, Environment environment) {
  const auto registered = detail::registered(action, environment);
  return registered && allows(*registered, url);
}

std::optional<ActionCodeSettings> settings(Action action, Environment environment,
                                           std::string_view continue_url) {
  auto registered = detail::registered(action, environment);
  if (!registered || !allows(*registered, continue_url)) return std::nullopt;
  registered->settings.url = std::string(continue_url);
  return std::move(registered->settings);
}

}  // namespace firebase_email
}  // namespace LINKPOLICY_ALLOWLIST_POLICY
}  // namespace linkpolicy
