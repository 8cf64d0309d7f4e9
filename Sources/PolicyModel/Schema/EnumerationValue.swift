import PolicyText

/// A value of an enumeration.
package struct EnumerationValue: Sendable {
  package var name: String
  package var summary: String
  /// Wrong values that the edit distance doesn't catch, in lowercase.
  package var commonMistakes: [String]

  package init(_ name: String, _ summary: String, commonMistakes: [String] = []) {
    self.name = name
    self.summary = summary
    self.commonMistakes = commonMistakes
  }

  /// The value that a misspelled one probably stands for; nil if none is similar.
  static func meant(by text: String, among words: [EnumerationValue]) -> String? {
    let folded = DisplayText.shortened(text, to: 40).lowercased()
    return words.first { $0.commonMistakes.contains(folded) }?.name
      ?? Nearest.name(to: text, among: words.map(\.name))
  }
}

/// An enumeration whose raw values are written in policies, tests or the configuration.
package protocol DocumentedEnumeration: RawRepresentable, CaseIterable, Sendable
where RawValue == String {
  /// The description in JSON Schemas and editors.
  var summary: String { get }
  /// Wrong values that the edit distance doesn't catch, in lowercase.
  var commonMistakes: [String] { get }
}

extension DocumentedEnumeration {
  package var commonMistakes: [String] { [] }
}
