// Declarations of the Firebase SDK for C++ that generated code uses, as in version 13.
#ifndef FIREBASE_AUTH_USER_H_
#define FIREBASE_AUTH_USER_H_

#include "firebase/auth/credential.h"

namespace firebase {
namespace auth {

struct AdditionalUserInfo {
  Credential updated_credential;
};

struct AuthResult {
  AdditionalUserInfo additional_user_info;
  Credential credential;
};

}  // namespace auth
}  // namespace firebase

#endif  // FIREBASE_AUTH_USER_H_
