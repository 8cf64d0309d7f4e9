#include <optional>
#include <string_view>

#include "firebase_email_actions.hpp"

namespace linkpolicy {
inline namespace LINKPOLICY_ALLOWLIST_POLICY {
namespace firebase_email::detail {

using namespace std::string_view_literals;

std::optional<Registered> registered([[maybe_unused]] Action action,
                                     [[maybe_unused]] Environment environment) {
#ifndef LINKPOLICY_SANDBOX_ONLY
  if (environment == Environment::prod && action == Action::sign_in) {
    Registered found;
    found.settings.url = "https://app.example/finish"sv;
    found.settings.handle_code_in_app = true;
    return found;
  }
#endif
#ifndef LINKPOLICY_PROD_ONLY
  if (environment == Environment::sandbox && action == Action::sign_in) {
    Registered found;
    found.settings.url = "com.example:/finish"sv;
    found.is_only_url = true;
    return found;
  }
#endif
  return std::nullopt;
}

}  // namespace firebase_email::detail
}  // namespace LINKPOLICY_ALLOWLIST_POLICY
}  // namespace linkpolicy
