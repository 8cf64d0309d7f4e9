#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "linkpolicy_allowlist_policy.hpp"

namespace linkpolicy {
inline namespace LINKPOLICY_ALLOWLIST_POLICY {
namespace google_scopes::features {

/// The scopes of `sign_in` in the policy.
inline std::vector<std::string> sign_in() {
  using namespace std::string_view_literals;
  std::vector<std::string> scopes;
  for (const std::string_view scope : {
           "email"sv,
           "profile"sv,
       }) {
    scopes.emplace_back(scope);
  }
  return scopes;
}

}  // namespace google_scopes::features
}  // namespace LINKPOLICY_ALLOWLIST_POLICY
}  // namespace linkpolicy
