/// The fields of a request of any kind.
enum RequestKey: String, MappingKey {
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

  static let mapping = MappingShape(
    "request", "A request, with the fields of its kind", RequestKey.self)

  var shape: KeyShape {
    switch self {
    case .kind: KeyShape(.enumeration(of: RequestKind.self), "What is asked", presence: .required)
    case .id: KeyShape(.any, "Echoed in the answer")
    case .environment: KeyShape(.environment, "Environment of the request")
    case .policy: KeyShape(.text, "Only this policy answers")
    case .client: KeyShape(.text, "Client of a policy; fills in its client ID")
    case .facts: KeyShape(.any, "Facts that replace those of the policy")
    case .now: KeyShape(.integer(0...253_402_300_799), "Unix time in seconds")
    case .iss: KeyShape(.text, "Issuer instead of the policy's")
    case .query: KeyShape(.text, "Raw query, after `?`")
    case .url: KeyShape(.text, "The whole URL")
    case .clientID: KeyShape(.nullable(.text), "Decoded parameter")
    case .redirectURI: KeyShape(.nullable(.text), "Decoded parameter")
    case .responseType: KeyShape(.nullable(.text), "Decoded parameter")
    case .state: KeyShape(.nullable(.text), "Decoded parameter")
    case .scope: KeyShape(.nullable(.text), "Decoded parameter")
    case .codeChallenge: KeyShape(.nullable(.text), "Decoded parameter")
    case .codeChallengeMethod: KeyShape(.nullable(.text), "Decoded parameter")
    case .userLocale: KeyShape(.nullable(.text), "Decoded parameter")
    case .outcome: KeyShape(.text, "What the user and the server do")
    case .code:
      KeyShape(
        .text, "The authorization code that is issued", defaultValue: .text(RequestDefaults.code))
    case .action: KeyShape(.text, "Intent action, or email action")
    case .caller: KeyShape(.any, "Calling app: package and certs")
    case .extras: KeyShape(.any, "Intent extras")
    case .form: KeyShape(.text, "Raw form of a token request")
    case .app: KeyShape(.text, "Only this app is asked about")
    case .androidVersion:
      KeyShape(
        .integer(1...99), "Android version", defaultValue: .integer(RequestDefaults.androidVersion))
    case .sdk: KeyShape(.text, "SDK that is asked about")
    case .input: KeyShape(.any, "Input of the kind")
    case .operation: KeyShape(.text, "Operation of the kind")
    case .jwt: KeyShape(.text, "A signed token")
    case .claims: KeyShape(.any, "Claims of a token")
    case .rawNonce: KeyShape(.text, "Nonce before hashing")
    case .jwks: KeyShape(.any, "Keys of the issuer")
    }
  }
}
