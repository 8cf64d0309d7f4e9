/// A JavaScript regular expression, limited to what an authorized domain can contain.
///
/// The Firebase web SDK builds an expression from each authorized domain and escapes only dots, so that
/// `a.example|b.example` authorizes both. Compared ignoring case, against ASCII. Source: ECMAScript, annex
/// B.1.2 (no `u` flag). Look-around, references and `\b` are not supported.
struct JavaScriptPattern {
  enum Problem: Error {
    /// JavaScript throws a SyntaxError.
    case syntax
    /// The expression is too large or uses unsupported syntax.
    case unsupported
  }

  /// A step of the automaton.
  fileprivate enum State {
    case byte(ByteSet, next: Int)
    /// Both ways at once.
    case split(Int, Int)
    case start(next: Int)
    case end(next: Int)
    case match
  }

  private let states: [State]
  private let first: Int

  /// Reads an expression.
  init(_ source: String) throws(Problem) {
    var parser = JavaScriptPatternParser(source)
    let node = try parser.parse()
    var compiler = Compiler()
    let match = try compiler.add(.match)
    first = try compiler.compile(node, then: match)
    states = compiler.states
  }

  /// True when the expression matches the text from some place on; anchors are part of it.
  ///
  /// All states at once: linear in the text for every expression.
  func matches(_ text: some Collection<UInt8>) -> Bool {
    var current: [Int] = []
    var marks = [Int](repeating: -1, count: states.count)
    var position = 0
    func follow(_ from: Int, atEnd: Bool, _ mark: Int, _ list: inout [Int], _ marks: inout [Int])
      -> Bool
    {
      var pending = [from]
      while let state = pending.popLast() {
        guard marks[state] != mark else { continue }
        marks[state] = mark
        switch states[state] {
        case .match: return true
        case .split(let a, let b): pending += [b, a]
        case .start(let next): if mark == 0 { pending.append(next) }
        case .end(let next): if atEnd { pending.append(next) }
        case .byte: list.append(state)
        }
      }
      return false
    }
    let bytes = Array(text)
    if follow(first, atEnd: bytes.isEmpty, 0, &current, &marks) { return true }
    for byte in bytes {
      position += 1
      var next: [Int] = []
      for state in current {
        guard case .byte(let set, let target) = states[state], set.contains(byte) else { continue }
        if follow(target, atEnd: position == bytes.count, position, &next, &marks) { return true }
      }
      // Without `^` an expression may begin anywhere.
      if follow(first, atEnd: position == bytes.count, position, &next, &marks) { return true }
      current = next
    }
    return false
  }

  private struct Compiler {
    private static let most = 20_000
    var states: [State] = []

    mutating func add(_ state: State) throws(Problem) -> Int {
      guard states.count < Self.most else { throw .unsupported }
      states.append(state)
      return states.count - 1
    }

    mutating func compile(_ node: JavaScriptPatternNode, then next: Int) throws(Problem) -> Int {
      switch node {
      case .empty: return next
      case .set(let set): return try add(.byte(set, next: next))
      case .start: return try add(.start(next: next))
      case .end: return try add(.end(next: next))
      case .sequence(let nodes):
        var target = next
        for node in nodes.reversed() { target = try compile(node, then: target) }
        return target
      case .choice(let nodes):
        var target: Int?
        for node in nodes.reversed() {
          let way = try compile(node, then: next)
          if let other = target { target = try add(.split(way, other)) } else { target = way }
        }
        return target ?? next
      case .repeated(let node, let least, let most):
        var target = next
        if let most {
          for _ in 0..<max(0, most - least) {
            let once = try compile(node, then: target)
            target = try add(.split(once, next))
          }
        } else {
          let loop = try add(.match)
          let body = try compile(node, then: loop)
          states[loop] = .split(body, next)
          target = loop
        }
        for _ in 0..<least {
          let once = try compile(node, then: target)
          // What matches only the empty text need not be repeated.
          if once == target { break }
          target = once
        }
        return target
      }
    }
  }
}

/// A part of an expression.
indirect enum JavaScriptPatternNode {
  case empty
  case set(ByteSet)
  case start
  case end
  case sequence([JavaScriptPatternNode])
  case choice([JavaScriptPatternNode])
  case repeated(JavaScriptPatternNode, least: Int, most: Int?)
}

/// ASCII characters; a page's host name has no others.
struct ByteSet {
  private var low: UInt64 = 0
  private var high: UInt64 = 0

  init() {}

  init(_ bytes: some Sequence<UInt8>) { for byte in bytes { insert(byte) } }

  /// Letters go in with both cases.
  mutating func insert(_ byte: UInt8) {
    guard byte < 128 else { return }
    add(byte)
    if (0x41...0x5A).contains(byte & 0xDF) { add(byte ^ 0x20) }
  }

  private mutating func add(_ byte: UInt8) {
    if byte < 64 { low |= 1 << UInt64(byte) } else { high |= 1 << UInt64(byte - 64) }
  }

  func contains(_ byte: UInt8) -> Bool {
    guard byte < 128 else { return false }
    return byte < 64 ? low >> UInt64(byte) & 1 == 1 : high >> UInt64(byte - 64) & 1 == 1
  }

  /// All others.
  var inverted: ByteSet {
    var set = self
    set.low = ~low
    set.high = ~high
    return set
  }

  mutating func formUnion(_ other: ByteSet) {
    low |= other.low
    high |= other.high
  }

  static let digits = ByteSet(0x30...0x39)
  static let word = ByteSet(Array(0x30...0x39) + Array(0x41...0x5A) + [0x5F])
  static let space = ByteSet([0x09, 0x0A, 0x0B, 0x0C, 0x0D, 0x20])
  /// `.` matches everything but line endings.
  static let any = ByteSet([0x0A, 0x0D]).inverted
}
