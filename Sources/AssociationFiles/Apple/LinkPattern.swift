package import PolicyText

/// A pattern of an association file: `*`, `?` and `$(name)`, matched against the whole string.
///
/// Matching follows all possibilities at once as a set of positions, so the work is at most pattern length
/// times string length. A variable matches any of its values.
package struct LinkPattern: Sendable {
  /// Beyond this size, values of variables written out, a pattern is not run. Apple's file limit of
  /// 128 KB leaves no honest pattern near it.
  private static let largest = 1 << 16

  /// The pattern as it was written.
  package let text: ExactString
  /// False when upper and lower case are the same.
  package let isCaseSensitive: Bool
  /// Names that are not defined; a pattern with one never matches (inferred).
  package private(set) var undefinedVariables: [ExactString] = []
  /// The pattern is too large to be run and never matches.
  package private(set) var isTooLarge = false
  /// What the text means; empty when the pattern is too large.
  private(set) var tokens: [LinkToken] = []
  /// The bytes of the literal text at the start; most patterns fail there, before any work.
  private var prefix: [UInt8] = []
  /// The pattern is nothing but that text.
  private var isLiteral = false

  /// Compiles a pattern; every string is a valid one.
  package init(
    _ text: ExactString, variables: LinkVariables = LinkVariables(), caseSensitive: Bool = true
  ) {
    self.text = text
    isCaseSensitive = caseSensitive
    var size = 0
    var rest = text.string.unicodeScalars[...]
    while let scalar = rest.popFirst() {
      if scalar == "$", let name = Self.variable(in: rest) {
        rest = rest[name.endIndex...].dropFirst()
        let name = ExactString(String(String.UnicodeScalarView(name)))
        if let token = variables.token(name, folded: !caseSensitive) {
          size += token.size
          tokens.append(token)
        } else {
          undefinedVariables.append(name)
        }
      } else {
        size += 1
        LinkToken.append(scalar, folded: !caseSensitive, to: &tokens)
      }
      guard size <= Self.largest else {
        isTooLarge = true
        tokens = []
        return
      }
    }
    guard caseSensitive else { return }
    var start = String.UnicodeScalarView()
    for case .scalar(let scalar) in tokens.prefix(while: \.isScalar) { start.append(scalar) }
    prefix = Array(String(start).utf8)
    isLiteral = start.count == tokens.count
  }

  /// The names of the variables that a pattern uses, in order, repetitions kept.
  package static func variables(in pattern: ExactString) -> [ExactString] {
    var names: [ExactString] = []
    var rest = pattern.string.unicodeScalars[...]
    while let scalar = rest.popFirst() {
      guard scalar == "$", let name = variable(in: rest) else { continue }
      rest = rest[name.endIndex...].dropFirst()
      names.append(ExactString(String(String.UnicodeScalarView(name))))
    }
    return names
  }

  /// The bytes of a pattern with `x` for each byte of a variable: names are never compared with a URL, so
  /// they may contain any character.
  package static func bytesBesideVariables(of pattern: ExactString) -> [UInt8] {
    var bytes = Array(pattern.utf8)
    guard bytes.contains(UInt8(ascii: "$")) else { return bytes }
    var offset = 0
    var rest = pattern.string.unicodeScalars[...]
    while let scalar = rest.popFirst() {
      let start = offset
      offset += UTF8.width(scalar)
      guard scalar == "$", let name = variable(in: rest) else { continue }
      rest = rest[name.endIndex...].dropFirst()
      offset = start + "$()".utf8.count + String(String.UnicodeScalarView(name)).utf8.count
      for index in start..<offset { bytes[index] = UInt8(ascii: "x") }
    }
    return bytes
  }

  /// The name in `(name)` at the start, or nil; names have no `$`, `(` or `)`.
  private static func variable(
    in rest: Substring.UnicodeScalarView
  ) -> Substring.UnicodeScalarView? {
    guard rest.first == "(" else { return nil }
    let inner = rest.dropFirst()
    guard let end = inner.firstIndex(where: { $0 == ")" || $0 == "(" || $0 == "$" }),
      inner[end] == ")"
    else { return nil }
    return inner[..<end]
  }

  package func matches(_ text: ExactString) -> Bool {
    guard text.utf8.starts(with: prefix) else { return false }
    if isLiteral, undefinedVariables.isEmpty { return text.utf8.count == prefix.count }
    var steps = 0
    return matches(LinkText.scalars(text, folded: !isCaseSensitive), steps: &steps)
  }

  /// Whether the pattern matches the whole input, which must be case-folded if case is ignored.
  ///
  /// - Parameter steps: grows by the work done, in positions and words of the set.
  package func matches(_ input: [Unicode.Scalar], steps: inout Int) -> Bool {
    guard !isTooLarge, undefinedVariables.isEmpty else { return false }
    // Most patterns start with literal text: one position, no set.
    var position = 0
    var next = 0
    scan: while next < tokens.count {
      switch tokens[next] {
      case .scalar(let scalar):
        guard position < input.count, input[position] == scalar else { return false }
      case .any:
        guard position < input.count else { return false }
      case .oneOf(let kind):
        guard position < input.count, kind.contains(input[position]) else { return false }
      case .star, .alternatives: break scan
      }
      steps += 1
      position += 1
      next += 1
    }
    if next == tokens.count { return position == input.count }
    if next == tokens.count - 1, case .star = tokens[next] { return true }
    var positions = LinkPositions(position, in: input.count)
    positions.advance(tokens[next...], over: input, steps: &steps)
    return positions.containsEnd
  }
}
