import PolicyText

/// What a server said, before people or programs see it: secrets masked, every control character escaped, and
/// cut.
package enum ForeignText {
  /// Bytes that are shown.
  private static let limit = 200

  /// The `Location` of a redirect in backticks, without its query, fragment and user information, in which
  /// servers put codes, tokens and sessions.
  package static func location(_ text: String) -> String {
    let address = text.utf8.prefix { !"?#".utf8.contains($0) }
    let isCut = address.count < text.utf8.count
    return quoted(String(decoding: address, as: UTF8.self) + (isCut ? "?…" : ""))
  }

  /// A text in backticks.
  package static func quoted(_ text: String) -> String {
    let text = ParameterMask().masked(ExactString(text)).string
    var bytes = text.utf8.prefix(limit)
    // Not within a character.
    while bytes.count == limit, let last = bytes.last, last & 0xC0 == 0x80 {
      bytes = bytes.dropLast()
    }
    let isCut = bytes.count < text.utf8.count
    let shown = UTF8Text.visible(String(decoding: bytes, as: UTF8.self))
    return
      "`\(String(shown.unicodeScalars.map { $0 == "`" ? "'" : Character($0) }))\(isCut ? "…" : "")`"
  }
}
