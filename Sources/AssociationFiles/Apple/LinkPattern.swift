package import PolicyText

/// A pattern of an association file with `*`, `?` and `$(name)`, which must match the whole string.
///
/// The matcher tracks all possible positions at once, so the work is at most pattern length times
/// string length. A variable matches any of its values.
package struct LinkPattern: Sendable {
  /// The maximum size of a pattern with expanded variables; larger ones never match. Apple limits
  /// files to 128 KB, so no real pattern is this large.
  private static let largest = 1 << 16

  /// The pattern as written.
  package let text: ExactString
  /// Whether case matters.
  package let isCaseSensitive: Bool
  /// Undefined variables. A pattern that uses one never matches (inferred).
  package private(set) var undefinedVariables: [ExactString] = []
  /// Whether the pattern is too large, so it never matches.
  package private(set) var isTooLarge = false
  /// The compiled pattern; empty if it is too large.
  private(set) var tokens: [LinkToken] = []

  /// Compiles a pattern; every string is a valid one.
  package init(
    _ text: ExactString, variables: LinkVariables = LinkVariables(), caseSensitive: Bool = true
  ) {
    self.text = text
    isCaseSensitive = caseSensitive
    var size = 0
    for piece in Self.pieces(of: text) {
      switch piece {
      case .scalar(let scalar):
        size += 1
        LinkToken.append(scalar, folded: !caseSensitive, to: &tokens)
      case .variable(let name):
        guard let token = variables.token(name, folded: !caseSensitive) else {
          undefinedVariables.append(name)
          continue
        }
        size += token.size
        tokens.append(token)
      }
      guard size <= Self.largest else {
        isTooLarge = true
        tokens = []
        return
      }
    }
  }

  /// The names of the variables in a pattern, in order, with duplicates.
  package static func variables(in pattern: ExactString) -> [ExactString] {
    guard pattern.contains(UInt8(ascii: "$")) else { return [] }
    return pieces(of: pattern).compactMap { if case .variable(let name) = $0 { name } else { nil } }
  }

  /// The bytes of a pattern with `x` instead of each byte of a variable, whose name can contain
  /// any character.
  package static func bytesBesideVariables(of pattern: ExactString) -> [UInt8] {
    guard pattern.contains(UInt8(ascii: "$")) else { return Array(pattern.utf8) }
    return pieces(of: pattern).flatMap { piece -> [UInt8] in
      switch piece {
      case .scalar(let scalar): Array(String(scalar).utf8)
      case .variable(let name): Array(repeating: UInt8(ascii: "x"), count: name.utf8.count + 3)
      }
    }
  }

  private enum Piece {
    case scalar(Unicode.Scalar)
    /// `$(name)`; names have no `$`, `(` or `)`.
    case variable(ExactString)
  }

  private static func pieces(of pattern: ExactString) -> [Piece] {
    var pieces: [Piece] = []
    pieces.reserveCapacity(pattern.utf8.count)
    var rest = pattern.string.unicodeScalars[...]
    while let scalar = rest.popFirst() {
      guard scalar == "$", rest.first == "(", case let name = rest.dropFirst(),
        let end = name.firstIndex(where: { $0 == ")" || $0 == "(" || $0 == "$" }), name[end] == ")"
      else {
        pieces.append(.scalar(scalar))
        continue
      }
      pieces.append(.variable(ExactString(String(name[..<end]))))
      rest = name[end...].dropFirst()
    }
    return pieces
  }

  package func matches(_ text: ExactString) -> Bool {
    var steps = 0
    return matches(LinkText.scalars(text, folded: !isCaseSensitive), steps: &steps)
  }

  /// Whether the pattern matches the whole input, which must be case-folded if case is ignored.
  ///
  /// - Parameter steps: increased by the number of visited positions.
  package func matches(_ input: [Unicode.Scalar], steps: inout Int) -> Bool {
    guard !isTooLarge, undefinedVariables.isEmpty else { return false }
    // Most patterns already differ from the input in their literal prefix.
    let start = zip(tokens, input).prefix { $0.matches($1) == true }.count
    steps += start
    return Self.advance([start], over: tokens[start...], in: input, &steps).last == input.count
  }

  /// The positions in the input after these tokens, in order.
  private static func advance(
    _ positions: [Int], over tokens: ArraySlice<LinkToken>, in input: [Unicode.Scalar],
    _ steps: inout Int
  ) -> [Int] {
    var positions = positions
    for token in tokens {
      guard let first = positions.first else { break }
      switch token {
      case .star: positions = Array(first...input.count)
      case .alternatives(let values):
        var reached: Set<Int> = []
        for value in values {
          reached.formUnion(advance(positions, over: value[...], in: input, &steps))
        }
        positions = reached.sorted()
      case .scalar, .any, .oneOf:
        steps += positions.count
        positions = positions.filter { $0 < input.count && token.matches(input[$0]) == true }
          .map { $0 + 1 }
      }
      steps += positions.count + 1
    }
    return positions
  }
}
