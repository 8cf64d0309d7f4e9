import PolicyText

/// How a language writes lists: a single short element follows the opening bracket, other elements have a line each.
struct ListLayout<Language: CodeLanguage>: Sendable {
  /// When a comma follows the last element of a list with several lines.
  enum TrailingComma: Sendable {
    case always, never, ifSeveral
  }

  var empty: Code<Language>
  var open: Code<Language>
  var close: Code<Language>
  /// The indentation of elements.
  var margin: Code<Language> = "  "
  var trailingComma = TrailingComma.always
  /// In bytes; a longer element has a line of its own.
  var maximumInlineLength = Int.max

  func code(_ elements: [Code<Language>]) -> Code<Language> {
    guard let first = elements.first else { return empty }
    if elements.count == 1, first.isOneLine, first.bytes.count <= maximumInlineLength {
      return "\(open)\(first)\(close)"
    }
    let hasTrailingComma =
      trailingComma == .always || trailingComma == .ifSeveral && elements.count > 1
    return """
      \(open)
      \(margin)\(.joined(elements, by: ",\n"))\(hasTrailingComma ? "," : "")
      \(close)
      """
  }

  func code(_ texts: [ExactString]) -> Code<Language> {
    code(texts.map { "\(literal: $0.string)" })
  }
}
