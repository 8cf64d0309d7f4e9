/// Visits queries, shortest first, with the conditions that they meet.
struct QueryWalk {
  /// The progress of the conditions: three numbers for each.
  private typealias State = [Int]

  /// The progress of `QueryCondition.item`.
  private enum Phase {
    /// In the name; the second number counts its characters.
    static let name: Int = 0
    /// In the value; the second number is the state.
    static let value: Int = 1
    /// In another item.
    static let other: Int = 2
    /// A value doesn't match.
    static let failed: Int = 3
  }

  private let conditions: [QueryCondition]
  private var joint: JointAutomaton
  /// The initial state of each condition.
  private var starts: [Int] = []

  init(_ conditions: [QueryCondition], budget: Int) {
    self.conditions = conditions
    let automata = conditions.map(\.automaton)
    let hasItems = conditions.contains { if case .item = $0 { true } else { false } }
    joint = JointAutomaton(
      automata, alphabet: LinkAlphabet(automata, in: .query, separators: hasItems), budget: budget)
    starts = conditions.indices.map { joint.start([$0]) }
  }

  /// The remaining work, in visited steps.
  var budget: Int { joint.budget }

  /// The shortest query for each combination of conditions, with its `?`; incomplete if the work is
  /// used up.
  mutating func queries() -> [(met: [Int], text: [Unicode.Scalar])] {
    let first = zip(conditions, starts).flatMap { condition, start -> State in
      switch condition {
      case .whole: [start, 0, 0]
      case .item: [Phase.name, 0, 0]
      case .part: [start, start, 0]
      }
    }
    var queue = ShortestFirst<State>()
    queue.push(first, length: 0)
    var found: Set<[Int]> = []
    var queries: [(met: [Int], text: [Unicode.Scalar])] = []
    while joint.budget > 0, let node = queue.pop() {
      let from = queue[node]
      let met = conditions.indices.filter { isMet($0, from) }
      if found.insert(met).inserted {
        let text = queue.text(node, in: joint.alphabet)
        queries.append((met, text.isEmpty ? [] : ["?"] + text))
      }
      guard !conditions.isEmpty else { break }
      for symbol in joint.alphabet.symbols(names(from)) {
        let state = conditions.indices.flatMap { after($0, from, symbol) }
        joint.budget -= state.count
        queue.push(state, symbol: symbol, after: node, in: joint.alphabet)
      }
    }
    return queries
  }

  /// The characters with an effect on a state.
  private func names(_ state: State) -> LinkAlphabet.Names {
    var names = LinkAlphabet.Names()
    names.scalars = ["&", "="]
    for (index, condition) in conditions.enumerated() {
      let (first, second) = (state[3 * index], state[3 * index + 1])
      switch condition {
      case .whole: names.formUnion(joint.names(first))
      case .item(let name, let isFolded, _):
        if first == Phase.value { names.formUnion(joint.names(second)) }
        guard first == Phase.name, second < name.count else { break }
        if isFolded {
          names.insertFolding(to: name[second])
        } else {
          names.scalars.insert(name[second])
        }
      case .part:
        names.scalars.insert(";")
        names.formUnion(joint.names(first))
        names.formUnion(joint.names(second))
      }
    }
    return names
  }

  private mutating func after(_ index: Int, _ state: State, _ symbol: LinkSymbol) -> State {
    let (first, second, flags) = (state[3 * index], state[3 * index + 1], state[3 * index + 2])
    switch conditions[index] {
    case .whole: return [joint.after(first, symbol), 0, 0]
    case .item(let name, let isFolded, _):
      if first == Phase.failed { return [Phase.failed, 0, 0] }
      if symbol.isPlain("&") {
        guard let matches = valueMatches(index, first, second, name.count) else {
          return [Phase.name, 0, flags]
        }
        return matches ? [Phase.name, 0, 1] : [Phase.failed, 0, 0]
      }
      switch first {
      case Phase.value: return [Phase.value, joint.after(second, symbol), flags]
      case Phase.name:
        if symbol.isPlain("="), second == name.count { return [Phase.value, starts[index], flags] }
        var place = second
        for scalar in symbol.written {
          let scalar = isFolded ? LinkText.fold(scalar) : scalar
          guard scalar != "=", place < name.count, name[place] == scalar else {
            return [Phase.other, 0, flags]
          }
          place += 1
        }
        return [Phase.name, place, flags]
      default: return [Phase.other, 0, flags]
      }
    case .part:
      return partAfter(index, first, second, flags, symbol)
    }
  }

  /// Whether the value matches if the item ends here; nil if the item has another name.
  private func valueMatches(
    _ index: Int, _ phase: Int, _ second: Int, _ length: Int
  ) -> Bool? {
    switch phase {
    case Phase.value: joint.met(second).contains(index)
    // A name without `=` has an empty value; an empty item is skipped.
    case Phase.name where second > 0 && second == length: matchesEmpty(index)
    default: nil
    }
  }

  private func matchesEmpty(_ index: Int) -> Bool {
    joint.met(starts[index]).contains(index)
  }

  /// Android splits at `&`, or at `;` if the query has no `&`: there is a state for each, and flags
  /// for earlier matches.
  private mutating func partAfter(
    _ index: Int, _ first: Int, _ second: Int, _ flags: Int, _ symbol: LinkSymbol
  ) -> State {
    if symbol.scalar == "&" {
      let isDone = flags & 1 != 0 || joint.met(first).contains(index)
      return [starts[index], 0, 4 | (isDone ? 1 : 0)]
    }
    let next = joint.after(first, symbol)
    // If there is an `&`, a `;` is a normal character.
    if flags & 4 != 0 { return [next, 0, flags] }
    guard symbol.scalar == ";" else { return [next, joint.after(second, symbol), flags] }
    let isDone = flags & 2 != 0 || joint.met(second).contains(index)
    return [next, starts[index], flags | (isDone ? 2 : 0)]
  }

  private func isMet(_ index: Int, _ state: State) -> Bool {
    let (first, second, flags) = (state[3 * index], state[3 * index + 1], state[3 * index + 2])
    switch conditions[index] {
    case .whole: return joint.met(first).contains(index)
    case .item(let name, _, _):
      if first == Phase.failed { return false }
      return valueMatches(index, first, second, name.count) ?? (flags == 1 || matchesEmpty(index))
    case .part:
      return flags & 4 != 0
        ? flags & 1 != 0 || joint.met(first).contains(index)
        : flags & 2 != 0 || joint.met(second).contains(index)
    }
  }
}
