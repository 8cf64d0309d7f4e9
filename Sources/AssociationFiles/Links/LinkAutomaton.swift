/// The patterns of one condition as a nondeterministic automaton, which accepts a string if one of them
/// matches all of it. Equal conditions have equal automata.
///
/// A step leads to the next one unless it says otherwise.
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
    /// This scalar, or UTF-16 unit on Android; when folded, every scalar that folds to it.
    case scalar(UInt32, folded: Bool)
    case any
    case oneOf(LinkToken.CharacterKind, folded: Bool)
    /// Any scalar and the same step again, or on without one.
    case star
    /// On at any of these places without a scalar.
    case branch([Int])
    case jump(Int)
    /// Android's `*`: stays up to the first occurrence of the unit, and never goes back.
    case until(UInt32)
    /// Android: as many of the unit as there are. Two steps, the second after the first unit.
    case run(UInt32, isEntered: Bool)
    /// A pattern ends here.
    case accept
  }

  private(set) var steps: [Step] = []
  /// Where the patterns begin.
  private(set) var starts: [Int] = []
  let reading: Reading
  /// True if the patterns have more steps than are looked at. The automaton is incomplete then.
  private(set) var isTooLarge = false
  /// True if a pattern is missing that is too large for the matcher, too.
  private(set) var lacksPattern = false
  /// The most steps of an automaton.
  private static let maximumSteps = 100_000

  /// No string.
  static let nothing = LinkAutomaton()

  private init() { reading = .android }

  /// The strings that a pattern of iOS matches.
  init(_ pattern: LinkPattern, isDecoded: Bool) {
    reading = isDecoded ? .decoded : .written
    add(pattern)
  }

  /// The paths that a pattern matches by Apple's slash rules; a path has no slash at its end.
  init(_ path: ApplePathPattern, isDecoded: Bool) {
    reading = isDecoded ? .decoded : .written
    for candidate in path.candidates {
      add(candidate)
      if path.slashIsOptional { add(candidate, after: "/") }
    }
  }

  /// The strings that a pattern of Android matches.
  init(_ pattern: DynamicPattern) {
    reading = .android
    starts = [0]
    steps = pattern.steps
  }

  /// Adds a pattern; one that never matches (undefined variables, too large) adds nothing.
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
