#include <algorithm>
#include <cstddef>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "linkpolicy_allowlist.hpp"
#include "linkpolicy_allowlist_internal.hpp"

namespace linkpolicy {
inline namespace LINKPOLICY_ALLOWLIST_POLICY {
namespace detail {

namespace {

constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// `A-Z a-z 0-9 - . _ ~` (RFC 3986 section 2.3), in every locale.
constexpr bool is_unreserved(char c) {
  return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || is_digit(c) || c == '-' || c == '.' ||
         c == '_' || c == '~';
}

/// Reads a query or form. A malformed escape or UTF-8 sequence, or a repeated known parameter, refuses
/// the request: two parsers could read two different requests. A fragment isn't part of the query.
/// `single` parameters must not be repeated either, and are among the others.
Parameters read(std::string_view query, bool plus_is_space,
                std::initializer_list<std::string_view> known,
                std::initializer_list<std::string_view> single) {
  const auto has = [](std::initializer_list<std::string_view> names, std::string_view name) {
    return std::find(names.begin(), names.end(), name) != names.end();
  };
  Parameters parameters;
  std::vector<std::string> seen;
  for (const std::string& piece : split(query.substr(0, query.find('#')), '&')) {
    const std::string_view view = piece;
    const std::size_t mark = std::min(view.find('='), view.size());
    const auto name = decoded(view.substr(0, mark), plus_is_space);
    const auto value = decoded(view.substr(std::min(mark + 1, view.size())), plus_is_space);
    if (!name || !value) {
      parameters.problem = "malformed-request";
      return parameters;
    }
    const bool is_known = has(known, *name);
    if (is_known || has(single, *name)) {
      if (std::find(seen.begin(), seen.end(), *name) != seen.end()) {
        parameters.problem = "duplicate-parameter";
      }
      seen.push_back(*name);
    }
    if (!value->empty()) (is_known ? parameters.known : parameters.other).emplace_back(*name, *value);
  }
  return parameters;
}

}  // namespace

std::optional<std::string> decoded(std::string_view text, bool plus_is_space) {
  std::string output;
  output.reserve(text.size());
  for (std::size_t place = 0; place < text.size(); ++place) {
    char c = text[place];
    if (c == '+' && plus_is_space) {
      c = ' ';
    } else if (c == '%') {
      if (text.size() - place < 3) return std::nullopt;
      const int high = hex_digit(text[place + 1]);
      const int low = hex_digit(text[place + 2]);
      if (high < 0 || low < 0) return std::nullopt;
      c = static_cast<char>(high * 16 + low);
      place += 2;
    }
    output.push_back(c);
  }
  if (!is_utf8(output)) return std::nullopt;
  return output;
}

std::optional<std::string> first_value(const std::vector<Parameter>& parameters,
                                       std::string_view name) {
  const auto place = std::find_if(parameters.begin(), parameters.end(),
                                  [&](const Parameter& each) { return each.first == name; });
  if (place == parameters.end()) return std::nullopt;
  return place->second;
}

bool is_verifier(std::string_view text) {
  return text.size() >= 43 && text.size() <= 128 &&
         std::all_of(text.begin(), text.end(), is_unreserved);
}

std::string url(std::string_view redirect_uri,
                std::initializer_list<OptionalParameter> parameters) {
  std::string output(redirect_uri);
  std::string_view separator = "?";
  if (redirect_uri.find('?') != std::string_view::npos) {
    separator = redirect_uri.back() == '?' || redirect_uri.back() == '&' ? "" : "&";
  }
  constexpr std::string_view digits = "0123456789ABCDEF";
  for (const auto& [name, value] : parameters) {
    if (!value) continue;
    output.append(separator).append(name).push_back('=');
    separator = "&";
    for (const char c : *value) {
      if (is_unreserved(c)) {
        output.push_back(c);
      } else {
        const auto byte = static_cast<unsigned char>(c);
        output.push_back('%');
        output.push_back(digits[byte >> 4]);
        output.push_back(digits[byte & 15]);
      }
    }
  }
  return output;
}

bool contains(const std::vector<std::string_view>& texts, std::string_view text) {
  return std::find(texts.begin(), texts.end(), text) != texts.end();
}

std::vector<std::string> split(std::string_view text, char separator) {
  std::vector<std::string> parts;
  for (std::size_t end = 0; (end = text.find(separator)) != std::string_view::npos;
       text.remove_prefix(end + 1)) {
    parts.emplace_back(text.substr(0, end));
  }
  parts.emplace_back(text);
  return parts;
}

int hex_digit(char c) {
  if (is_digit(c)) return c - '0';
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

bool is_utf8(std::string_view text) {
  for (std::size_t place = 0; place < text.size();) {
    const auto lead = static_cast<unsigned char>(text[place++]);
    if (lead < 0x80) continue;
    if (lead < 0xC2 || lead > 0xF4) return false;
    const int more = lead < 0xE0 ? 1 : lead < 0xF0 ? 2 : 3;
    // The second byte has a smaller range after some first ones.
    unsigned low = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80;
    unsigned high = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF;
    for (int count = 0; count < more; ++count) {
      if (place == text.size()) return false;
      const auto next = static_cast<unsigned char>(text[place++]);
      if (next < low || next > high) return false;
      low = 0x80;
      high = 0xBF;
    }
  }
  return true;
}

std::optional<std::string> Parameters::operator[](std::string_view name) const {
  return first_value(known, name);
}

Parameters Parameters::authorization(std::string_view query, bool plus_is_space) {
  return read(query, plus_is_space,
              {"client_id", "redirect_uri", "response_type", "scope", "state", "code_challenge",
               "code_challenge_method"},
              {"user_locale"});
}

Parameters Parameters::token(std::string_view form) {
  return read(form, true,
              {"grant_type", "client_id", "client_secret", "code", "redirect_uri", "code_verifier",
               "refresh_token", "intent", "assertion", "scope"},
              {"response_type", "device_code", "subject_token", "subject_token_type"});
}

}  // namespace detail
}  // namespace LINKPOLICY_ALLOWLIST_POLICY
}  // namespace linkpolicy
