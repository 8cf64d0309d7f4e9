#pragma once

#include <string_view>

#include "firebase/auth/types.h"
#include "linkpolicy_allowlist_policy.hpp"

namespace linkpolicy {
inline namespace LINKPOLICY_ALLOWLIST_POLICY {
namespace apple_sign_in {

/// Whether the user must consent before an Apple account is linked to other data: ask first.
inline constexpr bool linking_needs_consent = true;

/// The scopes and parameters of the policy, for `FederatedOAuthProvider::SetProviderData`.
inline firebase::auth::FederatedOAuthProviderData provider_data() {
  using namespace std::string_view_literals;
  firebase::auth::FederatedOAuthProviderData data("apple.com");
  data.scopes.emplace_back("email"sv);
  return data;
}

}  // namespace apple_sign_in
}  // namespace LINKPOLICY_ALLOWLIST_POLICY
}  // namespace linkpolicy
