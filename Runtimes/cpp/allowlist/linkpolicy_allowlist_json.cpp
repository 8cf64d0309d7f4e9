#include "linkpolicy_allowlist_json.hpp"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "linkpolicy_allowlist_internal.hpp"

namespace linkpolicy {
inline namespace LINKPOLICY_ALLOWLIST_POLICY {
namespace detail {

namespace {

constexpr std::size_t maximum_depth = 16;

/// Reads one document. The functions return false for malformed JSON.
class Reader {
 public:
  explicit Reader(std::string_view text) : rest_(text) {}

  bool document(Json& result) { return value(result, 0) && next() == '\0' && rest_.empty(); }

 private:
  std::string_view rest_;

  /// The character after whitespace; NUL at the end.
  char next() {
    rest_.remove_prefix(std::min(rest_.find_first_not_of(" \t\r\n"), rest_.size()));
    return rest_.empty() ? '\0' : rest_.front();
  }

  bool skip(std::string_view word) {
    if (rest_.substr(0, word.size()) != word) return false;
    rest_.remove_prefix(word.size());
    return true;
  }

  /// Reads elements up to a closing bracket.
  template <class Element>
  bool elements(std::string_view close, Element element) {
    rest_.remove_prefix(1);
    if (next() == close.front()) return skip(close);
    while (element()) {
      if (next() == close.front()) return skip(close);
      if (!skip(",")) return false;
    }
    return false;
  }

  bool value(Json& result, std::size_t depth) {
    if (depth == maximum_depth) return false;
    switch (next()) {
      case '{':
        result.kind = Json::Kind::object;
        return elements("}", [&] {
          std::string key;
          Json member;
          return next() == '"' && string(key) && next() == ':' && skip(":") &&
                 value(member, depth + 1) &&
                 result.members.emplace(std::move(key), std::move(member)).second;
        });
      case '[':
        result.kind = Json::Kind::array;
        return elements("]",
                        [&] { return value(result.elements.emplace_back(), depth + 1); });
      case '"':
        result.kind = Json::Kind::string;
        return string(result.text);
      case 'n':
        return skip("null");
      case 't':
      case 'f':
        result.kind = Json::Kind::boolean;
        result.text = rest_.front() == 't' ? "true" : "false";
        return skip(result.text);
      default:
        result.kind = Json::Kind::number;
        result.text = rest_.substr(0, std::min(rest_.find_first_not_of("0123456789"), rest_.size()));
        rest_.remove_prefix(result.text.size());
        return result.text.size() == 1 || (!result.text.empty() && result.text.front() != '0');
    }
  }

  bool string(std::string& output) {
    rest_.remove_prefix(1);
    while (!rest_.empty()) {
      const char c = rest_.front();
      rest_.remove_prefix(1);
      if (c == '"') return true;
      if (static_cast<unsigned char>(c) < 0x20) return false;
      if (c != '\\') {
        output.push_back(c);
      } else if (!escaped(output)) {
        return false;
      }
    }
    return false;
  }

  bool escaped(std::string& output) {
    constexpr std::string_view names = "\"\\/bfnrt";
    constexpr std::string_view characters = "\"\\/\b\f\n\r\t";
    if (rest_.empty()) return false;
    const std::size_t place = names.find(rest_.front());
    if (place != std::string_view::npos) {
      rest_.remove_prefix(1);
      output.push_back(characters[place]);
      return true;
    }
    auto scalar = unit();
    if (!scalar || (*scalar >= 0xDC00 && *scalar <= 0xDFFF)) return false;
    if (*scalar >= 0xD800 && *scalar < 0xDC00) {
      if (!skip("\\")) return false;
      const auto low = unit();
      if (!low || *low < 0xDC00 || *low > 0xDFFF) return false;
      scalar = 0x10000 + ((*scalar - 0xD800) << 10U) + (*low - 0xDC00);
    }
    append(*scalar, output);
    return true;
  }

  /// The code unit of `uXXXX`.
  std::optional<unsigned> unit() {
    if (!skip("u") || rest_.size() < 4) return std::nullopt;
    unsigned result = 0;
    for (const char c : rest_.substr(0, 4)) {
      const int digit = hex_digit(c);
      if (digit < 0) return std::nullopt;
      result = result * 16 + static_cast<unsigned>(digit);
    }
    rest_.remove_prefix(4);
    return result;
  }

  /// Appends a Unicode scalar value as UTF-8.
  static void append(unsigned scalar, std::string& output) {
    const auto byte = [&output](unsigned value) { output.push_back(static_cast<char>(value)); };
    if (scalar < 0x80) {
      byte(scalar);
    } else if (scalar < 0x800) {
      byte(0xC0U | scalar >> 6U);
      byte(0x80U | (scalar & 0x3FU));
    } else if (scalar < 0x10000) {
      byte(0xE0U | scalar >> 12U);
      byte(0x80U | (scalar >> 6U & 0x3FU));
      byte(0x80U | (scalar & 0x3FU));
    } else {
      byte(0xF0U | scalar >> 18U);
      byte(0x80U | (scalar >> 12U & 0x3FU));
      byte(0x80U | (scalar >> 6U & 0x3FU));
      byte(0x80U | (scalar & 0x3FU));
    }
  }
};

}  // namespace

std::optional<Json> Json::parse(std::string_view text) {
  Json result;
  if (!Reader(text).document(result)) return std::nullopt;
  return result;
}

const Json& Json::operator[](std::string_view key) const {
  static const Json null;
  const auto member = members.find(key);
  return member == members.end() ? null : member->second;
}

std::optional<std::string> Json::string() const {
  return kind == Kind::string ? std::optional<std::string>(text) : std::nullopt;
}

std::string json_string(std::string_view text) {
  constexpr std::string_view digits = "0123456789abcdef";
  std::string output = "\"";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      output.append({'\\', c});
    } else if (byte < 0x20) {
      output.append("\\u00").append({digits[byte >> 4U], digits[byte & 15U]});
    } else {
      output.push_back(c);
    }
  }
  return output + '"';
}

}  // namespace detail
}  // namespace LINKPOLICY_ALLOWLIST_POLICY
}  // namespace linkpolicy
