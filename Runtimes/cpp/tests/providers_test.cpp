// Unit tests of the code for Firebase, Google Sign-In and Sign in with Apple.

#include <iostream>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "apple_sign_in.hpp"
#include "firebase_email_actions.hpp"
#include "google_scopes.hpp"

int main() {
  int failures = 0;
  const auto check = [&](bool claim, const std::string& name) {
    if (claim) return;
    ++failures;
    std::cout << "failed: " << name << '\n';
  };
  namespace email = linkpolicy::firebase_email;
  using linkpolicy::Environment;
  const std::map<std::string, bool> urls = {
      {"https://app.example/finish", true},          {"https://app.example/finish/a?b#c", true},
      {"https://app.example/finish/..", false},      {"https://app.example/finish//x", false},
      {"https://app.example/finish?x=%2", false},    {"https://app.example/finishing", false},
      {"https://app.example/finish#a#b", false},     {"https://app.example.evil.test/", false},
  };
  for (const auto& [url, is_allowed] : urls) {
    check(email::is_continue_url_allowed(url, email::Action::sign_in, Environment::prod) ==
              is_allowed,
          url);
    const auto made = email::settings(email::Action::sign_in, Environment::prod, url);
    check(made.has_value() == is_allowed && (!made || made->url == url), "settings for " + url);
  }
  check(email::is_continue_url_allowed("com.example:/finish", email::Action::sign_in,
                                       Environment::sandbox) &&
            !email::is_continue_url_allowed("com.example:/finish/x", email::Action::sign_in,
                                            Environment::sandbox),
        "only the registered URL");
  namespace scopes = linkpolicy::google_scopes;
  check(scopes::missing(scopes::features::sign_in(),
                        {"https://www.googleapis.com/auth/userinfo.email"}) ==
            std::vector<std::string>{"profile"},
        "missing scopes");
  // `email` and `profile` are equal to their long names on both sides, and to nothing else.
  const std::string prefix = "https://www.googleapis.com/auth/userinfo.";
  for (const std::string name : {"email", "profile"}) {
    for (const std::string& requested : {name, prefix + name}) {
      for (const std::string& granted : {name, prefix + name}) {
        check(scopes::missing({requested}, {granted}).empty(), requested + " is it");
      }
      for (const std::string& other : {std::string("openid"), prefix + "openid", name + " "}) {
        check(scopes::missing({requested}, {other}) == std::vector<std::string>{requested},
              requested + " is no other");
      }
    }
  }
  namespace apple = linkpolicy::apple_sign_in;
  const auto nonce = apple::Nonce::random();
  check(nonce.raw.size() == 32 && nonce.sha256 == apple::sha256_hex(nonce.raw) &&
            nonce.raw != apple::Nonce::random().raw,
        "nonce");
  namespace auth = firebase::auth;
  auth::Auth sdk;
  auth::AuthResult in_use;
  in_use.additional_user_info.updated_credential = auth::Credential("apple.com");
  const auth::AuthResult no_credential;
  struct Link {
    int error;
    const auth::AuthResult* result;
    bool is_retried;
  };
  for (const Link& link : {Link{auth::kAuthErrorCredentialAlreadyInUse, &in_use, true},
                           Link{auth::kAuthErrorCredentialAlreadyInUse, &no_credential, false},
                           Link{auth::kAuthErrorCredentialAlreadyInUse, nullptr, false},
                           Link{auth::kAuthErrorEmailAlreadyInUse, &in_use, false},
                           Link{auth::kAuthErrorNone, &in_use, false}}) {
    const firebase::Future<auth::AuthResult> failed(link.error, link.result);
    const auto result = apple::sign_in_after_link(sdk, failed);
    const std::string name = "retry after error " + std::to_string(link.error);
    check(apple::updated_credential(failed).is_valid() == link.is_retried, name);
    if (link.is_retried) {
      check(result.error() == auth::kAuthErrorNone && result.result() != nullptr &&
                result.result()->credential.provider() == "apple.com",
            name);
    } else {
      check(result.error() == link.error && result.result() == link.result, name);
    }
  }
  return failures == 0 ? 0 : 1;
}
