/// The names that requests know, one table per kind: what stands in a line of `simulate`, in its options
/// and in the `request` of a test. The readers, the checker and the schema are made from it.
package enum RequestShape {
  /// The keys of a kind; nil where there is no such kind.
  package static func kind(_ name: String) -> MappingShape? {
    switch name {
    case "authorize": authorize
    case "app_flip_ios": appFlipIOS
    case "app_flip_android": appFlipAndroid
    case "token": token
    case "universal_link": universalLink
    case "app_link": appLink
    case "email_action": emailAction
    case "email_link": emailLink
    case "continue_url": continueURL
    case "web_origin": webOrigin
    case "auth_domain": authDomain
    case "google_client": googleClient
    case "scopes": scopes
    case "token_refresh": tokenRefresh
    case "apple_id_token": appleIDToken
    case "account_link": accountLink
    default: nil
    }
  }

  /// Request kinds in the order of the documentation.
  package static let kinds: [EnumerationValue] = [
    EnumerationValue("authorize", "Request to the authorization endpoint"),
    EnumerationValue("app_flip_ios", "App Flip universal link reaching our app"),
    EnumerationValue("app_flip_android", "App Flip intent reaching our app"),
    EnumerationValue("token", "Request to the token endpoint"),
    EnumerationValue("universal_link", "Which app opens a URL on iOS"),
    EnumerationValue("app_link", "Which app opens a URL on Android"),
    EnumerationValue("email_action", "Sending a Firebase email action"),
    EnumerationValue("email_link", "What the SDKs make of an email link"),
    EnumerationValue("continue_url", "What the SDKs make of a continue URL"),
    EnumerationValue("web_origin", "Whether a page may start a sign-in"),
    EnumerationValue("auth_domain", "Which domain iOS uses for sign-in"),
    EnumerationValue("google_client", "Google client ID and URL scheme checks"),
    EnumerationValue("scopes", "Granted against needed scopes"),
    EnumerationValue("token_refresh", "Whether a token must be refreshed"),
    EnumerationValue("apple_id_token", "Claims of an Apple ID token"),
    EnumerationValue("account_link", "Sign-in, link and collision outcome"),
  ]

  /// The keys of all kinds, and those of one.
  ///
  /// - Parameter facts: the facts that the kind knows; none where it rests on the policy alone.
  static func request(
    _ kind: String, facts: [RequestKey] = [], _ keys: [KeyShape]
  ) -> MappingShape {
    MappingShape(
      "\(kind) request", "Fields of a request of the kind `\(kind)`",
      keys: [
        KeyShape(
          "kind", .enumeration(kinds.filter { $0.name == kind }), "What is asked",
          presence: .required),
        KeyShape("id", .any, "Echoed in the answer"),
        KeyShape("environment", PolicyShape.environment, "Environment of the request"),
        KeyShape("policy", .text, "Only this policy answers"),
        KeyShape("client", .text, "Client of a policy; fills in its client ID"),
        KeyShape("facts", .request(.object(facts)), "Facts that replace those of the policy"),
        KeyShape("now", .integer(0...253_402_300_799), "Unix time in seconds"),
        KeyShape("iss", .text, "Issuer instead of the policy's"),
      ] + keys)
  }

  static func outcome(_ words: String...) -> KeyShape {
    KeyShape(
      "outcome", .enumeration(words.map { EnumerationValue($0, "") }),
      "What the user and the server do", defaultValue: "approve")
  }

  static func operation(_ words: String...) -> KeyShape {
    KeyShape(
      "operation", .enumeration(words.map { EnumerationValue($0, "") }), "Operation of the kind")
  }

  static let code = KeyShape(
    "code", .text, "The authorization code that is issued", defaultValue: "C1")

  static func input(_ value: RequestValue) -> KeyShape {
    KeyShape("input", .request(value), "Input of the kind")
  }
}
