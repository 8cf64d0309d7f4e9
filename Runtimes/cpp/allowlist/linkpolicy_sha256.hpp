#pragma once

#include <array>
#include <string_view>

#include "linkpolicy_allowlist_policy.hpp"

namespace linkpolicy {
inline namespace LINKPOLICY_ALLOWLIST_POLICY {
namespace detail {

/// The SHA-256 of bytes (FIPS 180-4).
[[nodiscard]] std::array<unsigned char, 32> sha256(std::string_view text);

}  // namespace detail
}  // namespace LINKPOLICY_ALLOWLIST_POLICY
}  // namespace linkpolicy
