/// How a language joins the words of a name.
enum NamingStyle: Sendable {
  /// `redirect_uris`
  case snakeCase
  /// `redirectUris`
  case camelCase
  /// `redirectURIs`
  case camelCaseWithInitialisms

  private static let initialisms = ["uri": "URI", "uris": "URIs", "pkce": "PKCE"]

  /// A name in this style.
  ///
  /// - Parameter name: lower-case words joined by `_`.
  func code<Language: CodeLanguage>(_ name: String) -> Code<Language> {
    let words = name.split(separator: "_").map { String($0) }
    guard self != .snakeCase, let first = words.first else { return "\(word: name)" }
    let others = words.dropFirst().map { word in
      let initialism = self == .camelCaseWithInitialisms ? Self.initialisms[word] : nil
      return initialism ?? word.prefix(1).uppercased() + word.dropFirst()
    }
    return "\(word: first + others.joined())"
  }
}
