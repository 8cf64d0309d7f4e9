import PolicyText

/// What a server said, before people or programs see it: every control character escaped, and cut.
package enum ForeignText {
  /// Bytes that are shown.
  private static let limit = 200

  /// A text in backticks.
  package static func quoted(_ text: String) -> String {
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
