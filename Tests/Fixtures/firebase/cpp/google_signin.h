// Declarations of Google's Sign-In SDK for C++ that generated code must conform to.
#ifndef GOOGLE_SIGNIN_GOOGLESIGNIN_H
#define GOOGLE_SIGNIN_GOOGLESIGNIN_H

namespace google {
namespace signin {

class GoogleSignIn {
 public:
  struct Configuration {
    bool use_game_signin;
    const char* web_client_id;
    bool request_auth_code;
    bool force_token_refresh;
    bool request_email;
    bool request_id_token;
    bool hide_ui_popups;
    const char* account_name;
    const char** additional_scopes;
    int additional_scope_count;
  };
};

}  // namespace signin
}  // namespace google

#endif  // GOOGLE_SIGNIN_GOOGLESIGNIN_H
