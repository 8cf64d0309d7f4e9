import PolicyDecision

/// What is counted about a line, as small as it gets: an entry of the memo holds one.
struct LineAnswer: Equatable {
  /// `Reason.allCases` counts here.
  var reason: UInt8
  var isAllowed: Bool
  /// By the policies of `--against`; the same as `isAllowed` without them.
  var wasAllowed: Bool
  /// Index of the client; negative where the policies have none with that ID.
  var client: Int32

  /// The direction in which the decision flips, nil where it stays.
  var flip: Flip? {
    isAllowed == wasAllowed ? nil : isAllowed ? .denyToAllow : .allowToDeny
  }

  /// A decision that changes from the policies of `--against` to the policies.
  enum Flip: String, CaseIterable {
    case allowToDeny = "allow_to_deny"
    case denyToAllow = "deny_to_allow"

    var index: Int { self == .allowToDeny ? 0 : 1 }
  }
}
