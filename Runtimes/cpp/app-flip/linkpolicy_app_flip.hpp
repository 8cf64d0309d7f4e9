#pragma once

// Decides App Flip requests by the clients of the allowlist.

#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "linkpolicy_allowlist.hpp"

namespace linkpolicy {
inline namespace LINKPOLICY_ALLOWLIST_POLICY {

/// Open `target` as a universal link. The calling app goes on without the app.
struct ReturnError {
  std::string target;
  std::string_view error;
  std::string_view reason;
};

/// Open nothing: the redirect URI isn't registered, or the link can't be read.
struct NotHandled {
  std::string_view reason;
};

/// This isn't an App Flip request: handle it like any other link or intent.
struct Ignore {
  /// `link-not-configured`.
  std::string_view reason;
};

/// The decision about an App Flip request that arrived as a universal link. Open the URLs of an allowed
/// request as universal links.
using AppFlipDecision = std::variant<Allow, ReturnError, NotHandled, Ignore>;

/// The app that sent an App Flip intent.
struct Caller {
  /// Its package name.
  std::string package;
  /// The SHA-256 fingerprints of its current signing certificates in hex, with or without colons.
  std::vector<std::string> certificates;
};

/// The extras of an App Flip intent.
struct AppFlipExtras {
  /// `CLIENT_ID`.
  std::optional<std::string> client_id;
  /// `REDIRECT_URI`.
  std::optional<std::string> redirect_uri;
  /// The elements of `SCOPE`, or that string split at spaces.
  std::vector<std::string> scopes;
};

/// Finish with the result code -2 and the extras `ERROR_TYPE`, `ERROR_CODE` and `ERROR_DESCRIPTION`.
struct AppFlipError {
  int type;
  int code;
  std::string description;
  std::string_view reason;
};

/// Finish with `RESULT_CANCELED` and without data: the caller isn't a configured app.
struct Cancelled {
  /// `caller-unknown`.
  std::string_view reason;
};

/// The decision about an App Flip intent. Respond to an allowed request with `RESULT_OK` and
/// `AUTHORIZATION_CODE`.
using AppFlipIntentDecision = std::variant<Allow, AppFlipError, Cancelled, Ignore>;

/// Decides an App Flip request that arrived as a universal link (iOS). `url` is the link that opened
/// the app, not decoded.
[[nodiscard]] AppFlipDecision decide_app_flip(const Allowlist& allowlist, std::string_view url);

/// Decides an App Flip intent (Android). Leave out the action of the intent if the app has only one App
/// Flip action.
[[nodiscard]] AppFlipIntentDecision decide_app_flip(
    const Allowlist& allowlist, const Caller& caller, const AppFlipExtras& extras,
    std::optional<std::string_view> action = std::nullopt);

/// The same for the compiled-in clients of an environment.
[[nodiscard]] AppFlipDecision decide_app_flip(std::string_view url, Environment environment);

/// The same for the compiled-in clients of an environment.
[[nodiscard]] AppFlipIntentDecision decide_app_flip(
    const Caller& caller, const AppFlipExtras& extras, Environment environment,
    std::optional<std::string_view> action = std::nullopt);

}  // namespace LINKPOLICY_ALLOWLIST_POLICY
}  // namespace linkpolicy
