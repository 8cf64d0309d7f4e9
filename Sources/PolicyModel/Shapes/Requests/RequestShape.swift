import PolicyText

/// The names that requests know, one table per kind: what stands in a line of `simulate`, in its options
/// and in the `request` of a test. The readers, the checker and the schema are made from it.
package enum RequestShape {
  /// The keys of a kind; nil where there is no such kind.
  package static func kind(_ name: String) -> MappingShape? {
    RequestKind(rawValue: name).map(kind)
  }

  /// The keys of a kind.
  package static func kind(_ kind: RequestKind) -> MappingShape {
    switch kind {
    case .authorize: authorize
    case .appFlipIOS: appFlipIOS
    case .appFlipAndroid: appFlipAndroid
    case .token: token
    case .postLogout: postLogout
    case .universalLink: universalLink
    case .appLink: appLink
    case .emailAction: emailAction
    case .emailLink: emailLink
    case .continueURL: continueURL
    case .webOrigin: webOrigin
    case .authDomain: authDomain
    case .googleClient: googleClient
    case .scopes: scopes
    case .tokenRefresh: tokenRefresh
    case .appleIDToken: appleIDToken
    case .accountLink: accountLink
    }
  }

  /// The request of a test; its kind decides which keys it may have.
  static let ofAnyKind = Shape.variants(
    key: RequestKey.kind.rawValue,
    words: RequestKind.allCases.map { EnumerationValue($0.rawValue, $0.summary) },
    shape: { kind($0) })

  /// The keys of all kinds, and those of one.
  ///
  /// - Parameter facts: the facts that the kind knows; none where it rests on the policy alone.
  static func request(
    _ kind: RequestKind, facts: [ObjectKey] = [], _ keys: [KeyShape]
  ) -> MappingShape {
    MappingShape(
      "\(kind.rawValue) request", "Fields of a request of the kind `\(kind.rawValue)`",
      keys: [
        KeyShape(
          .kind, .enumeration([EnumerationValue(kind.rawValue, kind.summary)]), "What is asked",
          presence: .required),
        KeyShape(.id, .any, "Echoed in the answer"),
        KeyShape(.environment, Shape.environment, "Environment of the request"),
        KeyShape(.policy, .text, "Only this policy answers"),
        KeyShape(.client, .text, "Client of a policy; fills in its client ID"),
        KeyShape(.facts, .request(.object(facts)), "Facts that replace those of the policy"),
        KeyShape(.now, .integer(0...253_402_300_799), "Unix time in seconds"),
        KeyShape(.iss, .text, "Issuer instead of the policy's"),
      ] + keys)
  }

  static func outcome(_ words: String...) -> KeyShape {
    KeyShape(
      .outcome, .enumeration(words.map { EnumerationValue($0, "") }),
      "What the user and the server do", defaultValue: .text("approve"))
  }

  static func operation(_ words: String...) -> KeyShape {
    KeyShape(
      .operation, .enumeration(words.map { EnumerationValue($0, "") }), "Operation of the kind")
  }

  static let code = KeyShape(
    .code, .text, "The authorization code that is issued", defaultValue: .text(RequestDefaults.code)
  )

  static func input(_ value: RequestValue) -> KeyShape {
    KeyShape(.input, .request(value), "Input of the kind")
  }
}
