#pragma once

// The scopes to request from Google, in the order of the policy: at sign-in, and when a feature is used.
//
//     const auto scopes = linkpolicy::google_scopes::features::sign_in();
//     auto names = linkpolicy::google_scopes::pointers(scopes);
//     configuration.additional_scopes = names.data();
//     configuration.additional_scope_count = static_cast<int>(names.size());
//
// A sign-in can succeed without all scopes, because users may deny some.

#include <set>
#include <string>
#include <vector>

#include "google_scopes_data.hpp"
#include "linkpolicy_allowlist_policy.hpp"

namespace linkpolicy {
inline namespace LINKPOLICY_ALLOWLIST_POLICY {
namespace google_scopes {

namespace detail {

inline std::string canonical(const std::string& scope) {
  const bool is_short = scope == "email" || scope == "profile";
  return is_short ? "https://www.googleapis.com/auth/userinfo." + scope : scope;
}

}  // namespace detail

/// The scopes that were not granted, in their order; all of them for an empty list. Strings are
/// compared byte by byte. Google grants `email` and `profile` under their long names.
inline std::vector<std::string> missing(const std::vector<std::string>& scopes,
                                        const std::vector<std::string>& granted) {
  std::set<std::string> known;
  for (const std::string& scope : granted) known.insert(detail::canonical(scope));
  std::vector<std::string> missing;
  for (const std::string& scope : scopes) {
    if (known.count(detail::canonical(scope)) == 0) missing.push_back(scope);
  }
  return missing;
}

/// The scopes as Google's SDK for C++ expects them. They must outlive the returned pointers.
inline std::vector<const char*> pointers(const std::vector<std::string>& scopes) {
  std::vector<const char*> pointers;
  pointers.reserve(scopes.size());
  for (const std::string& scope : scopes) pointers.push_back(scope.c_str());
  return pointers;
}

}  // namespace google_scopes
}  // namespace LINKPOLICY_ALLOWLIST_POLICY
}  // namespace linkpolicy
