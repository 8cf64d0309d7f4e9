import PolicyText

/// The automata of several conditions, which read the same string.
///
/// A state is a set of steps of conditions that can still be met. States are numbered when they are
/// reached; state 0 is empty.
struct JointAutomaton {
  typealias Step = LinkAutomaton.Step

  let alphabet: LinkAlphabet
  /// Whether an automaton is incomplete, so nothing is proved.
  let isTooLarge: Bool
  /// The remaining work, in visited steps.
  var budget: Int
  private var steps: [Step] = []
  /// The condition of each step.
  private var owners: [Int] = []
  /// The steps of each condition.
  private var ranges: [Range<Int>] = []
  private var starts: [[Int]] = []
  /// Whether a string may end at each step.
  private var isEnd: [Bool] = []
  private let readings: [LinkAutomaton.Reading]
  /// The readings of the automata, without duplicates.
  private let kinds: [LinkAutomaton.Reading]

  private var states: [[Int]] = [[]]
  private var numbers: [[Int]: Int] = [[]: 0]
  /// The conditions that are met in each state.
  private var endings: [[Int]] = [[]]
  /// The conditions that are met in each state, regardless of what follows.
  private var settled: [[Int]] = [[]]
  /// The number of the call of `reach` that last reached each step.
  private var reachedIn: [Int]
  private var generation = 0
  private var moves: [[(symbol: LinkSymbol, state: Int)]?] = [nil]

  init(_ automata: [LinkAutomaton], alphabet: LinkAlphabet, budget: Int) {
    self.alphabet = alphabet
    self.budget = budget
    readings = automata.map(\.reading)
    kinds = LinkAutomaton.Reading.allCases.filter(readings.contains)
    for (condition, automaton) in automata.enumerated() {
      let offset = steps.count
      starts.append(automaton.starts.map { $0 + offset })
      steps += automaton.steps.map { step in
        switch step {
        case .branch(let places): .branch(places.map { $0 + offset })
        case .jump(let place): .jump(place + offset)
        default: step
        }
      }
      ranges.append(offset..<steps.count)
      owners += automaton.steps.map { _ in condition }
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
  mutating func start(_ conditions: some Sequence<Int>) -> Int {
    number(reach(conditions.flatMap { starts[$0] }))
  }

  /// The conditions that are met if the string ends here.
  func met(_ state: Int) -> [Int] { endings[state] }

  /// The conditions that all longer strings also meet.
  func settled(_ state: Int) -> [Int] { settled[state] }

  func reading(_ condition: Int) -> LinkAutomaton.Reading { readings[condition] }

  /// Whether the condition is or can still be met.
  func isAlive(_ condition: Int, in state: Int) -> Bool {
    let places = states[state]
    let range = ranges[condition]
    let first = places.firstSorted { $0 >= range.lowerBound }
    return first < places.count && range.contains(places[first])
  }

  /// The scalars that the steps of a state name.
  func names(_ state: Int) -> LinkAlphabet.Names {
    var names = LinkAlphabet.Names()
    for place in states[state] { insert(place, into: &names) }
    return names
  }

  private func insert(_ place: Int, into names: inout LinkAlphabet.Names) {
    names.insert(steps[place], readings[owners[place]])
    // The end of a repetition is compared with the next step.
    if case .run(_, let isEntered) = steps[place] {
      insert(place + (isEntered ? 1 : 2), into: &names)
    }
  }

  /// The states after one more character, for each character with a different effect.
  mutating func moves(_ state: Int) -> [(symbol: LinkSymbol, state: Int)] {
    if let known = moves[state] { return known }
    let places = states[state]
    budget -= places.count
    var names = LinkAlphabet.Names()
    names.scalars.insert("/")
    // Most steps wait for one code and fail for all others.
    var byCode: [UInt32: [Int]] = [:]
    var others: [Int] = []
    for place in places {
      if kinds.count == 1, case .scalar(let code, folded: false) = steps[place] {
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
    moves[state] = found
    return found
  }

  /// The state after one more character.
  mutating func after(_ state: Int, _ symbol: LinkSymbol) -> Int {
    after(states[state], symbol)
  }

  private mutating func after(_ places: [Int], _ symbol: LinkSymbol) -> Int {
    budget -= places.count + 1
    return number(
      kinds.flatMap { kind in
        let own =
          kinds.count == 1
          ? places : places.filter { readings[owners[$0]] == kind }
        return advance(own, Self.codes(symbol, kind))
      })
  }

  /// The codes of a character in a reading.
  private static func codes(_ symbol: LinkSymbol, _ reading: LinkAutomaton.Reading) -> [UInt32] {
    switch reading {
    case .written: symbol.written.map(\.value)
    case .decoded: [symbol.scalar.value]
    case .android: UTF16.encode(symbol.scalar)?.map(UInt32.init) ?? []
    }
  }

  /// The steps after some codes.
  private mutating func advance(_ places: [Int], _ codes: [UInt32]) -> [Int] {
    var places = places
    for code in codes where !places.isEmpty {
      let folded = Unicode.Scalar(code).map { LinkText.fold($0).value } ?? code
      places = reach(places.compactMap { after($0, code, folded) })
    }
    return places
  }

  private func after(_ place: Int, _ code: UInt32, _ folded: UInt32) -> Int? {
    switch steps[place] {
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

  /// The given steps and those reachable without a character, without duplicates.
  private mutating func reach(_ places: [Int]) -> [Int] {
    generation += 1
    var reached: [Int] = []
    // In order, so little is left to sort.
    var open = Array(places.reversed())
    while let place = open.popLast() {
      guard reachedIn[place] != generation else { continue }
      reachedIn[place] = generation
      reached.append(place)
      switch steps[place] {
      case .branch(let places): open += places
      case .jump(let place): open.append(place)
      case .star: open.append(place + 1)
      default: break
      }
    }
    return reached
  }

  private mutating func number(_ places: [Int]) -> Int {
    budget -= places.count
    let resting = places.filter { place in
      switch steps[place] {
      case .branch, .jump: false
      default: true
      }
    }.sorted()
    if let number = numbers[resting] { return number }
    let number = states.count
    numbers[resting] = number
    states.append(resting)
    var met: [Int] = []
    for place in resting where isEnd[place] && met.last != owners[place] {
      met.append(owners[place])
    }
    endings.append(met)
    settled.append(
      resting.filter { steps[$0] == .star && steps[$0 + 1] == .accept }
        .map { owners[$0] })
    moves.append(nil)
    return number
  }
}
