import PolicyText

/// Items by the length of a text, shortest first.
struct LengthQueue {
  private var byLength: [[Int]] = []
  private var length = 0
  private var next = 0

  mutating func push(_ item: Int, length: Int) {
    while byLength.count <= length { byLength.append([]) }
    byLength[length].append(item)
  }

  /// Takes an item; none that is pushed later may be shorter.
  mutating func pop() -> Int? {
    while length < byLength.count, next == byLength[length].count {
      length += 1
      next = 0
    }
    guard length < byLength.count else { return nil }
    next += 1
    return byLength[length][next - 1]
  }
}

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
    /// The length of the path in a URL.
    var length: Int
  }
  private struct Key: Hashable {
    var state: Int32
    var written: Int32
    var decoded: Int32
    var endsInSlash: Bool
    /// No path: no other begins with it.
    var isEmpty: Bool
  }

  private var joint: JointAutomaton
  private let conditions: Range<Int32>
  /// Android's rules, and iOS rules that compare as written: only paths without final and repeated slashes.
  private let isUsual: Bool
  /// Android distinguishes the empty path from `/`, iOS doesn't.
  private let hasEmptyPath: Bool
  private var nodes: [Node] = []
  private var queue = LengthQueue()
  private var seen: Set<Key> = []
  private var current: Int?
  private var isSkipped = false
  private var alive: Int32?
  /// The states before and after the first slash.
  private var first: (start: Int32, root: Int32)?

  init(_ automata: [LinkAutomaton], budget: Int) {
    joint = JointAutomaton(automata, alphabet: LinkAlphabet(automata, in: .path), budget: budget)
    conditions = 0..<Int32(automata.count)
    let readings = Set(automata.map(\.reading))
    isUsual = readings.isSuperset(of: [.android, .written])
    hasEmptyPath = readings.contains(.android) && !isUsual
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
    queue = LengthQueue()
    seen = []
    current = nil
    isSkipped = false
    alive = condition
    let slash = LinkSymbol("/")
    if first == nil {
      let start = joint.start(conditions)
      first = (start, joint.after(start, slash))
    }
    guard let (start, root) = first else { return }
    if hasEmptyPath {
      add(Node(state: start, written: root, decoded: root, parent: -1, symbol: slash, length: 0))
    }
    add(Node(state: root, written: root, decoded: root, parent: -1, symbol: slash, length: 1))
  }

  private mutating func add(_ node: Node) {
    if let alive, !joint.isAlive(alive, in: node.state), !met(node).contains(alive) { return }
    joint.budget -= 1 + joint.met(node.state).count
    guard !seen.contains(key(node)) else { return }
    queue.push(nodes.count, length: node.length)
    nodes.append(node)
  }

  private func key(_ node: Node) -> Key {
    Key(
      state: node.state, written: node.written, decoded: node.decoded,
      endsInSlash: isUsual && node.endsInSlash, isEmpty: node.length == 0)
  }

  /// The next path; nil at the end.
  mutating func next() -> Int? {
    if let current, !isSkipped { expand(nodes[current], Int32(current)) }
    isSkipped = false
    while let index = queue.pop() {
      guard seen.insert(key(nodes[index])).inserted else { continue }
      current = index
      if !(isUsual && nodes[index].endsInSlash) { return index }
      expand(nodes[index], Int32(index))
    }
    return nil
  }

  private mutating func expand(_ node: Node, _ index: Int32) {
    guard node.length > 0 else { return }
    let moves = joint.moves(node.state)
    joint.budget -= moves.count
    for (symbol, state) in moves {
      let isSlash = symbol.isPlain("/")
      if isUsual, isSlash, node.endsInSlash || node.length == 1 { continue }
      add(
        Node(
          state: state, written: isSlash ? node.written : state,
          decoded: symbol.scalar == "/" ? node.decoded : state, endsInSlash: isSlash,
          parent: index, symbol: symbol,
          length: node.length + joint.alphabet.text(symbol).count))
    }
  }

  /// Leaves out the paths that begin with the last one.
  mutating func skip() { isSkipped = true }

  /// The conditions that a path meets, and all that begin with it.
  func settled(_ node: Int) -> [Int32] {
    let met = met(node)
    return joint.settled(nodes[node].state).filter(met.contains)
  }

  func length(_ node: Int) -> Int { nodes[node].length }

  /// The conditions that a path meets.
  func met(_ node: Int) -> [Int32] { met(nodes[node]) }

  private func met(_ node: Node) -> [Int32] {
    let all = joint.met(node.state)
    guard node.written != node.state || node.decoded != node.state else { return all }
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
