/// A programming language that code is generated in.
package protocol CodeLanguage: Sendable {
  /// The whole literal of a text, with its delimiters; reads back as the same bytes.
  ///
  /// Only printable ASCII is written as it is: a reviewer sees every other character as an escape, and
  /// nothing in the literal can change the order of what is shown (CVE-2021-42574).
  static func literal(_ text: String) -> String

  /// A constant of the language's Boolean type; `true` and `false` in most.
  static func literal(_ flag: Bool) -> String

  /// The text of a file that holds the code and ends with one line feed.
  static func file(_ code: Code<Self>) -> String
}

extension CodeLanguage {
  package static func literal(_ flag: Bool) -> String { flag ? "true" : "false" }

  package static func file(_ code: Code<Self>) -> String { code.text + "\n" }
}
