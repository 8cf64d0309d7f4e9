#include <algorithm>
#include <array>
#include <cstddef>
#include <forward_list>
#include <fstream>
#include <initializer_list>
#include <ios>
#include <iterator>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <variant>
#include <vector>

#include "linkpolicy_allowlist.hpp"
#include "linkpolicy_allowlist_internal.hpp"
#include "linkpolicy_allowlist_json.hpp"
#include "linkpolicy_sha256.hpp"

namespace linkpolicy {
inline namespace LINKPOLICY_ALLOWLIST_POLICY {
namespace detail {

namespace {

/// The SHA-256 of a string in lower-case hex.
std::string sha256_hex(std::string_view text) {
  constexpr std::string_view digits = "0123456789abcdef";
  std::string output;
  for (const unsigned char byte : sha256(text)) {
    output.append({digits[byte >> 4U], digits[byte & 15U]});
  }
  return output;
}

/// Checks the parts of an allowlist.json. Keeps the first error and goes on with empty values.
class Checker {
 public:
  std::string error;
  /// The strings of the clients.
  std::forward_list<std::string> strings;

  /// The clients of one environment; the other is checked, too.
  std::vector<Client> document(const Json& root, Environment environment) {
    object(root, "the file", {"schemaVersion", "comment", "policies", "environments"});
    const Json& version = root["schemaVersion"];
    if (version.kind != Json::Kind::number || version.text != "1") fail("schemaVersion must be 1");
    text(root["comment"], "comment");
    texts(root["policies"], "policies");
    const Json& environments = root["environments"];
    object(environments, "environments", {"prod", "sandbox"});
    auto prod = clients(environments["prod"], "prod");
    auto sandbox = clients(environments["sandbox"], "sandbox");
    return environment == Environment::prod ? std::move(prod) : std::move(sandbox);
  }

 private:
  void fail(const std::string& message) {
    if (error.empty()) error = message;
  }

  /// Checks that a value is an object with exactly the keys.
  void object(const Json& value, const std::string& name,
              std::initializer_list<std::string_view> keys) {
    if (value.kind != Json::Kind::object) return fail(name + " must be an object");
    for (const std::string_view key : keys) {
      if (value.members.count(key) == 0) fail(name + " has no `" + std::string(key) + "`");
    }
    for (const auto& member : value.members) {
      if (std::find(keys.begin(), keys.end(), member.first) == keys.end()) {
        fail(name + " has the unknown key `" + member.first + "`");
      }
    }
  }

  std::string_view text(const Json& value, const std::string& name) {
    if (value.kind != Json::Kind::string) fail(name + " must be a string");
    return strings.emplace_front(value.text);
  }

  std::optional<std::string_view> optional_text(const Json& value, const std::string& name) {
    if (value.kind == Json::Kind::null) return std::nullopt;
    return text(value, name);
  }

  std::vector<std::string_view> texts(const Json& value, const std::string& name) {
    if (value.kind != Json::Kind::array) fail(name + " must be a list");
    std::vector<std::string_view> result;
    for (const Json& element : value.elements) result.push_back(text(element, name));
    return result;
  }

  bool flag(const Json& value, const std::string& name) {
    if (value.kind != Json::Kind::boolean) fail(name + " must be true or false");
    return value.text == "true";
  }

  /// True for the first of two words.
  bool is_first(const Json& value, const std::string& name, std::string_view first,
                std::string_view second) {
    const auto word = text(value, name);
    if (word != first && word != second) fail(name + " has an unknown value");
    return word == first;
  }

  std::vector<Client> clients(const Json& value, const std::string& name) {
    object(value, name, {"clients"});
    const Json& list = value["clients"];
    if (list.kind != Json::Kind::array) fail(name + ": clients must be a list");
    std::vector<Client> result;
    result.reserve(list.elements.size());
    std::unordered_set<std::string_view> ids;
    for (const Json& each : list.elements) {
      result.push_back(client(each, name + ": client " + std::to_string(result.size())));
      if (!ids.insert(result.back().id).second) fail(name + " has a duplicate client_id");
    }
    return result;
  }

  Client client(const Json& value, const std::string& name) {
    object(value, name,
           {"policy", "client", "client_id", "provider", "type", "redirect_uris",
            "browser_redirect_uris", "post_logout_redirect_uris", "cors_origins", "scopes",
            "response_types", "grant_types", "state", "pkce", "code_challenge_methods",
            "omit_redirect_uri", "issuer", "authorization_endpoint", "token_endpoint",
            "token_endpoint_auth", "public", "assertion_intents", "revocation_endpoint",
            "end_session_endpoint", "code_lifetime", "app_flip"});
    const auto at = [&](const char* key) { return name + ": " + key; };
    const auto list = [&](const char* key) { return texts(value[key], at(key)); };
    text(value["policy"], at("policy"));
    for (const char* key : {"authorization_endpoint", "token_endpoint", "revocation_endpoint",
                            "end_session_endpoint"}) {
      optional_text(value[key], at(key));
    }
    const Json& lifetime = value["code_lifetime"];
    if (lifetime.kind != Json::Kind::null && lifetime.kind != Json::Kind::number) {
      fail(at("code_lifetime") + " must be a number");
    }
    Client client(text(value["client_id"], at("client_id")));
    client.key = text(value["client"], at("client"));
    client.is_google_account_linking =
        is_first(value["provider"], at("provider"), "google-account-linking", "generic");
    client.is_native = is_first(value["type"], at("type"), "native", "web");
    client.redirect_uris = list("redirect_uris");
    client.browser_redirect_uris = list("browser_redirect_uris");
    client.post_logout_redirect_uris = list("post_logout_redirect_uris");
    client.cors_origins = list("cors_origins");
    client.scopes = list("scopes");
    client.response_types = list("response_types");
    client.grant_types = list("grant_types");
    client.requires_state = is_first(value["state"], at("state"), "required", "optional");
    client.requires_pkce = is_first(value["pkce"], at("pkce"), "required", "optional");
    client.code_challenge_methods = list("code_challenge_methods");
    client.allows_omitted_redirect_uri = flag(value["omit_redirect_uri"], at("omit_redirect_uri"));
    client.issuer = optional_text(value["issuer"], at("issuer"));
    client.assertion_intents = list("assertion_intents");
    authentication(value, name, client);
    app_flip(value["app_flip"], at("app_flip"), client);
    return client;
  }

  void authentication(const Json& value, const std::string& name, Client& client) {
    const auto method = text(value["token_endpoint_auth"], name + ": token_endpoint_auth");
    client.is_public = method == "none";
    client.authenticates_by_header = method == "client_secret_basic";
    if (!client.is_public && !client.authenticates_by_header && method != "client_secret_post") {
      fail(name + ": token_endpoint_auth has an unknown value");
    }
    if (flag(value["public"], name + ": public") != client.is_public) {
      fail(name + ": public doesn't match token_endpoint_auth");
    }
  }

  void app_flip(const Json& value, const std::string& name, Client& client) {
    object(value, name, {"ios", "android"});
    const Json& ios = value["ios"];
    if (ios.kind != Json::Kind::null) {
      object(ios, name + ": ios", {"universal_link"});
      client.universal_link = text(ios["universal_link"], name + ": universal_link");
    }
    const Json& android = value["android"];
    if (android.kind == Json::Kind::null) return;
    object(android, name + ": android", {"intent_action", "callers"});
    client.intent_action = text(android["intent_action"], name + ": intent_action");
    if (android["callers"].kind != Json::Kind::array) fail(name + ": callers must be a list");
    for (const Json& caller : android["callers"].elements) {
      object(caller, name + ": caller", {"package_name", "sha256_cert_fingerprints"});
      const auto package = text(caller["package_name"], name + ": package_name");
      for (const auto certificate :
           texts(caller["sha256_cert_fingerprints"], name + ": sha256_cert_fingerprints")) {
        client.callers.push_back({package, certificate});
      }
    }
  }
};

/// The bytes of a file.
std::optional<std::string> contents(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) return std::nullopt;
  std::string bytes{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  if (file.bad()) return std::nullopt;
  return bytes;
}

}  // namespace

}  // namespace detail

std::string IssuedCode::to_json() const {
  std::string output = R"({"client_id":)" + detail::json_string(client_id);
  const auto append = [&](const char* name, const std::optional<std::string>& value) {
    output += std::string(",\"") + name + "\":" + (value ? detail::json_string(*value) : "null");
  };
  append("redirect_uri", redirect_uri);
  append("code_challenge", code_challenge);
  append("code_challenge_method", code_challenge_method);
  return output + '}';
}

std::optional<IssuedCode> IssuedCode::parse(std::string_view json) {
  const auto value = detail::Json::parse(json);
  if (!detail::is_utf8(json) || !value || value->members.size() != 4) return std::nullopt;
  for (const auto& [name, member] : value->members) {
    const bool is_null = member.kind == detail::Json::Kind::null && name != "client_id";
    if (!is_null && member.kind != detail::Json::Kind::string) return std::nullopt;
    if (name != "client_id" && name != "redirect_uri" && name != "code_challenge" &&
        name != "code_challenge_method") {
      return std::nullopt;
    }
  }
  return IssuedCode{(*value)["client_id"].text, (*value)["redirect_uri"].string(),
                    (*value)["code_challenge"].string(),
                    (*value)["code_challenge_method"].string()};
}

std::variant<Allowlist, LoadError> Allowlist::load(std::string_view json, std::string_view sha256,
                                                   Environment environment) {
  std::string expected(sha256);
  for (char& c : expected) {
    if (c >= 'A' && c <= 'F') c = static_cast<char>(c - 'A' + 'a');
  }
  if (expected != detail::sha256_hex(json)) return LoadError{"the SHA-256 doesn't match"};
  const auto root = detail::Json::parse(json);
  if (!root || !detail::is_utf8(json)) return LoadError{"the file isn't well-formed JSON"};
  detail::Checker checker;
  auto clients = checker.document(*root, environment);
  if (!checker.error.empty()) return LoadError{checker.error};
  return Allowlist(std::make_shared<const detail::Table>(std::move(clients),
                                                         std::move(checker.strings)));
}

AllowlistFile::AllowlistFile(std::string path, Environment environment)
    : path_(std::move(path)),
      environment_(environment),
      current_(detail::Access::allowlist(
          std::make_shared<const detail::Table>(std::vector<detail::Client>()))) {}

Allowlist AllowlistFile::current() const {
  const std::lock_guard<std::mutex> lock(mutex_);
  return current_;
}

std::optional<LoadError> AllowlistFile::reload() {
  constexpr std::size_t digits = 64;
  const auto sum = detail::contents(path_ + ".sha256");
  if (!sum) return LoadError{"can't read " + path_ + ".sha256"};
  if (sum->size() <= digits || (*sum)[digits] != ' ') {
    return LoadError{path_ + ".sha256 must begin with 64 hex digits and a space"};
  }
  const auto json = detail::contents(path_);
  if (!json) return LoadError{"can't read " + path_};
  auto loaded = Allowlist::load(*json, std::string_view(*sum).substr(0, digits), environment_);
  if (const auto* error = std::get_if<LoadError>(&loaded)) return *error;
  const std::lock_guard<std::mutex> lock(mutex_);
  current_ = std::move(*std::get_if<Allowlist>(&loaded));
  return std::nullopt;
}

}  // namespace LINKPOLICY_ALLOWLIST_POLICY
}  // namespace linkpolicy
