#include <string_view>
#include <vector>

#include "linkpolicy_allowlist_internal.hpp"

namespace linkpolicy {
inline namespace LINKPOLICY_ALLOWLIST_POLICY {
namespace detail {

using namespace std::string_view_literals;

#ifndef LINKPOLICY_SANDBOX_ONLY
static std::vector<Client> prod_clients() {
  std::vector<Client> clients;
  {
    Client& client = clients.emplace_back("spa"sv);
    client.key = "portal"sv;
    client.redirect_uris = {
        "https://app.example/cb"sv,
        "https://app.example/cb?x=1"sv,
    };
    client.post_logout_redirect_uris = {
        "https://app.example/bye"sv,
        "https://app.example/bye?x=1"sv,
    };
    client.cors_origins = {"https://app.example"sv};
    client.scopes = {
        "read"sv,
        "write"sv,
    };
    client.issuer = "https://auth.example"sv;
    client.is_public = true;
  }
  {
    Client& client = clients.emplace_back("server"sv);
    client.key = "server"sv;
    client.redirect_uris = {"https://server.example/cb"sv};
    client.allows_omitted_redirect_uri = true;
    client.scopes = {"read"sv};
    client.grant_types = {
        "authorization_code"sv,
        "refresh_token"sv,
        "client_credentials"sv,
        "urn:ietf:params:oauth:grant-type:device_code"sv,
        "urn:ietf:params:oauth:grant-type:token-exchange"sv,
    };
    client.requires_state = false;
    client.requires_pkce = false;
    client.code_challenge_methods = {
        "S256"sv,
        "plain"sv,
    };
    client.authenticates_by_header = true;
  }
  {
    Client& client = clients.emplace_back("google"sv);
    client.key = "google"sv;
    client.is_google_account_linking = true;
    client.redirect_uris = {
        "https://oauth-redirect.googleusercontent.com/r/p"sv,
        "https://oauth-redirect.googleusercontent.com/a/p"sv,
    };
    client.browser_redirect_uris = {"https://oauth-redirect.googleusercontent.com/r/p"sv};
    client.requires_pkce = false;
    client.universal_link = "https://app.example/flip"sv;
    client.intent_action = "com.example.FLIP"sv;
    client.callers.push_back(
        {"com.google.android.googlequicksearchbox"sv,
         "F0:FD:6C:5B:41:0F:25:CB:25:C3:B5:33:46:C8:97:2F:AE:30:F8:EE:74:11:DF:91:04:80:AD:6B:2D:60:DB:83"sv});
  }
  {
    Client& client = clients.emplace_back("cli"sv);
    client.key = "cli"sv;
    client.redirect_uris = {"http://127.0.0.1/cb"sv};
    client.is_native = true;
    client.is_public = true;
  }
  return clients;
}
#endif

#ifndef LINKPOLICY_PROD_ONLY
static std::vector<Client> sandbox_clients() {
  std::vector<Client> clients;
  return clients;
}
#endif

std::vector<Client> compiled_in_clients(Environment environment) {
#ifndef LINKPOLICY_SANDBOX_ONLY
  if (environment == Environment::prod) return prod_clients();
#endif
#ifndef LINKPOLICY_PROD_ONLY
  if (environment == Environment::sandbox) return sandbox_clients();
#endif
  return {};
}

}  // namespace detail
}  // namespace LINKPOLICY_ALLOWLIST_POLICY
}  // namespace linkpolicy
