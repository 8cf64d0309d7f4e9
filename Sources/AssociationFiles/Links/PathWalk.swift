/// Visits paths, shortest first, one for each set of states of the path conditions.
struct PathWalk {
  private struct State: Hashable {
    var state: Int
    /// The states at the last character other than a slash, as written and decoded: iOS ignores
    /// trailing slashes.
    var written: Int
    var decoded: Int
    /// Used only if trailing slashes are ignored.
    var endsInSlash = false
    /// Whether this is the empty path, which isn't extended.
    var isEmpty = false
  }

  private var joint: JointAutomaton
  private let conditions: Range<Int>
  /// Whether there are Android rules, and iOS rules that compare as written: then only paths
  /// without trailing and repeated slashes are visited.
  private let isUsual: Bool
  /// Android distinguishes the empty path from `/`, iOS doesn't.
  private let hasEmptyPath: Bool
  private var queue = ShortestFirst<State>()
  private var current: Int?
  private var isSkipped = false
  private var alive: Int?
  /// The states before and after the first slash.
  private var first: (start: Int, root: Int)?

  init(_ automata: [LinkAutomaton], budget: Int) {
    joint = JointAutomaton(automata, alphabet: LinkAlphabet(automata, in: .path), budget: budget)
    conditions = 0..<automata.count
    let readings = Set(automata.map(\.reading))
    isUsual = readings.isSuperset(of: [.android, .written])
    hasEmptyPath = readings.contains(.android) && !isUsual
  }

  var isTooLarge: Bool { joint.isTooLarge }

  /// The remaining work, in visited steps.
  var budget: Int {
    get { joint.budget }
    set { joint.budget = newValue }
  }

  /// Starts again.
  ///
  /// - Parameter condition: visits only paths that meet it, and their prefixes.
  mutating func begin(alive condition: Int? = nil) {
    queue = ShortestFirst()
    current = nil
    isSkipped = false
    alive = condition
    let slash = LinkSymbol("/")
    if first == nil {
      let start = joint.start(conditions)
      first = (start, joint.after(start, slash))
    }
    guard let (start, root) = first else { return }
    let empty = State(state: start, written: root, decoded: root, isEmpty: true)
    if hasEmptyPath, isOpen(empty) { queue.push(empty, length: 0) }
    let path = State(state: root, written: root, decoded: root)
    if isOpen(path) { queue.push(path, symbol: slash, length: 1) }
  }

  /// Whether the search needs this state or a later one.
  private mutating func isOpen(_ state: State) -> Bool {
    if let alive, !joint.isAlive(alive, in: state.state), !met(state).contains(alive) {
      return false
    }
    joint.budget -= 1 + joint.met(state.state).count
    return true
  }

  /// The next path; nil at the end.
  mutating func next() -> Int? {
    if let current, !isSkipped { expand(current) }
    isSkipped = false
    while let node = queue.pop() {
      current = node
      if !queue[node].endsInSlash { return node }
      expand(node)
    }
    return nil
  }

  private mutating func expand(_ node: Int) {
    let from = queue[node]
    guard !from.isEmpty else { return }
    let moves = joint.moves(from.state)
    joint.budget -= moves.count
    for (symbol, state) in moves {
      let isSlash = symbol.isPlain("/")
      if isUsual, isSlash, from.endsInSlash || queue.length(node) == 1 { continue }
      let to = State(
        state: state, written: isSlash ? from.written : state,
        decoded: symbol.scalar == "/" ? from.decoded : state, endsInSlash: isUsual && isSlash)
      if isOpen(to) { queue.push(to, symbol: symbol, after: node, in: joint.alphabet) }
    }
  }

  /// Skips the paths that start with the last one.
  mutating func skip() { isSkipped = true }

  /// The conditions that a path and all its extensions meet.
  func settled(_ node: Int) -> [Int] {
    let met = met(node)
    return joint.settled(queue[node].state).filter(met.contains)
  }

  func length(_ node: Int) -> Int { queue.length(node) }

  /// The conditions that a path meets.
  func met(_ node: Int) -> [Int] { met(queue[node]) }

  private func met(_ node: State) -> [Int] {
    let all = joint.met(node.state)
    guard node.written != node.state || node.decoded != node.state else { return all }
    func met(_ state: Int, _ reading: LinkAutomaton.Reading) -> [Int] {
      joint.met(state).filter { joint.reading($0) == reading }
    }
    return
      (all.filter { joint.reading($0) == .android } + met(node.written, .written)
      + met(node.decoded, .decoded)).sorted()
  }

  /// The path in a URL.
  func text(_ node: Int) -> [Unicode.Scalar] { queue.text(node, in: joint.alphabet) }
}
