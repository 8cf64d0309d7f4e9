/// The keys of a value in a request. Types aren't checked, because a request may contain a wrong
/// one to test how a platform handles it.
package indirect enum RequestValue: Sendable {
  case any
  /// If the value is a string, it must be one of these. `mistakes` maps wrong names in lower case
  /// to correct ones.
  case words([String], mistakes: [String: String] = [:])
  /// An object with these keys only.
  case object([ObjectKey])
  /// The values of an object with free keys, or the items of a list.
  case each(RequestValue)
}

/// A key of an object in a request.
package struct ObjectKey: Sendable {
  package var name: String
  package var value: RequestValue
  /// Matches every key that contains the name, ignoring case.
  package var isPart: Bool
  /// The operations with which the key is allowed; empty for all.
  package var only: [String]
  /// Wrong names that the edit distance doesn't catch, in lowercase.
  package var commonMistakes: [String]

  package init(
    _ name: String, _ value: RequestValue = .any, isPart: Bool = false, only: [String] = [],
    commonMistakes: [String] = []
  ) {
    self.name = name
    self.value = value
    self.isPart = isPart
    self.only = only
    self.commonMistakes = commonMistakes
  }

  /// Keys with any values.
  static func named(_ names: String...) -> [ObjectKey] { names.map { ObjectKey($0) } }
}

/// The fields of all request types. `RequestShape` lists the fields of each type.
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
