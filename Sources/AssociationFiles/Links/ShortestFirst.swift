/// Visits each state once, in the order of the shortest string that leads to it.
struct ShortestFirst<State: Hashable> {
  private struct Node {
    var state: State
    var parent: Int?
    /// nil at the start of a string.
    var symbol: LinkSymbol?
    /// The length of the string in a URL.
    var length: Int
  }

  private var nodes: [Node] = []
  private var byLength: [[Int]] = []
  private var length = 0
  private var next = 0
  private var seen: Set<State> = []

  mutating func push(
    _ state: State, symbol: LinkSymbol? = nil, after parent: Int? = nil, length: Int
  ) {
    guard !seen.contains(state) else { return }
    while byLength.count <= length { byLength.append([]) }
    byLength[length].append(nodes.count)
    nodes.append(Node(state: state, parent: parent, symbol: symbol, length: length))
  }

  /// Pushes the state after a character.
  mutating func push(
    _ state: State, symbol: LinkSymbol, after parent: Int, in alphabet: LinkAlphabet
  ) {
    let length = nodes[parent].length + alphabet.text(symbol).count
    push(state, symbol: symbol, after: parent, length: length)
  }

  /// The next state; later ones aren't shorter.
  mutating func pop() -> Int? {
    while length < byLength.count {
      guard next < byLength[length].count else {
        length += 1
        next = 0
        continue
      }
      next += 1
      let node = byLength[length][next - 1]
      if seen.insert(nodes[node].state).inserted { return node }
    }
    return nil
  }

  subscript(_ node: Int) -> State { nodes[node].state }

  func length(_ node: Int) -> Int { nodes[node].length }

  /// The string of characters that lead to a node, as in a URL.
  func text(_ node: Int, in alphabet: LinkAlphabet) -> [Unicode.Scalar] {
    var symbols: [LinkSymbol] = []
    var node: Int? = node
    while let place = node {
      if let symbol = nodes[place].symbol { symbols.append(symbol) }
      node = nodes[place].parent
    }
    return symbols.reversed().flatMap(alphabet.text)
  }
}
