// Declarations of the Firebase SDK for C++ that generated code uses.
#ifndef FIREBASE_AUTH_CREDENTIAL_H_
#define FIREBASE_AUTH_CREDENTIAL_H_

#include <string>

namespace firebase {
namespace auth {

class Credential {
 public:
  Credential() = default;
  explicit Credential(const char* provider) : provider_(provider) {}

  std::string provider() const { return provider_; }
  bool is_valid() const { return !provider_.empty(); }

 private:
  std::string provider_;
};

}  // namespace auth
}  // namespace firebase

#endif  // FIREBASE_AUTH_CREDENTIAL_H_
