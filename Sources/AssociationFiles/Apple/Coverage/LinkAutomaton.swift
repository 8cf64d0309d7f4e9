/// Patterns as one nondeterministic automaton, which accepts a string if one of them matches all of it.
///
/// A step leads to the next one unless it says otherwise.
struct LinkAutomaton: Sendable {
  enum Step: Sendable {
    /// This scalar; when folded, every scalar that folds to it.
    case scalar(Unicode.Scalar, folded: Bool)
    case any
    case oneOf(LinkToken.CharacterKind, folded: Bool)
    /// Any scalar and the same step again, or on without one.
    case star
    /// On at any of these places without a scalar.
    case branch([Int32])
    case jump(Int32)
    /// A pattern ends here.
    case accept
  }

  private(set) var steps: [Step] = []
  /// Where the patterns begin.
  private(set) var starts: [Int32] = []

  /// Nothing is accepted.
  init() {}

  /// The strings that a pattern matches.
  init(_ pattern: LinkPattern) { add(pattern) }

  /// The paths that a pattern matches by Apple's slash rules; a path has no slash at its end.
  init(_ path: ApplePathPattern) {
    for candidate in path.candidates {
      add(candidate)
      if path.slashIsOptional { add(candidate, after: "/") }
    }
  }

  /// The strings that one of several automata accepts.
  init(anyOf automata: some Sequence<LinkAutomaton>) {
    for automaton in automata {
      let offset = Int32(steps.count)
      starts += automaton.starts.map { $0 + offset }
      steps += automaton.steps.map { step in
        switch step {
        case .branch(let places): .branch(places.map { $0 + offset })
        case .jump(let place): .jump(place + offset)
        default: step
        }
      }
    }
  }

  /// Adds a pattern; one that never matches (undefined variables, too large) adds nothing.
  private mutating func add(_ pattern: LinkPattern, after first: Unicode.Scalar? = nil) {
    guard pattern.undefinedVariables.isEmpty, !pattern.isTooLarge else { return }
    starts.append(Int32(steps.count))
    if let first { steps.append(.scalar(first, folded: false)) }
    for token in pattern.tokens { add(token, folded: !pattern.isCaseSensitive) }
    steps.append(.accept)
  }

  private mutating func add(_ token: LinkToken, folded: Bool) {
    switch token {
    case .scalar(let scalar): steps.append(.scalar(scalar, folded: folded))
    case .any: steps.append(.any)
    case .star: steps.append(.star)
    case .oneOf(let kind): steps.append(.oneOf(kind, folded: folded))
    case .alternatives(let values):
      let branch = steps.count
      steps.append(.branch([]))
      var places: [Int32] = []
      var ends: [Int] = []
      for value in values {
        places.append(Int32(steps.count))
        for token in value { add(token, folded: folded) }
        ends.append(steps.count)
        steps.append(.accept)
      }
      steps[branch] = .branch(places)
      for end in ends { steps[end] = .jump(Int32(steps.count)) }
    }
  }

  /// True for a place where a pattern ends.
  func isEnd(_ place: Int32) -> Bool {
    if case .accept = steps[Int(place)] { true } else { false }
  }

  /// The place after one scalar, nil when it does not pass. The place is to be closed.
  func place(after place: Int32, _ scalar: Unicode.Scalar, folded: Unicode.Scalar) -> Int32? {
    switch steps[Int(place)] {
    case .scalar(let wanted, let isFolded):
      wanted == (isFolded ? folded : scalar) ? place + 1 : nil
    case .any: place + 1
    case .oneOf(let kind, let isFolded):
      kind.contains(isFolded ? folded : scalar) ? place + 1 : nil
    case .star: place
    case .branch, .jump, .accept: nil
    }
  }

  /// Adds a place and those that are reached from it without a scalar.
  func close(_ place: Int32, into places: inout Set<Int32>) {
    var open = [place]
    while let place = open.popLast() {
      switch steps[Int(place)] {
      case .branch(let next):
        // Entered once only: a variable may have hundreds of values.
        if places.insert(place).inserted { open += next }
      case .jump(let next): open.append(next)
      case .star: if places.insert(place).inserted { open.append(place + 1) }
      default: places.insert(place)
      }
    }
  }

  /// True for a place that waits for a scalar or is an end.
  func isResting(_ place: Int32) -> Bool {
    if case .branch = steps[Int(place)] { false } else { true }
  }
}
