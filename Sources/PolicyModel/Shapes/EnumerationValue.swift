import PolicyText

/// A word of a fixed set.
package struct EnumerationValue: Sendable {
  package var name: String
  package var summary: String
  /// What people write instead of it and what is too far for the edit distance, in lower case.
  package var commonMistakes: [String]

  package init(_ name: String, _ summary: String, commonMistakes: [String] = []) {
    self.name = name
    self.summary = summary
    self.commonMistakes = commonMistakes
  }

  /// The word that is meant by a text that is none of them; nil where none is near.
  static func meant(by text: String, among words: [EnumerationValue]) -> String? {
    let folded = UTF8Text.shortened(text, to: 40).lowercased()
    return words.first { $0.commonMistakes.contains(folded) }?.name
      ?? Nearest.name(to: text, among: words.map(\.name))
  }
}

/// An enumeration whose raw values stand in files of the language.
package protocol DocumentedEnumeration: RawRepresentable, CaseIterable, Sendable
where RawValue == String {
  /// What the value means, for the schema.
  var summary: String { get }
  /// What people write instead of it and what is too far for the edit distance, in lower case.
  var commonMistakes: [String] { get }
}

extension DocumentedEnumeration {
  /// None that we know of.
  package var commonMistakes: [String] { [] }
}
