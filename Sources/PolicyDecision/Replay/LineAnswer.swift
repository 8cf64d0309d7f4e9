/// On which sides a URL is not an endpoint of the policies: then nothing in its query decides.
struct EndpointMismatch: OptionSet {
  var rawValue: UInt8

  /// By the policies.
  static let isIgnored = EndpointMismatch(rawValue: 1)
  /// By those of `--against`; without them as by the policies.
  static let wasIgnored = EndpointMismatch(rawValue: 2)
}

/// What is counted about a line.
struct LineAnswer: Equatable {
  /// Index in `DecisionReason.allCases`.
  var reason: UInt8
  var isAllowed: Bool
  var wasAllowed: Bool
  var elsewhere: EndpointMismatch = []
  var client: Int32
  /// The rank among samples, if it is known already.
  var rank: UInt64?

  /// What the policies decide.
  var decision: Decision.Outcome {
    elsewhere.contains(.isIgnored) ? .ignore : isAllowed ? .allow : .deny
  }

  /// The direction in which the decision changes, if it does.
  var flip: Flip? {
    guard elsewhere.isEmpty else { return flipOfElsewhere }
    return isAllowed == wasAllowed ? nil : isAllowed ? .denyToAllow : .allowToDeny
  }

  private var flipOfElsewhere: Flip? {
    guard elsewhere.contains(.wasIgnored) else {
      return wasAllowed ? .allowToIgnore : .denyToIgnore
    }
    guard !elsewhere.contains(.isIgnored) else { return nil }
    return isAllowed ? .ignoreToAllow : .ignoreToDeny
  }

  /// A decision that changes from the policies of `--against` to the policies.
  enum Flip: String, CaseIterable {
    case allowToDeny = "allow_to_deny"
    case denyToAllow = "deny_to_allow"
    case allowToIgnore = "allow_to_ignore"
    case denyToIgnore = "deny_to_ignore"
    case ignoreToAllow = "ignore_to_allow"
    case ignoreToDeny = "ignore_to_deny"

    /// Whether every comparison lists this changed decision, even if its count is 0.
    var isAlwaysCounted: Bool { self == .allowToDeny || self == .denyToAllow }
  }
}
