/// The fields of requests, of whichever kind; which kind knows which is in `RequestShape`.
package enum RequestKey: String, CaseIterable, Sendable {
  case kind
  case id
  case environment
  case policy
  case client
  case facts
  case now
  case iss
  case query
  case url
  case clientID = "client_id"
  case redirectURI = "redirect_uri"
  case responseType = "response_type"
  case state
  case scope
  case codeChallenge = "code_challenge"
  case codeChallengeMethod = "code_challenge_method"
  case userLocale = "user_locale"
  case outcome
  case code
  case action
  case caller
  case extras
  case form
  case app
  case androidVersion = "android_version"
  case sdk
  case input
  case operation
  case jwt
  case claims
  case rawNonce = "raw_nonce"
  case jwks
  case authorization
  case errorDescription = "error_description"
  case loginHint = "login_hint"
  case nonce
  case prompt
  case responseMode = "response_mode"
  case postLogoutRedirectURI = "post_logout_redirect_uri"
  case idTokenHint = "id_token_hint"
  case logoutHint = "logout_hint"
  case uiLocales = "ui_locales"
}
