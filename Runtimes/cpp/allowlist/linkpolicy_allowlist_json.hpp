#pragma once

// A strict JSON reader (RFC 8259). Include linkpolicy_allowlist.hpp instead.

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "linkpolicy_allowlist_policy.hpp"

namespace linkpolicy {
inline namespace LINKPOLICY_ALLOWLIST_POLICY {
namespace detail {

/// A JSON value. Numbers keep their digits.
struct Json {
  enum class Kind { null, boolean, number, string, array, object };

  Kind kind = Kind::null;
  /// `true` or `false`, the digits of a number, the text of a string.
  std::string text;
  std::vector<Json> elements;
  std::map<std::string, Json, std::less<>> members;

  /// Reads JSON. Refuses duplicate keys, lone surrogates, numbers that aren't non-negative integers, and
  /// more than 16 levels. Doesn't check UTF-8.
  static std::optional<Json> parse(std::string_view text);

  /// The value of a key; null if it is absent.
  [[nodiscard]] const Json& operator[](std::string_view key) const;

  /// The text of a string.
  [[nodiscard]] std::optional<std::string> string() const;
};

/// A string as JSON.
[[nodiscard]] std::string json_string(std::string_view text);

}  // namespace detail
}  // namespace LINKPOLICY_ALLOWLIST_POLICY
}  // namespace linkpolicy
