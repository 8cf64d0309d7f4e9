import PolicyDecision
import PolicyText

/// Prints the fields of clients in a language.
protocol ClientPrinter {
  associatedtype Language: CodeLanguage
  static func name(_ field: ClientField) -> Code<Language>
  /// A flag that isn't the default.
  func flag(_ flag: Bool) -> Code<Language>
  mutating func texts(_ texts: [ExactString]) -> Code<Language>
  mutating func callers(_ callers: [ClientField.Caller]) -> Code<Language>
}

extension ClientPrinter {
  func flag(_ flag: Bool) -> Code<Language> { "\(flag)" }

  /// The fields of a client that aren't the default, as code.
  mutating func fields(
    of client: CompiledClient, _ fields: [ClientField] = ClientField.all
  ) -> [(name: Code<Language>, value: Code<Language>)] {
    var printed: [(name: Code<Language>, value: Code<Language>)] = []
    for (field, value) in ClientField.values(of: client, fields) {
      let code: Code<Language> =
        switch value {
        case .text(let text): "\(literal: text.string)"
        case .texts(let texts): self.texts(texts)
        case .flag(let flag): self.flag(flag)
        case .callers(let callers): self.callers(callers)
        }
      printed.append((Self.name(field), code))
    }
    return printed
  }
}

/// How a language joins the words of a name.
enum NamingStyle: Sendable {
  /// `redirectUris`
  case camelCase
  /// `redirectURIs`
  case camelCaseWithInitialisms

  private static let initialisms: [Substring: String] = [
    "uri": "URI", "uris": "URIs", "pkce": "PKCE",
  ]

  /// - Parameter name: lower-case words joined by `_`.
  func code<Language: CodeLanguage>(_ name: String) -> Code<Language> {
    let words = name.split(separator: "_")
    let rest = words.dropFirst().map { word in
      let initialism = self == .camelCaseWithInitialisms ? Self.initialisms[word] : nil
      return initialism ?? word.prefix(1).uppercased() + word.dropFirst()
    }
    return "\(word: words[0] + rest.joined())"
  }
}

/// How a language writes lists: a single short element follows the opening bracket, other elements have a line each.
struct ListLayout<Language: CodeLanguage>: Sendable {
  /// When to write a comma after the last element of a list with several lines.
  enum TrailingComma: Sendable {
    case always, never, ifSeveral
  }

  var empty: Code<Language>
  var open: Code<Language>
  var close: Code<Language>
  /// The indentation of elements.
  var margin: Code<Language> = "  "
  var trailingComma = TrailingComma.always
  /// The maximum length in bytes of an element on the line of the bracket.
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
