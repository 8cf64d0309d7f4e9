#include <cstdlib>
#include <iostream>
#include <set>

#include "apple_sign_in.hpp"
#include "firebase_email_actions.hpp"
#include "google_scopes.hpp"
#include "google_signin.h"

namespace email = linkpolicy::firebase_email;
namespace apple = linkpolicy::apple_sign_in;
using email::Action;
using linkpolicy::Environment;

static void require(bool holds) {
  if (!holds) std::abort();
}

static void ask(Action action, bool is_prod, std::string_view url) {
  const Environment environment = is_prod ? Environment::prod : Environment::sandbox;
  const bool is_allowed = email::is_continue_url_allowed(url, action, environment);
  const auto made = email::settings(action, environment, url);
  require(made.has_value() == is_allowed && (!made || made->url == url));
  std::cout << (is_allowed ? "1\n" : "0\n");
}

static void show(const std::optional<email::ActionCodeSettings>& settings) {
  if (!settings) {
    std::cout << "none\n";
    return;
  }
  std::cout << settings->url << '|' << (settings->handle_code_in_app ? "true" : "false") << '|'
            << settings->ios_bundle_id.value_or("null") << '|'
            << settings->android_package_name.value_or("null") << '|'
            << (settings->android_install_if_not_available ? "true" : "false") << '|'
            << settings->android_minimum_version.value_or("null") << '|'
            << settings->link_domain.value_or("null") << '\n';
}

int main() {
  using namespace std::string_view_literals;
  // CASES
  show(email::settings(Action::sign_in, Environment::prod));
  show(email::settings(Action::sign_in, Environment::prod, "https://app.acme.example/finish/a?b"));
  show(email::settings(Action::sign_in, Environment::sandbox));
  show(email::settings(Action::reset_password, Environment::prod));
  show(email::settings(Action::verify_email, Environment::prod));
  show(email::settings(Action::reset_password, Environment::sandbox));
  show(email::settings(Action::sign_in, Environment::prod, "https://app.acme.example/finishing"));
  std::cout << apple::sha256_hex("abc") << '\n' << apple::sha256_hex("") << '\n';
  std::cout << apple::sha256_hex(std::string(64, 'a')) << '\n';
  std::set<std::string> nonces;
  std::set<char> characters;
  for (int i = 0; i < 1000; ++i) {
    const apple::Nonce nonce = apple::Nonce::random();
    require(nonce.raw.size() == 32 && nonce.sha256 == apple::sha256_hex(nonce.raw));
    nonces.insert(nonce.raw);
    characters.insert(nonce.raw.begin(), nonce.raw.end());
  }
  require(nonces.size() == 1000 && characters.size() == 64);
  const auto data = apple::provider_data();
  std::cout << data.provider_id;
  for (const auto& scope : data.scopes) std::cout << ' ' << scope;
  for (const auto& [name, value] : data.custom_parameters) std::cout << ' ' << name << '=' << value;
  std::cout << '\n';
  static_assert(apple::linking_needs_consent);
  using firebase::auth::AuthResult;
  AuthResult failed;
  failed.additional_user_info.updated_credential = firebase::auth::Credential("apple.com");
  firebase::auth::Auth auth;
  const firebase::Future<AuthResult> links[] = {
      {firebase::auth::kAuthErrorCredentialAlreadyInUse, &failed},
      {firebase::auth::kAuthErrorEmailAlreadyInUse, &failed},
      {firebase::auth::kAuthErrorCredentialAlreadyInUse, nullptr},
  };
  for (const auto& link : links) {
    const auto result = apple::sign_in_after_link(auth, link);
    std::cout << result.error() << (apple::updated_credential(link).is_valid() ? " valid;" : ";");
  }
  std::cout << '\n';
  namespace scopes = linkpolicy::google_scopes;
  const auto names = scopes::features::sign_in();
  std::vector<const char*> pointers = scopes::pointers(names);
  google::signin::GoogleSignIn::Configuration configuration = {};
  configuration.additional_scopes = pointers.data();
  configuration.additional_scope_count = static_cast<int>(pointers.size());
  std::cout << configuration.additional_scopes[configuration.additional_scope_count - 1];
  for (const auto& granted : {std::vector<std::string>(),
                              {"openid", "https://www.googleapis.com/auth/userinfo.email"}}) {
    for (const auto& scope : scopes::missing(names, granted)) std::cout << ' ' << scope;
    std::cout << " |";
  }
  for (const auto& scope : scopes::missing(scopes::features::backup(), {"email"})) {
    std::cout << ' ' << scope;
  }
  std::cout << '\n';
}
