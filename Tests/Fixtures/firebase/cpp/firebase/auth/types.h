// Declarations of the Firebase SDK for C++ that generated code uses.
#ifndef FIREBASE_AUTH_TYPES_H_
#define FIREBASE_AUTH_TYPES_H_

#include <map>
#include <string>
#include <utility>
#include <vector>

namespace firebase {
namespace auth {

enum AuthError {
  kAuthErrorNone = 0,
  kAuthErrorEmailAlreadyInUse = 8,
  kAuthErrorCredentialAlreadyInUse = 10,
};

struct FederatedProviderData {
  std::string provider_id{};
};

struct FederatedOAuthProviderData : FederatedProviderData {
  FederatedOAuthProviderData() = default;
  explicit FederatedOAuthProviderData(const std::string& provider) { provider_id = provider; }

  std::vector<std::string> scopes{};
  std::map<std::string, std::string> custom_parameters{};
};

}  // namespace auth
}  // namespace firebase

#endif  // FIREBASE_AUTH_TYPES_H_
