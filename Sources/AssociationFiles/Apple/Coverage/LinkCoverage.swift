/// Whether other patterns match every string that one pattern matches, decided on automata.
enum LinkCoverage: Equatable {
  /// The other patterns match all of its strings.
  case covered
  /// This text is matched by it and by none of the others.
  case witness(String)
  /// Too large to be decided within the limit.
  case unknown

  /// Searches all strings at once, shortest first: a string has one state in `inner` and a set of states in
  /// `outer`; one without a state in `outer` is a counterexample.
  ///
  /// - Parameter budget: the remaining work, in states; reduced by the work done.
  static func of(
    _ inner: LinkAutomaton, by outer: LinkAutomaton, in place: LinkAlphabet.Place,
    isDecoded: Bool, budget: inout Int
  ) -> LinkCoverage {
    let alphabet = LinkAlphabet([inner, outer], in: place, isDecoded: isDecoded)
    var search = Search(inner: inner, outer: outer, alphabet: alphabet, isPath: place == .path)
    budget -= inner.steps.count + outer.steps.count
    return search.run(&budget)
  }
}

/// The shape of a path, which both sides share.
private enum PathShape: UInt8 {
  case empty
  /// Exactly `/`.
  case root
  /// The last scalar is not a slash.
  case open
  /// The last scalar is a slash; no path ends so.
  case slash

  func after(_ scalar: Unicode.Scalar) -> PathShape? {
    if self == .empty { return scalar == "/" ? .root : nil }
    return scalar == "/" ? .slash : .open
  }

  var isEnd: Bool { self == .root || self == .open }
}

private struct Search {
  let inner: LinkAutomaton
  let outer: LinkAutomaton
  let alphabet: LinkAlphabet
  /// Whether the strings are paths.
  let isPath: Bool

  private struct Node {
    var place: Int32
    var set: Int32
    var shape: PathShape
    var parent: Int32
    var scalar: Unicode.Scalar
  }
  private struct Key: Hashable {
    var place: Int32
    var set: Int32
    var shape: UInt8
  }
  private var nodes: [Node] = []
  private var seen: Set<Key> = []
  /// The sets of places of `outer`, each sorted, by number.
  private var sets: [[Int32]] = []
  private var numbers: [[Int32]: Int32] = [:]
  private var isAccepting: [Bool] = []
  /// By set and symbol.
  private var moves: [[Int32]] = []

  init(inner: LinkAutomaton, outer: LinkAutomaton, alphabet: LinkAlphabet, isPath: Bool) {
    self.inner = inner
    self.outer = outer
    self.alphabet = alphabet
    self.isPath = isPath
  }

  mutating func run(_ budget: inout Int) -> LinkCoverage {
    var start: Set<Int32> = []
    for place in outer.starts { outer.close(place, into: &start) }
    let first = number(of: start)
    for place in inner.starts {
      add(place, first, isPath ? .empty : .open, parent: -1, "/", &budget)
    }
    var index = 0
    while index < nodes.count {
      guard budget > 0 else { return .unknown }
      let node = nodes[index]
      if inner.isEnd(node.place), node.shape.isEnd, !isAccepting[Int(node.set)] {
        return .witness(text(to: index))
      }
      for symbol in alphabet.symbols.indices {
        let (scalar, folded) = alphabet.symbols[symbol]
        budget -= 1
        guard let next = inner.place(after: node.place, scalar, folded: folded),
          let shape = isPath ? node.shape.after(scalar) : .open
        else { continue }
        let set = move(node.set, symbol, &budget)
        add(next, set, shape, parent: Int32(index), scalar, &budget)
      }
      index += 1
    }
    return .covered
  }

  private mutating func add(
    _ place: Int32, _ set: Int32, _ shape: PathShape, parent: Int32, _ scalar: Unicode.Scalar,
    _ budget: inout Int
  ) {
    var places: Set<Int32> = []
    inner.close(place, into: &places)
    budget -= places.count
    for place in places.sorted() where inner.isResting(place) {
      guard seen.insert(Key(place: place, set: set, shape: shape.rawValue)).inserted else {
        continue
      }
      nodes.append(Node(place: place, set: set, shape: shape, parent: parent, scalar: scalar))
    }
  }

  private mutating func move(_ set: Int32, _ symbol: Int, _ budget: inout Int) -> Int32 {
    let known = moves[Int(set)][symbol]
    if known >= 0 { return known }
    let (scalar, folded) = alphabet.symbols[symbol]
    var next: Set<Int32> = []
    for place in sets[Int(set)] {
      if let after = outer.place(after: place, scalar, folded: folded) {
        outer.close(after, into: &next)
      }
    }
    budget -= sets[Int(set)].count + next.count
    let number = number(of: next)
    moves[Int(set)][symbol] = number
    return number
  }

  private mutating func number(of places: Set<Int32>) -> Int32 {
    let resting = places.filter { outer.isResting($0) }.sorted()
    if let number = numbers[resting] { return number }
    let number = Int32(sets.count)
    numbers[resting] = number
    sets.append(resting)
    isAccepting.append(resting.contains { outer.isEnd($0) })
    moves.append([Int32](repeating: -1, count: alphabet.symbols.count))
    return number
  }

  private func text(to index: Int) -> String {
    var scalars: [Unicode.Scalar] = []
    var node = nodes[index]
    while node.parent >= 0 {
      scalars.append(node.scalar)
      node = nodes[Int(node.parent)]
    }
    return String(String.UnicodeScalarView(scalars.reversed()))
  }
}
