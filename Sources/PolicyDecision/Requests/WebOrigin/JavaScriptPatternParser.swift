/// Reads an expression into its parts.
struct JavaScriptPatternParser {
  private typealias Problem = JavaScriptPattern.Problem
  private let scalars: [Unicode.Scalar]
  private var index = 0
  private var depth = 0
  /// Groups within each other.
  private static let deepest = 64
  /// A repetition beyond it is not meant.
  private static let mostRepetitions = 1000

  init(_ source: String) { scalars = Array(source.unicodeScalars) }

  mutating func parse() throws(JavaScriptPattern.Problem) -> JavaScriptPatternNode {
    let node = try choice()
    // What ends a choice before the end is a `)` that nothing opened.
    guard index == scalars.count else { throw .syntax }
    return node
  }

  private var next: Unicode.Scalar? { index < scalars.count ? scalars[index] : nil }

  private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
    guard next == scalar else { return false }
    index += 1
    return true
  }

  private mutating func choice() throws(JavaScriptPattern.Problem) -> JavaScriptPatternNode {
    var ways = [try sequence()]
    while take("|") { ways.append(try sequence()) }
    return ways.count == 1 ? ways[0] : .choice(ways)
  }

  private mutating func sequence() throws(JavaScriptPattern.Problem) -> JavaScriptPatternNode {
    var nodes: [JavaScriptPatternNode] = []
    while let scalar = next, scalar != "|", scalar != ")" { nodes.append(try term(scalar)) }
    return nodes.count == 1 ? nodes[0] : nodes.isEmpty ? .empty : .sequence(nodes)
  }

  private mutating func term(
    _ scalar: Unicode.Scalar
  ) throws(JavaScriptPattern.Problem) -> JavaScriptPatternNode {
    index += 1
    let node: JavaScriptPatternNode
    switch scalar {
    // Assertions cannot be repeated: a quantifier behind one has nothing to repeat.
    case "^": return .start
    case "$": return .end
    case "*", "+", "?": throw .syntax
    case "{":
      index -= 1
      if try braces() != nil { throw .syntax }
      index += 1
      node = .set(Self.set(scalar))
    case ".": node = .set(.any)
    case "(": node = try group()
    case "[": node = .set(try set())
    case "\\": node = .set(try escape())
    default: node = .set(Self.set(scalar))
    }
    return try quantified(node)
  }

  private mutating func group() throws(JavaScriptPattern.Problem) -> JavaScriptPatternNode {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.deepest else { throw .unsupported }
    if take("?") {
      // Look-around and names.
      guard take(":") else {
        guard let kind = next, kind == "=" || kind == "!" || kind == "<" else { throw .syntax }
        throw .unsupported
      }
    }
    let node = try choice()
    guard take(")") else { throw .syntax }
    return node
  }

  // MARK: repetition

  private mutating func quantified(
    _ node: JavaScriptPatternNode
  ) throws(JavaScriptPattern.Problem) -> JavaScriptPatternNode {
    var bounds: (least: Int, most: Int?)?
    if take("*") {
      bounds = (0, nil)
    } else if take("+") {
      bounds = (1, nil)
    } else if take("?") {
      bounds = (0, 1)
    } else if next == "{" {
      bounds = try braces()
    }
    guard let bounds else { return node }
    // As few as possible matches the same texts.
    _ = take("?")
    if let most = bounds.most, most < bounds.least { throw .syntax }
    guard max(bounds.least, bounds.most ?? 0) <= Self.mostRepetitions else { throw .unsupported }
    return .repeated(node, least: bounds.least, most: bounds.most)
  }

  /// `{2}`, `{2,}`, `{2,3}`; nil, and nothing taken, where the brace is a character.
  private mutating func braces() throws(JavaScriptPattern.Problem) -> (least: Int, most: Int?)? {
    let start = index
    index += 1
    if let least = number() {
      if take("}") { return (least, least) }
      if take(",") {
        if take("}") { return (least, nil) }
        if let most = number(), take("}") { return (least, most) }
      }
    }
    index = start
    return nil
  }

  /// Digits; a number too large for anything is held at a million.
  private mutating func number() -> Int? {
    var value: Int?
    while let scalar = next, ("0"..."9").contains(scalar) {
      value = min(1_000_000, (value ?? 0) * 10 + Int(scalar.value - 48))
      index += 1
    }
    return value
  }

  // MARK: characters

  private static func set(_ scalar: Unicode.Scalar) -> ByteSet {
    ByteSet(scalar.isASCII ? [UInt8(truncatingIfNeeded: scalar.value)] : [])
  }

  /// Behind a backslash, outside of brackets.
  private mutating func escape() throws(JavaScriptPattern.Problem) -> ByteSet {
    guard let scalar = next else { throw .syntax }
    if scalar == "b" || scalar == "B" || ("1"..."9").contains(scalar) || scalar == "k" {
      throw .unsupported
    }
    return try escapedSet()
  }

  /// A class such as `\d`, or one character.
  private mutating func escapedSet() throws(JavaScriptPattern.Problem) -> ByteSet {
    guard let scalar = next else { throw .syntax }
    index += 1
    switch scalar {
    case "d": return .digits
    case "D": return ByteSet.digits.inverted
    case "w": return .word
    case "W": return ByteSet.word.inverted
    case "s": return .space
    case "S": return ByteSet.space.inverted
    case "t": return ByteSet([0x09])
    case "n": return ByteSet([0x0A])
    case "v": return ByteSet([0x0B])
    case "f": return ByteSet([0x0C])
    case "r": return ByteSet([0x0D])
    case "0": return ByteSet([0x00])
    case "x", "u":
      let digits = scalars[index...].prefix(scalar == "x" ? 2 : 4)
      let values = digits.compactMap { Int(String($0), radix: 16) }
      guard values.count == (scalar == "x" ? 2 : 4) else { return Self.set(scalar) }
      index += values.count
      let value = values.reduce(0) { $0 * 16 + $1 }
      return ByteSet(value < 128 ? [UInt8(truncatingIfNeeded: value)] : [])
    case "c": throw .unsupported
    default: return Self.set(scalar)
    }
  }

  /// Behind `[`.
  private mutating func set() throws(JavaScriptPattern.Problem) -> ByteSet {
    let isInverted = take("^")
    var set = ByteSet()
    while true {
      guard let scalar = next else { throw .syntax }
      if take("]") { return isInverted ? set.inverted : set }
      let first = try member(scalar)
      guard next == "-", index + 1 < scalars.count, scalars[index + 1] != "]" else {
        set.formUnion(first.set)
        continue
      }
      index += 1
      let last = try member(scalars[index])
      guard let from = first.scalar, let to = last.scalar else {
        // A class is no end of a range: the hyphen is a character.
        set.formUnion(first.set)
        set.formUnion(last.set)
        set.insert(0x2D)
        continue
      }
      guard from <= to else { throw .syntax }
      // Hosts are ASCII: a range that starts behind it adds nothing.
      let end = min(to.value, 127)
      for value in min(from.value, end + 1)..<(end + 1) {
        set.insert(UInt8(truncatingIfNeeded: value))
      }
    }
  }

  /// A member of a bracket: its set, and the character where it is one.
  private mutating func member(
    _ scalar: Unicode.Scalar
  ) throws(JavaScriptPattern.Problem) -> (set: ByteSet, scalar: Unicode.Scalar?) {
    index += 1
    guard scalar == "\\" else { return (Self.set(scalar), scalar) }
    guard let escaped = next else { throw .syntax }
    if ("1"..."9").contains(escaped) { throw .unsupported }
    if take("b") { return (ByteSet([0x08]), "\u{8}") }
    let set = try escapedSet()
    let isClass = "dDwWsS".unicodeScalars.contains(escaped)
    let isPlain = !isClass && !"tnvfr0xuc".unicodeScalars.contains(escaped)
    // Ranges between escapes are nothing that a host name holds.
    guard isClass || isPlain || next != "-" else { throw .unsupported }
    return (set, isPlain ? escaped : nil)
  }
}
