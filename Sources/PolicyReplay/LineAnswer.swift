import PolicyDecision

/// What the core says to client, redirect URI and environment, as small as it gets.
struct LineIdentity: BitwiseCopyable {
  /// `Reason.allCases` counts here.
  var reason: UInt8
  /// The redirect URI matches: what follows decides.
  var isMatched: Bool
  /// The same for the policies of `--against`; without them as for the policies.
  var wasMatched: Bool
  /// Index of the client; negative where the policies have none with that ID.
  var client: Int32
  /// Index of the client's requirements in the policies and in those of `--against`; 0 where nothing
  /// matches.
  var requirements: UInt32
  var oldRequirements: UInt32
  /// The rank of such requests among samples: the hash of client, redirect URI and environment as samples
  /// show them.
  var subject: UInt64 = 0

  /// The answer where nothing else is wrong.
  @inline(__always) var answer: LineAnswer {
    LineAnswer(reason: reason, isAllowed: isMatched, wasAllowed: wasMatched, client: client)
  }

  /// The answer with what the core says to the other parameters.
  @inline(__always) func answer(_ rest: LineRest) -> LineAnswer {
    var answer = answer
    if isMatched, rest.problem != LineRest.none {
      answer.reason = rest.problem
      answer.isAllowed = false
    }
    answer.wasAllowed = wasMatched && !rest.wasRefused
    return answer
  }
}

/// What the core says to the parameters behind client and redirect URI.
struct LineRest: BitwiseCopyable {
  /// `Reason.allCases` counts here; `none` where nothing is wrong.
  var problem: UInt8
  /// The policies of `--against` refuse them; without those as in the policies.
  var wasRefused: Bool

  static var none: UInt8 { .max }

  /// True where nothing is wrong on either side.
  @inline(__always) var isFine: Bool { problem == Self.none && !wasRefused }
}

/// What is counted about a line.
struct LineAnswer: Equatable {
  /// `Reason.allCases` counts here.
  var reason: UInt8
  var isAllowed: Bool
  var wasAllowed: Bool
  var client: Int32

  /// The direction in which the decision flips, nil where it stays.
  @inline(__always) var flip: Flip? {
    isAllowed == wasAllowed ? nil : isAllowed ? .denyToAllow : .allowToDeny
  }

  /// A decision that changes from the policies of `--against` to the policies.
  enum Flip: String, CaseIterable {
    case allowToDeny = "allow_to_deny"
    case denyToAllow = "deny_to_allow"

    var index: Int { self == .allowToDeny ? 0 : 1 }
  }
}
