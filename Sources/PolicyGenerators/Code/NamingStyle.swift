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
    // Bytes: every field of every client has such a name.
    let words = name.utf8.split(separator: UInt8(ascii: "_"))
    guard self != .snakeCase, let first = words.first else { return "\(word: name)" }
    var joined = Array(first)
    for word in words.dropFirst() {
      if self == .camelCaseWithInitialisms,
        let initialism = Self.initialisms[String(decoding: word, as: UTF8.self)]
      {
        joined += initialism.utf8
      } else {
        let start = joined.count
        joined += word
        if (0x61...0x7A).contains(joined[start]) { joined[start] &= 0xDF }
      }
    }
    return "\(word: String(decoding: joined, as: UTF8.self))"
  }
}
