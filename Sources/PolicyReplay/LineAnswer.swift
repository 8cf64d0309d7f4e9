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

/// On which sides a URL is no endpoint of the policies: then nothing that its query says decides.
struct LineElsewhere: OptionSet, BitwiseCopyable {
  var rawValue: UInt8

  /// By the policies.
  static let isIgnored = LineElsewhere(rawValue: 1)
  /// By those of `--against`; without them as by the policies.
  static let wasIgnored = LineElsewhere(rawValue: 2)
}

/// What is counted about a line.
struct LineAnswer: Equatable {
  /// `Reason.allCases` counts here.
  var reason: UInt8
  var isAllowed: Bool
  var wasAllowed: Bool
  var elsewhere: LineElsewhere = []
  var client: Int32

  /// The direction in which the decision flips, nil where it stays.
  @inline(__always) var flip: Flip? {
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

    /// Its place among all.
    var index: Int {
      switch self {
      case .allowToDeny: 0
      case .denyToAllow: 1
      case .allowToIgnore: 2
      case .denyToIgnore: 3
      case .ignoreToAllow: 4
      case .ignoreToDeny: 5
      }
    }

    /// True for the flips that every comparison counts, also where there are none.
    var isAlwaysCounted: Bool { self == .allowToDeny || self == .denyToAllow }
  }
}
