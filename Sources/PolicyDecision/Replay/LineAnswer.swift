/// The sides for which a URL isn't an authorization endpoint, so its query doesn't decide.
struct EndpointMismatch: OptionSet {
  var rawValue: UInt8

  /// In the policies.
  static let isIgnored = EndpointMismatch(rawValue: 1)
  /// In those of `--against`; without them, equal to `isIgnored`.
  static let wasIgnored = EndpointMismatch(rawValue: 2)
}

/// The result of one line, for counting.
struct LineAnswer: Equatable {
  /// The index in `DecisionReason.allCases`.
  var reason: UInt8
  var isAllowed: Bool
  var wasAllowed: Bool
  var elsewhere: EndpointMismatch = []
  var client: Int32
  /// The rank among samples, if already known.
  var rank: UInt64?

  /// The policies' decision.
  var decision: Decision.Outcome {
    elsewhere.contains(.isIgnored) ? .ignore : isAllowed ? .allow : .deny
  }

  /// The direction of a changed decision; nil if it is unchanged.
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

  /// A decision that changes between the policies of `--against` and the policies.
  enum Flip: String, CaseIterable {
    case allowToDeny = "allow_to_deny"
    case denyToAllow = "deny_to_allow"
    case allowToIgnore = "allow_to_ignore"
    case denyToIgnore = "deny_to_ignore"
    case ignoreToAllow = "ignore_to_allow"
    case ignoreToDeny = "ignore_to_deny"

    /// Whether every comparison includes this changed decision, even if its count is 0.
    var isAlwaysCounted: Bool { self == .allowToDeny || self == .denyToAllow }
  }
}
