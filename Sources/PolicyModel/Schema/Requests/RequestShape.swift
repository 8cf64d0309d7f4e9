import PolicyText

/// The fields of each request type, in input lines and options of `simulate` and in tests.
package enum RequestShape {
  /// The fields of a request type; nil for unknown names.
  package static func kind(_ name: String) -> MappingShape? {
    RequestKind(rawValue: name).map(kind)
  }

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

  /// The request of a test. Its fields depend on its type.
  static let ofAnyKind = Shape.variants(
    key: RequestKey.kind.rawValue,
    words: RequestKind.allCases.map { EnumerationValue($0.rawValue, $0.summary) },
    shape: { kind($0) })

  /// The fields of all request types, followed by those of one type.
  ///
  /// - Parameter facts: the assumptions that the type uses in addition to the policy.
  static func request(
    _ kind: RequestKind, facts: [ObjectKey] = [], _ keys: [KeyShape]
  ) -> MappingShape {
    MappingShape(
      "\(kind.rawValue) request", "Fields of a request of type `\(kind.rawValue)`",
      keys: [
        KeyShape(
          .kind, .enumeration([EnumerationValue(kind.rawValue, kind.summary)]), "Request type",
          presence: .required),
        KeyShape(.id, .any, "Any value; the decision repeats it"),
        KeyShape(.environment, Shape.environment, "Environment of the request"),
        KeyShape(.policy, .text, "Evaluate the request against this policy only"),
        KeyShape(.client, .text, "Key of a client in a policy; sets `client_id`"),
        KeyShape(
          .facts, .request(.object(facts)), "Assumptions that replace values of the policy"),
        KeyShape(.now, .integer(0...253_402_300_799), "Time of the request, in Unix seconds"),
        KeyShape(.iss, .text, "Issuer to use instead of the policy's"),
      ] + keys)
  }

  static func outcome(_ words: String...) -> KeyShape {
    KeyShape(
      .outcome, .enumeration(words.map { EnumerationValue($0, "") }),
      "What the user does, or the error that occurs", defaultValue: .text("approve"))
  }

  static func operation(_ words: String...) -> KeyShape {
    KeyShape(
      .operation, .enumeration(words.map { EnumerationValue($0, "") }), "Operation to evaluate")
  }

  static let code = KeyShape(
    .code, .text, "Authorization code that the server issues",
    defaultValue: .text(RequestDefaults.code))

  static let url = KeyShape(.url, .string(.url), "Complete URL of the request")

  static let query = KeyShape(.query, .text, "Raw query string, without `?`")

  /// A query parameter; null stands for a missing one.
  static func parameter(_ key: RequestKey, _ role: StringShape.Role? = nil) -> KeyShape {
    KeyShape(
      key, .nullable(.string(StringShape(role: role))),
      "The `\(key.rawValue)` parameter, URL-decoded")
  }

  static func input(_ value: RequestValue) -> KeyShape {
    KeyShape(.input, .request(value), "Input of the operation")
  }
}
