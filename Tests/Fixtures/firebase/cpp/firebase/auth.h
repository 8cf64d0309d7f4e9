// Declarations of the Firebase SDK for C++ that generated code uses. Every sign-in succeeds.
#ifndef FIREBASE_AUTH_H_
#define FIREBASE_AUTH_H_

#include "firebase/auth/credential.h"
#include "firebase/auth/types.h"
#include "firebase/auth/user.h"
#include "firebase/future.h"

namespace firebase {
namespace auth {

class Auth {
 public:
  Future<AuthResult> SignInAndRetrieveDataWithCredential(const Credential& credential) {
    result_.credential = credential;
    return Future<AuthResult>(kAuthErrorNone, &result_);
  }

 private:
  AuthResult result_;
};

}  // namespace auth
}  // namespace firebase

#endif  // FIREBASE_AUTH_H_
