package import PolicyText

/// Variables in source files: `$(NAME)`, `${NAME}`, `#{NAME}`, `{{ NAME }}`, `##NAME##`,
/// `@@NAME@@`, `$__env{NAME}`, `%(NAME)s`, `<NAME>`, and as a whole string `@string/name` and
/// `env(NAME)`.
///
/// Formats replace variables that they can resolve, such as build settings and resources.
/// `ReferenceResolution` replaces others from `ImportOptions.definitions` or reports
/// `import-unresolved`, so no variable reaches a policy.
package enum SourceVariable {
  /// The text with all variables replaced, or the first unknown variable.
  package enum Expansion: Sendable, Equatable {
    case text(ExactString)
    case unresolved(ExactString)
  }

  /// Replaces variables, also in their values, up to ten levels deep.
  ///
  /// - Parameter value: returns the value of a variable; nil if unknown.
  package static func expand(
    _ text: ExactString, _ value: (ExactString) -> ExactString?
  ) -> Expansion {
    expand(Array(text.utf8), value, depth: 0)
  }

  /// Replaces known variables only; their values aren't searched.
  static func replacing(
    _ text: ExactString, _ value: (ExactString) -> ExactString?
  ) -> ExactString {
    let bytes = Array(text.utf8)
    var output: [UInt8] = []
    var start = 0
    while let found = next(in: bytes, from: start) {
      output += bytes[start..<found.range.lowerBound]
      let value = value(ExactString(decoding: bytes[found.name]))
      output += value.map { Array($0.utf8) } ?? Array(bytes[found.range])
      start = found.range.upperBound
    }
    return ExactString(decoding: output + bytes[start...])
  }

  /// The first variable of a string, with its delimiters; nil if there is none.
  package static func first(in text: ExactString) -> ExactString? {
    let bytes = Array(text.utf8)
    return next(in: bytes, from: 0).map { ExactString(decoding: bytes[$0.range]) }
  }

  /// The name in a variable with its delimiters.
  static func name(of variable: ExactString) -> ExactString {
    let bytes = Array(variable.utf8)
    return next(in: bytes, from: 0).map { ExactString(decoding: bytes[$0.name]) } ?? variable
  }

  private static func expand(
    _ bytes: [UInt8], _ value: (ExactString) -> ExactString?, depth: Int
  ) -> Expansion {
    var output: [UInt8] = []
    var start = 0
    while let found = next(in: bytes, from: start) {
      output += bytes[start..<found.range.lowerBound]
      start = found.range.upperBound
      guard depth < 10, let replacement = value(ExactString(decoding: bytes[found.name])) else {
        return .unresolved(ExactString(decoding: bytes[found.range]))
      }
      switch expand(Array(replacement.utf8), value, depth: depth + 1) {
      case .text(let text): output += text.utf8
      case let unresolved: return unresolved
      }
      // Limits exponential growth.
      guard output.count < 1 << 16 else {
        return .unresolved(ExactString(decoding: bytes[found.range]))
      }
    }
    return .text(ExactString(decoding: output + bytes[start...]))
  }

  private static func next(
    in bytes: [UInt8], from start: Int
  ) -> (range: Range<Int>, name: Range<Int>)? {
    var index = start
    while index < bytes.count {
      for (open, close) in delimiters where bytes.holds(open, at: index) {
        let inner = index + open.utf8.count
        guard let end = bytes.firstRange(of: Array(close.utf8), in: inner..<bytes.count),
          end.lowerBound > inner
        else { continue }
        return (index..<end.upperBound, trimmed(bytes, inner..<end.lowerBound))
      }
      if index == 0, bytes.starts(with: "@string/".utf8), bytes.count > 8 {
        return (0..<bytes.count, 8..<bytes.count)
      }
      if index == 0, bytes.starts(with: "env(".utf8), bytes.last == UInt8(ascii: ")") {
        return (0..<bytes.count, 4..<(bytes.count - 1))
      }
      index += 1
    }
    return nil
  }

  private static let delimiters = [
    ("$(", ")"), ("${", "}"), ("#{", "}"), ("$__env{", "}"), ("{{", "}}"), ("##", "##"),
    ("@@", "@@"),
    ("%(", ")s"), ("<", ">"),
  ]

  private static func trimmed(_ bytes: [UInt8], _ range: Range<Int>) -> Range<Int> {
    var range = range
    while let first = range.first, bytes[first] == 0x20 { range = (first + 1)..<range.upperBound }
    while let last = range.last, bytes[last] == 0x20 { range = range.lowerBound..<last }
    return range
  }
}
