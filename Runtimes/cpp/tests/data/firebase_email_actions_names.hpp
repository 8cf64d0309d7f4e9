#pragma once

#include "linkpolicy_allowlist_policy.hpp"

namespace linkpolicy {
inline namespace LINKPOLICY_ALLOWLIST_POLICY {
namespace firebase_email {

/// The email actions of the policy.
enum class Action {
  sign_in,
};

}  // namespace firebase_email
}  // namespace LINKPOLICY_ALLOWLIST_POLICY
}  // namespace linkpolicy
