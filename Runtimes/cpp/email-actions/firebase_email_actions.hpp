#pragma once

// Settings of the emails that Firebase Authentication sends, by action and environment.

#include <optional>
#include <string>
#include <string_view>

#include "firebase_email_actions_names.hpp"
#include "linkpolicy_allowlist.hpp"

namespace linkpolicy {
inline namespace LINKPOLICY_ALLOWLIST_POLICY {
namespace firebase_email {

/// `ActionCodeSettings`. The C++ SDK of Firebase has no such type: pass the values to the SDK of the
/// platform, or send them to `accounts:sendOobCode`.
struct ActionCodeSettings {
  std::string url;
  bool handle_code_in_app = false;
  std::optional<std::string> ios_bundle_id{};
  std::optional<std::string> android_package_name{};
  bool android_install_if_not_available = false;
  std::optional<std::string> android_minimum_version{};
  std::optional<std::string> link_domain{};
};

/// The settings with the registered continue URL; nothing if the environment doesn't have the action.
[[nodiscard]] std::optional<ActionCodeSettings> settings(Action action, Environment environment);

/// The settings with another continue URL; nothing unless `is_continue_url_allowed` allows it.
[[nodiscard]] std::optional<ActionCodeSettings> settings(Action action, Environment environment,
                                                         std::string_view continue_url);

/// True for the registered URL, and for one that continues its path or has its own query or fragment.
///
/// Scheme, host and path of the registered URL must be the same. Further path segments contain only
/// letters, digits and `-._~` and don't start with a dot. Query and fragment contain what RFC 3986
/// allows.
[[nodiscard]] bool is_continue_url_allowed(std::string_view url, Action action,
                                           Environment environment);

namespace detail {

/// The settings of an action in one environment.
struct Registered {
  ActionCodeSettings settings;
  /// Refuses other continue URLs: the registered one has no host that they could share.
  bool is_only_url = false;
};

/// The registered settings; firebase_email_actions_data.cpp has them.
[[nodiscard]] std::optional<Registered> registered(Action action, Environment environment);

}  // namespace detail

}  // namespace firebase_email
}  // namespace LINKPOLICY_ALLOWLIST_POLICY
}  // namespace linkpolicy
