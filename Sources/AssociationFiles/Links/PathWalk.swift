import PolicyText

/// Visits paths, shortest first, one for each set of states of the conditions on paths.
struct PathWalk {
  private struct Node {
    var state: Int32
    /// The states at the last character other than a slash, as written and decoded: iOS leaves out final slashes.
    var written: Int32
    var decoded: Int32
    var endsInSlash = false
    var parent: Int32
    var symbol: LinkSymbol
    var length: Int
  }
  private struct Key: Hashable {
    var state: Int32
    var written: Int32
    var decoded: Int32
    var endsInSlash: Bool
  }

  private var joint: JointAutomaton
  private let conditions: Range<Int32>
  /// Rules of both platforms: only paths in their usual form.
  private let isUsual: Bool
  /// Android distinguishes the empty path from `/`.
  private let hasEmptyPath: Bool
  private var nodes: [Node] = []
  private var seen: Set<Key> = []
  private var current: Int?
  private var alive: Int32?
  /// The states before and after the first slash.
  private var first: (start: Int32, root: Int32)?

  init(_ automata: [LinkAutomaton], budget: Int) {
    joint = JointAutomaton(automata, alphabet: LinkAlphabet(automata, in: .path), budget: budget)
    conditions = 0..<Int32(automata.count)
    let readings = Set(automata.map(\.reading))
    isUsual = readings.contains(.android) && readings.count > 1
    hasEmptyPath = readings == [.android]
  }

  var isTooLarge: Bool { joint.isTooLarge }

  /// The remaining work, in places.
  var budget: Int {
    get { joint.budget }
    set { joint.budget = newValue }
  }

  /// Starts again.
  ///
  /// - Parameter condition: visits only paths that meet it, and their beginnings.
  mutating func begin(alive condition: Int32? = nil) {
    nodes = []
    seen = []
    current = nil
    alive = condition
    let slash = LinkSymbol("/")
    if first == nil {
      let start = joint.start(conditions)
      first = (start, joint.after(start, slash))
    }
    guard let (start, root) = first else { return }
    if hasEmptyPath {
      add(Node(state: start, written: 0, decoded: 0, parent: -1, symbol: slash, length: 0))
    }
    add(Node(state: root, written: root, decoded: root, parent: -1, symbol: slash, length: 1))
  }

  private mutating func add(_ node: Node) {
    if let alive, !joint.isAlive(alive, in: node.state), !met(node).contains(alive) { return }
    let key = Key(
      state: node.state, written: node.written, decoded: node.decoded,
      endsInSlash: isUsual && node.endsInSlash)
    joint.budget -= 1 + joint.met(node.state).count
    if seen.insert(key).inserted { nodes.append(node) }
  }

  /// The next path; nil at the end.
  mutating func next() -> Int? {
    while true {
      if let current { expand(nodes[current], Int32(current)) }
      let index = (current ?? -1) + 1
      guard index < nodes.count else { return nil }
      current = index
      if !(isUsual && nodes[index].endsInSlash) { return index }
    }
  }

  private mutating func expand(_ node: Node, _ index: Int32) {
    guard node.length > 0 else { return }
    for (symbol, state) in joint.moves(node.state) {
      let isSlash = symbol.isPlain("/")
      if isUsual, isSlash, node.endsInSlash || node.length == 1 { continue }
      add(
        Node(
          state: state, written: isSlash ? node.written : state,
          decoded: symbol.scalar == "/" ? node.decoded : state, endsInSlash: isSlash,
          parent: index, symbol: symbol, length: node.length + 1))
    }
  }

  func length(_ node: Int) -> Int { nodes[node].length }

  /// The conditions that a path meets.
  func met(_ node: Int) -> [Int32] { met(nodes[node]) }

  private func met(_ node: Node) -> [Int32] {
    let all = joint.met(node.state)
    guard node.length > 0, node.written != node.state || node.decoded != node.state else {
      return all
    }
    func met(_ state: Int32, _ reading: LinkAutomaton.Reading) -> [Int32] {
      joint.met(state).filter { joint.reading($0) == reading }
    }
    return
      (all.filter { joint.reading($0) == .android } + met(node.written, .written)
      + met(node.decoded, .decoded)).sorted()
  }

  /// The path in a URL.
  func text(_ node: Int) -> [Unicode.Scalar] {
    var symbols: [LinkSymbol] = []
    var node = Int32(node)
    while node >= 0, nodes[Int(node)].length > 0 {
      symbols.append(nodes[Int(node)].symbol)
      node = nodes[Int(node)].parent
    }
    return symbols.reversed().flatMap(joint.alphabet.text)
  }
}
