import PolicyText

/// How a language lays out a list: a single short element stands between the brackets, others have a
/// line each.
struct ListLayout<Language: CodeLanguage>: Sendable {
  /// When a comma follows the last element of a list of several lines.
  enum TrailingComma: Sendable {
    case always, never
    /// Only behind the last of several elements.
    case ofSeveral
  }

  /// A list without elements.
  var empty: Code<Language>
  var open: Code<Language>
  var close: Code<Language>
  /// What indents the lines of elements.
  var margin: Code<Language> = "  "
  var trailingComma = TrailingComma.always
  /// What follows an element that stands alone between the brackets.
  var singleElementSuffix: Code<Language> = ""
  /// The longest element that stands alone between the brackets, in bytes.
  var maximumInlineLength = Int.max

  /// The list of some elements.
  func code(_ elements: [Code<Language>]) -> Code<Language> {
    guard let first = elements.first else { return empty }
    if elements.count == 1, first.isOneLine, first.bytes.count <= maximumInlineLength {
      return "\(open)\(first)\(singleElementSuffix)\(close)"
    }
    let hasTrailingComma =
      switch trailingComma {
      case .always: true
      case .never: false
      case .ofSeveral: elements.count > 1
      }
    return """
      \(open)
      \(margin)\(.joined(elements, by: ",\n"))\(hasTrailingComma ? "," : "")
      \(close)
      """
  }

  /// The list of elements that are made one after the other; `count` says how many.
  func stream(
    _ count: Int, _ elements: @escaping @Sendable (_ take: (Code<Language>) -> Void) -> Void
  ) -> Code<Language> {
    guard count > 1 else {
      var only: [Code<Language>] = []
      elements { only.append($0) }
      return code(only)
    }
    return """
      \(open)
      \(margin)\(.stream(by: ",\n", elements))\(trailingComma == .never ? "" : ",")
      \(close)
      """
  }

  /// The list of some texts.
  func code(_ texts: [ExactString]) -> Code<Language> {
    code(texts.map { "\(literal: $0.string)" })
  }
}
