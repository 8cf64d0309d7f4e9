/// A programming language that code is generated in.
package protocol CodeLanguage: Sendable {
  /// The whole literal of a text, with its delimiters; reads back as the same bytes.
  ///
  /// Only printable ASCII is written as it is: a reviewer sees every other character as an escape, and
  /// nothing in the literal can change the order of what is shown (CVE-2021-42574).
  static func literal(_ text: String) -> String

  /// Appends the literal of a text.
  static func append(literal text: String, to output: inout [UInt8])

  /// A constant of the language's Boolean type; `true` and `false` in most.
  static func literal(_ flag: Bool) -> String

  /// Whole lines as they stand in a file.
  static func layOut(_ lines: [UInt8]) -> [UInt8]
}

extension CodeLanguage {
  package static func append(literal text: String, to output: inout [UInt8]) {
    output += literal(text).utf8
  }

  package static func literal(_ flag: Bool) -> String { flag ? "true" : "false" }

  package static func layOut(_ lines: [UInt8]) -> [UInt8] { lines }
}
