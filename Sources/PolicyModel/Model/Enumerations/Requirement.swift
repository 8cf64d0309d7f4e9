/// Whether something must be there.
package enum Requirement: String, DocumentedEnumeration {
  case required
  case optional

  /// What the value means.
  package var summary: String {
    switch self {
    case .required: "A request without it is refused"
    case .optional: "It may be left out"
    }
  }

  /// What people write instead.
  package var commonMistakes: [String] {
    switch self {
    case .required: ["on", "true", "yes", "always", "force", "forced", "mandatory", "enabled"]
    case .optional: ["off", "false", "no", "none", "never", "disabled", "allowed"]
    }
  }
}
