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
  namespace apple = linkpolicy::apple_sign_in;
  const auto nonce = apple::Nonce::random();
  check(nonce.raw.size() == 32 && nonce.sha256 == apple::sha256_hex(nonce.raw) &&
            nonce.raw != apple::Nonce::random().raw,
        "nonce");
  return failures == 0 ? 0 : 1;
}
