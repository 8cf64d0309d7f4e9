package import PolicyText

/// What Google asks the token endpoint for in streamlined linking.
package enum StreamlinedIntent: String, DocumentedEnumeration {
  case check
  case get
  case create

  /// All of them, as requests have them.
  package static let names = allCases.map { ExactString($0.rawValue) }

  /// What the value means.
  package var summary: String {
    switch self {
    case .check: "Is there an account"
    case .get: "Link an account"
    case .create: "Make an account"
    }
  }
}
