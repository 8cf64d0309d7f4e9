// Unit tests of the runtime with the clients of tests/data.

#include <atomic>
#include <cstddef>
#include <cstdio>
#include <fstream>
#include <ios>
#include <iostream>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "linkpolicy_allowlist.hpp"
#include "linkpolicy_allowlist_json.hpp"
#include "linkpolicy_app_flip.hpp"
#include "linkpolicy_sha256.hpp"

namespace {

using linkpolicy::Allowlist;
using linkpolicy::Environment;
using linkpolicy::IssuedCode;
using linkpolicy::Secret;

const std::string challenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";
const std::string verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";
const std::string server = "Basic c2VydmVyOnM=";

int failures = 0;

void check(bool claim, const std::string& name) {
  if (claim) return;
  ++failures;
  std::cout << "failed: " << name << '\n';
}

template <class Decision>
std::string reason(const Decision& decision) {
  return std::visit(
      [](const auto& each) {
        if constexpr (std::is_member_object_pointer_v<
                          decltype(&std::decay_t<decltype(each)>::reason)>) {
          return std::string(each.reason);
        } else {
          return std::string(each.reason());
        }
      },
      decision);
}

std::string hex(std::string_view text) {
  std::string output;
  for (const unsigned char byte : linkpolicy::detail::sha256(text)) {
    output += "0123456789abcdef"[byte >> 4U];
    output += "0123456789abcdef"[byte & 15U];
  }
  return output;
}

std::string authorization_query() {
  return "client_id=spa&redirect_uri=https://app.example/cb&response_type=code&state=s&code_challenge=" +
         challenge + "&code_challenge_method=S256";
}

// No printed form, and nothing makes or changes a request from outside.
template <class T, class = void>
struct IsPrintable : std::false_type {};
template <class T>
struct IsPrintable<T, std::void_t<decltype(std::cout << std::declval<const T&>())>>
    : std::true_type {};
static_assert(!IsPrintable<linkpolicy::Request>::value);
static_assert(!IsPrintable<linkpolicy::TokenRequest>::value);
static_assert(!IsPrintable<IssuedCode>::value);
static_assert(!IsPrintable<Secret>::value);
static_assert(!std::is_default_constructible_v<linkpolicy::Request>);
static_assert(!std::is_default_constructible_v<linkpolicy::TokenRequest>);
static_assert(!std::is_default_constructible_v<linkpolicy::Allow>);
static_assert(!std::is_constructible_v<linkpolicy::Allow, linkpolicy::Request, std::string_view>);
static_assert(!std::is_constructible_v<linkpolicy::TokenAllow, linkpolicy::TokenRequest>);
static_assert(!std::is_aggregate_v<linkpolicy::Request>);
static_assert(!std::is_aggregate_v<linkpolicy::TokenRequest>);
static_assert(!std::is_assignable_v<decltype(std::declval<linkpolicy::Request&>().redirect_uri()),
                                    std::string>);
static_assert(!std::is_default_constructible_v<Allowlist>);
static_assert(!std::is_default_constructible_v<linkpolicy::ClientView>);
static_assert(!std::is_constructible_v<Secret, bool>);
static_assert(!std::is_constructible_v<Secret, std::string>);

void test_authorization() {
  const auto decision = linkpolicy::decide_authorization(
      authorization_query() + "&nonce=N&resource=a&resource=b&prompt=&user_locale=de",
      Environment::prod);
  const auto* allow = std::get_if<linkpolicy::Allow>(&decision);
  check(allow != nullptr, "the request is allowed");
  if (allow == nullptr) return;
  const auto& request = allow->request();
  check(request.success_url("C 1") ==
            "https://app.example/cb?code=C%201&state=s&iss=https%3A%2F%2Fauth.example",
        "success_url");
  const std::vector<linkpolicy::Parameter> others = {
      {"nonce", "N"}, {"resource", "a"}, {"resource", "b"}, {"user_locale", "de"}};
  check(request.other_parameters() == others, "other parameters");
  check(request.parameter("resource") == "a" && !request.parameter("prompt") &&
            !request.parameter("client_id"),
        "parameter");
  const auto parsed = IssuedCode::parse(request.issued_code().to_json());
  check(parsed && parsed->client_id == "spa" && parsed->code_challenge == challenge &&
            parsed->code_challenge_method == "S256",
        "IssuedCode as JSON");
  // Every language reads and writes these.
  const std::string full =
      R"({"client_id":"a","redirect_uri":"b:c","code_challenge":"d","code_challenge_method":"S256"})";
  const std::string least =
      R"({"client_id":"a","redirect_uri":null,"code_challenge":null,"code_challenge_method":null})";
  const auto code = IssuedCode::parse(full);
  check(code && code->client_id == "a" && code->redirect_uri == "b:c" &&
            code->code_challenge == "d" && code->code_challenge_method == "S256" &&
            code->to_json() == full,
        "the JSON of every language");
  const auto none = IssuedCode::parse(least);
  check(none && none->client_id == "a" && !none->redirect_uri && !none->code_challenge &&
            !none->code_challenge_method && none->to_json() == least,
        "null in the JSON of every language");
  check(!IssuedCode::parse("{}") && !IssuedCode::parse(R"({"client_id":"a"})") &&
            !IssuedCode::parse(
                R"({"client_id":null,"redirect_uri":null,"code_challenge":null,"code_challenge_method":null})"),
        "other JSON is refused");

  const std::vector<std::pair<std::string, std::string>> cases = {
      {"%", "malformed-request"},
      {"client_id=spa&client_id=spa", "duplicate-parameter"},
      {"client_id=spa&client_id=spa&x=%ff", "malformed-request"},
      {"client_id=", "client-id-missing"},
      {"client_id=SPA", "client-unknown"},
      {"client_id=spa", "redirect-uri-missing"},
      {"client_id=spa&redirect_uri=https://app.example/cb/", "redirect-uri-not-registered"},
      {"client_id=server", "response-type-missing"},
      {"client_id=server&response_type=token", "response-type-unsupported"},
      {"client_id=spa&redirect_uri=https://app.example/cb&response_type=code", "state-missing"},
      {"client_id=server&response_type=code&scope=read%20%20", "scope-not-allowed"},
      {"client_id=server&response_type=code&code_challenge_method=S256", "pkce-missing"},
      {"client_id=server&response_type=code&code_challenge=x&code_challenge_method=S512",
       "pkce-method"},
      {"client_id=server&response_type=code&code_challenge=x", "pkce-challenge"},
      {"client_id=server&response_type=code", "allowed"},
      {"client_id=cli&redirect_uri=http://127.0.0.1:5/cb&response_type=code&state=s"
       "&code_challenge_method=S256&code_challenge=" +
           challenge,
       "loopback-port"},
  };
  for (const auto& [query, expected] : cases) {
    const auto actual = reason(linkpolicy::decide_authorization(query, Environment::prod));
    check(actual == expected, query + ": " + actual);
  }
  check(reason(linkpolicy::decide_authorization(authorization_query(), Environment::sandbox)) ==
            "client-unknown",
        "the other environment");
}

void test_verify() {
  const auto request = linkpolicy::decide_authorization(authorization_query(), Environment::prod);
  const auto decision = linkpolicy::decide_token(
      "grant_type=authorization_code&code=C&client_id=spa&redirect_uri=https://app.example/"
      "cb&code_verifier=" +
          verifier,
      std::nullopt, Environment::prod);
  if (!std::holds_alternative<linkpolicy::TokenAllow>(decision)) {
    return check(false, "token request: " + reason(decision));
  }
  const auto& token = std::get<linkpolicy::TokenAllow>(decision).request();
  const IssuedCode good = std::get<linkpolicy::Allow>(request).request().issued_code();
  check(!token.verify(Secret::none(), good) && token.accepts(good), "the right code");
  std::vector<std::pair<std::string, std::optional<IssuedCode>>> cases = {
      {"code-unknown", std::nullopt},           {"code-other-client", good},
      {"redirect-uri-other-request", good},     {"code-verifier-unexpected", good},
      {"code-verifier-mismatch", good},
  };
  cases[1].second->client_id = "server";
  cases[2].second->redirect_uri = "https://app.example/cb?x=1";
  cases[3].second->code_challenge.reset();
  cases[4].second->code_challenge_method = "plain";
  for (const auto& [expected, code] : cases) {
    const auto error = token.verify(Secret::none(), code);
    check(error && error->reason == expected && error->status == 400 &&
              error->body() == R"({"error":"invalid_grant"})" && !token.accepts(code),
          expected);
  }
  check(!token.accepts(IssuedCode{}), "an empty code");
}

void test_secrets() {
  const std::string form = "grant_type=refresh_token&refresh_token=R";
  const auto by_header =
      linkpolicy::decide_token(form + "&scope=read", server, Environment::prod);
  const auto by_form = linkpolicy::decide_token(form + "&client_id=google&client_secret=s",
                                                std::nullopt, Environment::prod);
  if (by_header.index() != 0 || by_form.index() != 0) return check(false, "refresh requests");
  const auto& header = std::get<0>(by_header).request();
  const auto& google = std::get<0>(by_form).request();
  check(header.scope() == "read", "the scope of a refresh");
  check(header.invalid_grant().status == 400 && header.invalid_grant().reason == "refresh-token-unknown" &&
            header.invalid_grant().body() == R"({"error":"invalid_grant"})",
        "a refresh token that the server refuses");
  for (const Secret& secret : {Secret::known("s"), Secret::checked(true)}) {
    check(!header.verify(secret, std::nullopt) && !google.verify(secret, std::nullopt),
          "the right secret");
  }
  for (const Secret& secret :
       {Secret::none(), Secret::known(""), Secret::known("wrong"), Secret::checked(false)}) {
    auto error = header.verify(secret, std::nullopt);
    check(error && error->status == 401 && error->error == "invalid_client" &&
              error->headers()["WWW-Authenticate"] == R"(Basic realm="token", charset="UTF-8")",
          "a wrong secret in the header");
    error = google.verify(secret, std::nullopt);
    check(error && error->status == 400 && error->error == "invalid_grant" &&
              error->reason == "client-secret-wrong",
          "a wrong secret of a Google client");
  }
}

void test_token_reasons() {
  struct Case {
    std::string form;
    std::optional<std::string> header;
    std::string expected;
  };
  const std::string exchange = "grant_type=urn:ietf:params:oauth:grant-type:token-exchange";
  const std::string device = "grant_type=urn:ietf:params:oauth:grant-type:device_code";
  const std::vector<Case> cases = {
      {"grant_type=%", {}, "400 invalid_request malformed-request"},
      {"device_code=a&device_code=a", {}, "400 invalid_request duplicate-parameter"},
      {"", {}, "400 invalid_request grant-type-missing"},
      {"grant_type=implicit", {}, "400 unsupported_grant_type grant-type-unsupported"},
      {"grant_type=refresh_token&client_secret=s", server,
       "400 invalid_request client-authentication-twice"},
      {"grant_type=refresh_token", "Bearer x", "401 invalid_client client-authentication-malformed"},
      {"grant_type=refresh_token&client_id=spa", server, "400 invalid_request client-id-mismatch"},
      {"grant_type=refresh_token", {}, "400 invalid_client client-id-missing"},
      {"grant_type=refresh_token&client_id=x", {}, "400 invalid_client client-unknown"},
      {"grant_type=refresh_token", "Basic eDpz", "401 invalid_client client-unknown"},
      {"grant_type=refresh_token&client_id=server", {},
       "401 invalid_client client-authentication-missing"},
      {"grant_type=refresh_token&client_id=server&client_secret=s", {},
       "401 invalid_client client-authentication-method"},
      {"grant_type=refresh_token&client_id=google", {},
       "400 invalid_client client-authentication-missing"},
      {"grant_type=client_credentials&client_id=spa", {},
       "400 unauthorized_client grant-type-not-allowed"},
      {"grant_type=client_credentials&scope=write", server, "400 invalid_scope scope-not-allowed"},
      {"grant_type=refresh_token&refresh_token=r&scope=write", server,
       "400 invalid_scope scope-not-allowed"},
      {"grant_type=refresh_token&client_id=spa", {}, "400 invalid_request parameter-missing"},
      {"grant_type=authorization_code&client_id=spa&code=C", {},
       "400 invalid_grant redirect-uri-missing"},
      {device, server, "400 invalid_request parameter-missing"},
      {device + "&device_code=D", server, "allowed"},
      {exchange + "&subject_token=T", server, "400 invalid_request parameter-missing"},
      {exchange + "&subject_token=T&subject_token_type=x", server, "allowed"},
  };
  const auto exchanged = linkpolicy::decide_token(
      exchange + "&subject_token=T&subject_token_type=x&scope=s", server, Environment::prod);
  check(std::get<linkpolicy::TokenAllow>(exchanged).request().scope() == "s",
        "the scope of an exchange");
  for (const Case& each : cases) {
    const auto decision = linkpolicy::decide_token(each.form, each.header, Environment::prod);
    std::string actual = reason(decision);
    if (const auto* error = std::get_if<linkpolicy::TokenError>(&decision)) {
      actual = std::to_string(error->status) + " " + std::string(error->error) + " " + actual;
      const auto headers = error->headers();
      check(headers.at("Cache-Control") == "no-store" &&
                headers.at("Content-Type") == "application/json;charset=UTF-8" &&
                (headers.count("WWW-Authenticate") == 1) == (error->status == 401),
            each.form);
    }
    check(actual == each.expected, each.form + ": " + actual);
  }
}

void test_views() {
  const Allowlist& list = linkpolicy::allowlist(Environment::prod);
  const auto client = list.client("server");
  check(client && client->type() == "web" &&
            client->token_endpoint_auth() == "client_secret_basic" &&
            client->provider() == "generic" && !client->requires_pkce() &&
            !client->requires_state(),
        "view");
  std::string keys;
  for (const auto& each : list.clients()) keys += each.key() + " ";
  check(keys == "portal server google cli ", "clients in order");
  check(!list.client("portal"), "a key is not a client ID");

  using Headers = std::map<std::string, std::string>;
  check(list.cors_headers("https://evil.test", true) == Headers{{"Vary", "Origin"}}, "other origin");
  check(list.cors_headers("https://app.example", false) ==
            Headers{{"Vary", "Origin"}, {"Access-Control-Allow-Origin", "https://app.example"}},
        "origin");
  check(list.cors_headers("https://app.example", true) ==
            Headers{{"Vary", "Origin"},
                    {"Access-Control-Allow-Origin", "https://app.example"},
                    {"Access-Control-Allow-Methods", "GET, POST"},
                    {"Access-Control-Allow-Headers", "Authorization, Content-Type"}},
        "preflight");
  check(list.post_logout_url("spa", "https://app.example/bye") == "https://app.example/bye" &&
            list.post_logout_url("spa", "https://app.example/bye?x=1", "a b") ==
                "https://app.example/bye?x=1&state=a%20b" &&
            !list.post_logout_url("spa", "https://app.example/cb", "s"),
        "post-logout URL");
}

void test_app_flip() {
  const std::string link = "https://app.example/flip?redirect_uri=https://oauth-redirect.googleusercontent.com/";
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"https://app.example/other", "link-not-configured"},
      {"https://app.example/flip", "redirect-uri-missing"},
      {link + "a/x", "redirect-uri-not-registered"},
      {link + "r/p", "redirect-uri-browser-only"},
      {link + "a/p", "state-missing"},
      {link + "a/p&state=s", "client-id-missing"},
      {link + "a/p&state=s&client_id=x", "client-unknown"},
      {link + "a/p&state=s&client_id=google", "allowed"},
  };
  for (const auto& [url, expected] : cases) {
    const auto actual = reason(linkpolicy::decide_app_flip(url, Environment::prod));
    check(actual == expected, url + ": " + actual);
  }
  const linkpolicy::Caller stranger{"com.example", {"AA"}};
  check(reason(linkpolicy::decide_app_flip(stranger, {}, Environment::prod)) == "caller-unknown",
        "caller");
}

const std::string document =
    R"({"schemaVersion":1,"comment":"c","policies":["p"],"environments":{"sandbox":{"clients":[]},"prod":{"clients":[{"policy":"p","client":"portal","client_id":"spa","provider":"generic","type":"web","redirect_uris":["https://app.example/cb\u00e9\ud83d\ude00"],"browser_redirect_uris":[],"post_logout_redirect_uris":[],"cors_origins":[],"scopes":[],"response_types":[],"grant_types":["authorization_code"],"state":"required","pkce":"required","code_challenge_methods":["S256"],"omit_redirect_uri":false,"issuer":null,"authorization_endpoint":null,"token_endpoint":null,"token_endpoint_auth":"none","public":true,"assertion_intents":[],"revocation_endpoint":null,"end_session_endpoint":null,"code_lifetime":600,"app_flip":{"ios":{"universal_link":"https://app.example/flip"},"android":{"intent_action":"a","callers":[{"package_name":"com.example","sha256_cert_fingerprints":["AA"]}]}}}]}}})";

bool is_refused(const std::string& text) {
  const auto loaded = Allowlist::load(text, hex(text), Environment::prod);
  const auto* error = std::get_if<linkpolicy::LoadError>(&loaded);
  return error != nullptr && !error->message.empty();
}

void test_load() {
  const auto loaded = Allowlist::load(document, hex(document), Environment::prod);
  if (const auto* error = std::get_if<linkpolicy::LoadError>(&loaded)) {
    return check(false, error->message);
  }
  const auto& list = std::get<Allowlist>(loaded);
  check(list.is_redirect_uri_allowed("spa", "https://app.example/cb\u00e9\U0001F600"), "loaded");
  // An empty list is not the default.
  check(list.client("spa")->response_types().empty(), "an empty list");
  check(std::holds_alternative<linkpolicy::LoadError>(
            Allowlist::load(document, hex(document + " "), Environment::prod)),
        "another SHA-256");

  const auto replaced = [](const std::string& old, const std::string& text) {
    std::string changed = document;
    const std::size_t place = changed.find(old);
    check(place != std::string::npos, old + " is in the document");
    return place == std::string::npos ? changed : changed.replace(place, old.size(), text);
  };
  std::vector<std::string> documents = {
      "", "{}", "[]", "null", document + "{}", document.substr(0, document.size() - 1),
      std::string(100'000, '['),
      replaced(R"("schemaVersion":1)", R"("schemaVersion":2)"),
      replaced(R"("schemaVersion":1)", R"("schemaVersion":1.0)"),
      replaced(R"("schemaVersion":1)", R"("schemaVersion":01)"),
      replaced(R"("schemaVersion":1)", R"("schemaVersion":"1")"),
      replaced(R"("schemaVersion":1)", R"("schemaVersion":1,"schemaVersion":1)"),
      replaced(R"("comment":"c")", R"("comment":"c","x":1)"),
      replaced(R"("comment":"c")", "\"comment\":\"\xff\""),
      replaced(R"("comment":"c")", R"("comment":"\ud800")"),
      replaced(R"("comment":"c")", "\"comment\":\"\n\""),
      replaced(R"("comment":"c")", R"("comment":"c",)"),
      replaced(R"("sandbox":{"clients":[]},)", ""),
      replaced(R"("sandbox":{"clients":[]})", R"("sandbox":{"clients":[{}]})"),
      replaced(R"("type":"web")", R"("type":"spa")"),
      replaced(R"("pkce":"required")", R"("pkce":false)"),
      replaced(R"("token_endpoint_auth":"none")", R"("token_endpoint_auth":"private_key_jwt")"),
      replaced(R"("public":true)", R"("public":false)"),
      replaced(R"("code_lifetime":600)", R"("code_lifetime":6e2)"),
  };
  const auto parsed = linkpolicy::detail::Json::parse(document);
  check(parsed.has_value(), "the document is JSON");
  if (!parsed) return;
  // Each key must be there, once, and with its type.
  const auto& client = (*parsed)["environments"]["prod"]["clients"].elements.front();
  for (const auto& member : client.members) {
    const std::string key = "\"" + member.first + "\":";
    const std::string renamed = "\"x\":";
    documents.push_back(replaced(key, renamed));
    documents.push_back(replaced(key, renamed + "0," + key));
    documents.push_back(replaced(key, key + "0,\"" + member.first + "2\":"));
  }
  for (const auto& text : documents) check(is_refused(text), text.substr(0, 300));
}

void write(const std::string& path, const std::string& text) {
  std::ofstream(path, std::ios::binary) << text;
}

void test_file(const std::string& directory) {
  const std::string path = directory + "/allowlist.json";
  const std::string uri = "https://app.example/cb\u00e9\U0001F600";
  linkpolicy::AllowlistFile file(path, Environment::prod);
  check(file.reload().has_value(), "a missing file");
  check(!file.current().is_redirect_uri_allowed("spa", uri), "no clients before");
  write(path, document);
  write(path + ".sha256", hex(document) + "  allowlist.json\n");
  check(!file.reload(), "reload");
  for (const auto& sum : {std::string(), hex(document), hex(document) + "\n", hex("x") + "  x"}) {
    write(path + ".sha256", sum);
    check(file.reload().has_value() && file.current().is_redirect_uri_allowed("spa", uri),
          "a wrong checksum file");
  }
  write(path + ".sha256", hex(document) + "  allowlist.json\n");
  std::atomic<int> denied = 0;
  std::vector<std::thread> threads;
  for (int number = 0; number < 3; ++number) {
    threads.emplace_back([&, number] {
      for (int round = 0; round < 50; ++round) {
        if (number == 0 && file.reload()) ++denied;
        if (!file.current().is_redirect_uri_allowed("spa", uri)) ++denied;
      }
    });
  }
  for (auto& thread : threads) thread.join();
  check(denied == 0, "the clients are always there");
}

}  // namespace

int main(int count, char** arguments) {
  test_authorization();
  test_verify();
  test_secrets();
  test_token_reasons();
  test_views();
  test_app_flip();
  test_load();
  if (count == 2) test_file(arguments[1]);
  return failures == 0 && count == 2 ? 0 : 1;
}
