import PolicyText

/// Prepares strings from servers for output: masks secrets, escapes control characters and truncates.
package enum UntrustedText {
  /// The maximum length in bytes.
  private static let maximumLength = 200

  /// A `Location` in backticks without query and fragment, which can contain codes and tokens.
  package static func location(_ text: String) -> String {
    let url = text.utf8.prefix { !"?#".utf8.contains($0) }
    let isCut = url.count < text.utf8.count
    return quoted(String(decoding: url, as: UTF8.self) + (isCut ? "?…" : ""))
  }

  /// A string in backticks.
  package static func quoted(_ text: String) -> String {
    let text = ParameterMask().masked(ExactString(text)).string
    var bytes = text.utf8.prefix(maximumLength)
    // Not inside a character.
    while bytes.count == maximumLength, let last = bytes.last, last & 0xC0 == 0x80 {
      bytes = bytes.dropLast()
    }
    let isCut = bytes.count < text.utf8.count
    let shown = DisplayText.visible(String(decoding: bytes, as: UTF8.self))
    return
      "`\(String(shown.unicodeScalars.map { $0 == "`" ? "'" : Character($0) }))\(isCut ? "…" : "")`"
  }
}
