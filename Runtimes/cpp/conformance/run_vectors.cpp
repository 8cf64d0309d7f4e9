// Compares the decisions of the generated code with those in vectors.json:
//
//   c++ -std=c++17 -I ../../code/cpp run_vectors.cpp ../../code/cpp/linkpolicy_*.cpp -o run_vectors
//   ./run_vectors [vectors.json] [--load allowlist.json]

#include <cstddef>
#include <fstream>
#include <ios>
#include <iostream>
#include <iterator>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "linkpolicy_allowlist.hpp"
#include "linkpolicy_allowlist_json.hpp"
#include "linkpolicy_sha256.hpp"
#if __has_include("linkpolicy_app_flip.hpp")
#include "linkpolicy_app_flip.hpp"
#define HAS_APP_FLIP 1
#endif

namespace {

using linkpolicy::Allowlist;
using linkpolicy::Environment;
using linkpolicy::detail::Json;

/// A decision in the form of the file, and its reason.
using Answer = std::pair<std::string, std::string>;

Answer allow_or_deny(bool is_allowed) { return {is_allowed ? "allow" : "deny", ""}; }

/// Decisions with URLs.
struct Show {
  Answer operator()(const linkpolicy::Allow& allow) const {
    return {"allow " + allow.request().success_url("C1"), std::string(allow.reason())};
  }
  Answer operator()(const linkpolicy::RedirectError& error) const {
    return {"redirect " + error.target, std::string(error.reason)};
  }
  Answer operator()(const linkpolicy::LocalError& error) const {
    return {"local " + std::string(error.error), std::string(error.reason)};
  }
#ifdef HAS_APP_FLIP
  Answer operator()(const linkpolicy::ReturnError& error) const {
    return {"redirect " + error.target, std::string(error.reason)};
  }
  Answer operator()(const linkpolicy::NotHandled& error) const {
    return {"not-handled", std::string(error.reason)};
  }
  Answer operator()(const linkpolicy::Ignore& ignore) const {
    return {"ignore", std::string(ignore.reason)};
  }
#endif
};

#ifdef HAS_APP_FLIP
/// Decisions about intents, which have no URLs.
struct ShowIntent {
  Answer operator()(const linkpolicy::Allow& allow) const {
    return {"allow " + allow.request().redirect_uri(), std::string(allow.reason())};
  }
  Answer operator()(const linkpolicy::AppFlipError& error) const {
    return {"error " + std::to_string(error.type) + " " + std::to_string(error.code) + " " +
                error.description,
            std::string(error.reason)};
  }
  Answer operator()(const linkpolicy::Cancelled& cancelled) const {
    return {"cancelled", std::string(cancelled.reason)};
  }
  Answer operator()(const linkpolicy::Ignore& ignore) const {
    return {"ignore", std::string(ignore.reason)};
  }
};

std::vector<std::string> texts(const Json& list) {
  std::vector<std::string> texts;
  for (const Json& element : list.elements) texts.push_back(element.text);
  return texts;
}
#endif

Answer show(const linkpolicy::TokenError& error) {
  const bool has_header = error.headers().count("WWW-Authenticate") > 0;
  return {"error " + std::to_string(error.status) + " " + std::string(error.error) +
              (has_header ? " basic" : ""),
          std::string(error.reason)};
}

/// The response to a client with the right secret.
Answer token(const Json& vector, const Allowlist& list) {
  const auto decision = list.decide_token(vector["form"].text, vector["authorization"].string());
  if (const auto* error = std::get_if<linkpolicy::TokenError>(&decision)) return show(*error);
  const auto& allow = std::get<linkpolicy::TokenAllow>(decision);
  std::optional<linkpolicy::IssuedCode> issued;
  const Json& kept = vector["issued"];
  if (kept.kind == Json::Kind::object) {
    issued = linkpolicy::IssuedCode{kept["client_id"].text, kept["redirect_uri"].string(),
                                    kept["code_challenge"].string(),
                                    kept["code_challenge_method"].string()};
  }
  const auto& secret = allow.request().client_secret();
  const auto error = allow.request().verify(
      secret ? linkpolicy::Secret::known(*secret) : linkpolicy::Secret::none(), issued);
  return error ? show(*error) : Answer{"allow", std::string(linkpolicy::TokenAllow::reason())};
}

Answer decide(const Json& vector, const Allowlist& list) {
  const std::string& kind = vector["kind"].text;
  const std::string& client_id = vector["client_id"].text;
  const std::string& redirect_uri = vector["redirect_uri"].text;
  if (kind == "redirect_uri") {
    return allow_or_deny(list.is_redirect_uri_allowed(client_id, redirect_uri));
  }
  if (kind == "post_logout_redirect_uri") {
    return allow_or_deny(list.is_post_logout_redirect_uri_allowed(client_id, redirect_uri));
  }
  if (kind == "cors_origin") {
    return allow_or_deny(list.is_cors_origin_allowed(client_id, vector["origin"].text));
  }
  if (kind == "grant_type") {
    return allow_or_deny(list.is_grant_type_allowed(client_id, vector["grant_type"].text));
  }
  if (kind == "authorize") {
    return std::visit(Show(), list.decide_authorization(vector["query"].text));
  }
#ifdef HAS_APP_FLIP
  if (kind == "app_flip_ios") {
    return std::visit(Show(), linkpolicy::decide_app_flip(list, vector["url"].text));
  }
  if (kind == "app_flip_android") {
    const Json& caller = vector["caller"];
    const Json& extras = vector["extras"];
    return std::visit(ShowIntent(),
                      linkpolicy::decide_app_flip(
                          list, {caller["package"].text, texts(caller["certs"])},
                          {extras["client_id"].string(), extras["redirect_uri"].string(),
                           texts(extras["scopes"])},
                          vector["action"].text));
  }
#endif
  if (kind == "success_url") {
    return {linkpolicy::success_url(redirect_uri, vector["code"].text, vector["state"].string()),
            ""};
  }
  if (kind == "error_url") {
    return {linkpolicy::error_url(redirect_uri, vector["error"].text, vector["state"].string(),
                                  std::nullopt, vector["error_description"].string()),
            ""};
  }
  if (kind == "token") return token(vector, list);
  return {"unknown kind " + kind, ""};
}

std::string contents(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

std::string hex(std::string_view text) {
  constexpr std::string_view digits = "0123456789abcdef";
  std::string output;
  for (const unsigned char byte : linkpolicy::detail::sha256(text)) {
    output.append({digits[byte >> 4U], digits[byte & 15U]});
  }
  return output;
}

/// The clients of both environments, loaded from a file if there is one.
std::variant<std::map<std::string, Allowlist>, std::string> lists(
    const std::optional<std::string>& file) {
  std::map<std::string, Allowlist> lists;
  const std::string json = file ? contents(*file) : "";
  for (const auto& [name, environment] :
       {std::pair("prod", Environment::prod), std::pair("sandbox", Environment::sandbox)}) {
    if (!file) {
      lists.emplace(name, linkpolicy::allowlist(environment));
      continue;
    }
    auto loaded = Allowlist::load(json, hex(json), environment);
    if (const auto* error = std::get_if<linkpolicy::LoadError>(&loaded)) return error->message;
    lists.emplace(name, std::get<Allowlist>(loaded));
  }
  return lists;
}

}  // namespace

int main(int count, char** arguments) {
  std::vector<std::string> rest(arguments + 1, arguments + count);
  std::optional<std::string> loaded;
  if (rest.size() >= 2 && rest[rest.size() - 2] == "--load") {
    loaded = rest.back();
    rest.resize(rest.size() - 2);
  }
  if (rest.empty()) rest.emplace_back("../vectors.json");
  if (rest.size() != 1) {
    std::cout << "usage: run_vectors [vectors.json] [--load allowlist.json]\n";
    return 2;
  }
  const auto file = Json::parse(contents(rest[0]));
  if (!file || (*file)["vectors"].elements.empty()) {
    std::cout << rest[0] << " has no vectors\n";
    return 2;
  }
  const auto made = lists(loaded);
  if (const auto* message = std::get_if<std::string>(&made)) {
    std::cout << *message << '\n';
    return 2;
  }
  const auto& by_name = std::get<0>(made);
  const auto& vectors = (*file)["vectors"].elements;
  std::size_t failures = 0;
  for (const Json& vector : vectors) {
    const auto list = by_name.find(vector["environment"].text);
    const Answer actual =
        list == by_name.end() ? Answer{"no environment", ""} : decide(vector, list->second);
    const std::string& expected = vector["expect"].text;
    const auto reason = vector["reason"].string();
    if (actual.first == expected && (!reason || *reason == actual.second)) continue;
    ++failures;
    std::cout << vector["id"].text << ": expected " << expected << " (" << reason.value_or("")
              << "), not " << actual.first << " (" << actual.second << ")\n";
  }
  std::cout << vectors.size() - failures << " of " << vectors.size() << " vectors agree\n";
  return failures == 0 ? 0 : 1;
}
