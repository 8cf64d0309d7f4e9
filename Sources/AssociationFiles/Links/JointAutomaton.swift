/// The automata of several conditions, which read the same string at once.
///
/// A state is a set of places, one or more of each condition that can still be met. States get numbers when they are
/// reached; state 0 has no places.
struct JointAutomaton {
  typealias Step = LinkAutomaton.Step

  let alphabet: LinkAlphabet
  /// True if an automaton is incomplete, and proves nothing.
  let isTooLarge: Bool
  /// The remaining work, in places.
  var budget: Int
  private var steps: [Step] = []
  /// The condition of each place.
  private var owners: [Int32] = []
  /// The places of each condition.
  private var ranges: [Range<Int32>] = []
  private var starts: [[Int32]] = []
  /// Whether a string may end at each place.
  private var isEnd: [Bool] = []
  private let readings: [LinkAutomaton.Reading]
  /// The readings that occur, each once.
  private let kinds: [LinkAutomaton.Reading]

  private var states: [[Int32]] = [[]]
  private var numbers: [[Int32]: Int32] = [[]: 0]
  /// The conditions that are met in each state.
  private var endings: [[Int32]] = [[]]
  /// The conditions that are met in each state, whatever follows.
  private var settled: [[Int32]] = [[]]
  /// The call of `reach` that reached each place last.
  private var reachedIn: [Int]
  private var generation = 0
  private var moves: [[(symbol: LinkSymbol, state: Int32)]?] = [nil]

  init(_ automata: [LinkAutomaton], alphabet: LinkAlphabet, budget: Int) {
    self.alphabet = alphabet
    self.budget = budget
    readings = automata.map(\.reading)
    kinds = LinkAutomaton.Reading.allCases.filter(readings.contains)
    for (condition, automaton) in automata.enumerated() {
      let offset = Int32(steps.count)
      starts.append(automaton.starts.map { $0 + offset })
      steps += automaton.steps.map { step in
        switch step {
        case .branch(let places): .branch(places.map { $0 + offset })
        case .jump(let place): .jump(place + offset)
        default: step
        }
      }
      ranges.append(offset..<Int32(steps.count))
      owners += automaton.steps.map { _ in Int32(condition) }
    }
    isEnd = Array(repeating: false, count: steps.count)
    reachedIn = Array(repeating: 0, count: steps.count)
    for place in steps.indices.reversed() {
      switch steps[place] {
      case .accept: isEnd[place] = true
      case .run(_, true), .star: isEnd[place] = isEnd[place + 1]
      default: break
      }
    }
    isTooLarge = automata.contains(where: \.isTooLarge)
    self.budget = isTooLarge ? 0 : budget - steps.count
  }

  /// The state before the first character.
  mutating func start(_ conditions: some Sequence<Int32>) -> Int32 {
    number(reach(conditions.flatMap { starts[Int($0)] }))
  }

  /// The conditions that are met if the string ends here.
  func met(_ state: Int32) -> [Int32] { endings[Int(state)] }

  /// The conditions that all longer strings meet, too.
  func settled(_ state: Int32) -> [Int32] { settled[Int(state)] }

  func reading(_ condition: Int32) -> LinkAutomaton.Reading { readings[Int(condition)] }

  /// Whether the condition can still be met, or is.
  func isAlive(_ condition: Int32, in state: Int32) -> Bool {
    let places = states[Int(state)]
    let range = ranges[Int(condition)]
    var (low, high) = (0, places.count)
    while low < high {
      let middle = (low + high) / 2
      if places[middle] < range.lowerBound { low = middle + 1 } else { high = middle }
    }
    return low < places.count && range.contains(places[low])
  }

  /// What the places of a state name.
  func names(_ state: Int32) -> LinkAlphabet.Names {
    var names = LinkAlphabet.Names()
    for place in states[Int(state)] { insert(place, into: &names) }
    return names
  }

  private func insert(_ place: Int32, into names: inout LinkAlphabet.Names) {
    names.insert(steps[Int(place)], readings[Int(owners[Int(place)])])
    // What ends a run is compared with the next step.
    if case .run(_, let isEntered) = steps[Int(place)] {
      insert(place + (isEntered ? 1 : 2), into: &names)
    }
  }

  /// The states after one more character, for each character that acts differently.
  mutating func moves(_ state: Int32) -> [(symbol: LinkSymbol, state: Int32)] {
    if let known = moves[Int(state)] { return known }
    let places = states[Int(state)]
    budget -= places.count
    var names = LinkAlphabet.Names()
    names.scalars.insert("/")
    // Most places wait for one code. On any other they end.
    var byCode: [UInt32: [Int32]] = [:]
    var others: [Int32] = []
    for place in places {
      if kinds.count == 1, case .scalar(let code, folded: false) = steps[Int(place)] {
        if byCode[code]?.append(place) == nil {
          byCode[code] = [place]
          insert(place, into: &names)
        }
      } else {
        others.append(place)
        insert(place, into: &names)
      }
    }
    let found = alphabet.symbols(names).map { symbol in
      let waiting = kinds.first.flatMap { byCode[Self.codes(symbol, $0)[0]] } ?? []
      return (symbol, after(others + waiting, symbol))
    }
    moves[Int(state)] = found
    return found
  }

  /// The state after one more character.
  mutating func after(_ state: Int32, _ symbol: LinkSymbol) -> Int32 {
    after(states[Int(state)], symbol)
  }

  private mutating func after(_ places: [Int32], _ symbol: LinkSymbol) -> Int32 {
    budget -= places.count + 1
    return number(
      kinds.flatMap { kind in
        let own =
          kinds.count == 1
          ? places : places.filter { readings[Int(owners[Int($0)])] == kind }
        return advance(own, Self.codes(symbol, kind))
      })
  }

  /// The codes that an automaton reads for a character.
  private static func codes(_ symbol: LinkSymbol, _ reading: LinkAutomaton.Reading) -> [UInt32] {
    switch reading {
    case .written: symbol.written.map(\.value)
    case .decoded: [symbol.scalar.value]
    case .android: UTF16.encode(symbol.scalar)?.map(UInt32.init) ?? []
    }
  }

  /// The places after some codes.
  private mutating func advance(_ places: [Int32], _ codes: [UInt32]) -> [Int32] {
    var places = places
    for code in codes where !places.isEmpty {
      let folded = Unicode.Scalar(code).map { LinkText.fold($0).value } ?? code
      places = reach(places.compactMap { after($0, code, folded) })
    }
    return places
  }

  private func after(_ place: Int32, _ code: UInt32, _ folded: UInt32) -> Int32? {
    switch steps[Int(place)] {
    case .scalar(let wanted, let isFolded): wanted == (isFolded ? folded : code) ? place + 1 : nil
    case .any: place + 1
    case .oneOf(let kind, let isFolded):
      Unicode.Scalar(isFolded ? folded : code).map(kind.contains) == true ? place + 1 : nil
    case .star: place
    case .until(let wanted): wanted == code ? place + 1 : place
    case .run(let wanted, let isEntered):
      wanted == code
        ? place + (isEntered ? 0 : 1) : after(place + (isEntered ? 1 : 2), code, folded)
    case .branch, .jump, .accept: nil
    }
  }

  /// Places, and those that are reached from them without a character, each once.
  private mutating func reach(_ places: [Int32]) -> [Int32] {
    generation += 1
    var reached: [Int32] = []
    // In order: little is left to sort.
    var open = Array(places.reversed())
    while let place = open.popLast() {
      guard reachedIn[Int(place)] != generation else { continue }
      reachedIn[Int(place)] = generation
      reached.append(place)
      switch steps[Int(place)] {
      case .branch(let places): open += places
      case .jump(let place): open.append(place)
      case .star: open.append(place + 1)
      default: break
      }
    }
    return reached
  }

  private mutating func number(_ places: [Int32]) -> Int32 {
    budget -= places.count
    let resting = places.filter { place in
      switch steps[Int(place)] {
      case .branch, .jump: false
      default: true
      }
    }.sorted()
    if let number = numbers[resting] { return number }
    let number = Int32(states.count)
    numbers[resting] = number
    states.append(resting)
    var met: [Int32] = []
    for place in resting where isEnd[Int(place)] && met.last != owners[Int(place)] {
      met.append(owners[Int(place)])
    }
    endings.append(met)
    settled.append(
      resting.filter { steps[Int($0)] == .star && steps[Int($0) + 1] == .accept }
        .map { owners[Int($0)] })
    moves.append(nil)
    return number
  }
}
