/// A nondeterministic automaton for the patterns of one condition. It accepts a string that one of
/// them matches completely. Equal conditions have equal automata.
///
/// By default, a step leads to the next one.
struct LinkAutomaton: Sendable, Hashable {
  /// The form of the string that the platform compares.
  enum Reading: Sendable, CaseIterable {
    /// iOS, as written in the URL.
    case written
    /// iOS, percent-decoded.
    case decoded
    /// Android: percent-decoded, in UTF-16.
    case android
  }

  enum Step: Sendable, Hashable {
    /// This scalar, or UTF-16 unit on Android; if folded, every scalar that folds to it.
    case scalar(UInt32, folded: Bool)
    case any
    case oneOf(LinkToken.CharacterKind, folded: Bool)
    /// Any scalar followed by the same step, or the next step without a scalar.
    case star
    /// Any of these steps without a scalar.
    case branch([Int])
    case jump(Int)
    /// Android's `*`: continues up to the first occurrence of the unit, without backtracking.
    case until(UInt32)
    /// Android: all consecutive occurrences of the unit. Two steps, the second for after the first
    /// unit.
    case run(UInt32, isEntered: Bool)
    /// A pattern ends here.
    case accept
  }

  private(set) var steps: [Step] = []
  /// The first step of each pattern.
  private(set) var starts: [Int] = []
  let reading: Reading
  /// Whether the patterns have too many steps, so the automaton is incomplete.
  private(set) var isTooLarge = false
  /// Whether a pattern is missing because it is too large for the matcher, too.
  private(set) var lacksPattern = false
  /// The maximum number of steps.
  private static let maximumSteps = 100_000

  /// Accepts no string.
  static let nothing = LinkAutomaton()

  private init() { reading = .android }

  /// Accepts the strings that an iOS pattern matches.
  init(_ pattern: LinkPattern, isDecoded: Bool) {
    reading = isDecoded ? .decoded : .written
    add(pattern)
  }

  /// Accepts the paths that a pattern matches by Apple's slash rules; paths have no trailing slash.
  init(_ path: ApplePathPattern, isDecoded: Bool) {
    reading = isDecoded ? .decoded : .written
    for candidate in path.candidates {
      add(candidate)
      if path.slashIsOptional { add(candidate, after: "/") }
    }
  }

  /// Accepts the strings that an Android pattern matches.
  init(_ pattern: DynamicPattern) {
    reading = .android
    starts = [0]
    steps = pattern.steps
  }

  /// Adds a pattern, unless it never matches (undefined variables, too large).
  private mutating func add(_ pattern: LinkPattern, after first: Unicode.Scalar? = nil) {
    if pattern.isTooLarge { lacksPattern = true }
    guard pattern.undefinedVariables.isEmpty, !pattern.isTooLarge else { return }
    starts.append(steps.count)
    if let first { steps.append(.scalar(first.value, folded: false)) }
    for token in pattern.tokens where !isTooLarge {
      add(token, folded: !pattern.isCaseSensitive)
      isTooLarge = steps.count > Self.maximumSteps
    }
    steps.append(.accept)
  }

  private mutating func add(_ token: LinkToken, folded: Bool) {
    switch token {
    case .scalar(let scalar): steps.append(.scalar(scalar.value, folded: folded))
    case .any: steps.append(.any)
    case .star: steps.append(.star)
    case .oneOf(let kind): steps.append(.oneOf(kind, folded: folded))
    case .alternatives(let values):
      let branch = steps.count
      steps.append(.branch([]))
      var places: [Int] = []
      var ends: [Int] = []
      for value in values where steps.count <= Self.maximumSteps {
        places.append(steps.count)
        for token in value { add(token, folded: folded) }
        ends.append(steps.count)
        steps.append(.accept)
      }
      steps[branch] = .branch(places)
      for end in ends { steps[end] = .jump(steps.count) }
    }
  }
}
