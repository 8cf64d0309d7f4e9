import PolicyText

/// The problem of a locale.
struct LocaleProblem {
  let message: String
  let help: String
  /// The corrected locale.
  let replacement: String?

  /// Returns nil for `de`, `zh-Hant` and `pt-BR` with this separator.
  init?(_ text: ExactString, separator: String) {
    let bytes = Array(text.utf8)
    let parts = bytes.split(omittingEmptySubsequences: false) {
      $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_")
    }
    guard let canonical = Self.canonical(parts) else {
      message = "\(text.quoted) is not a valid locale"
      help = "write a language and, if needed, a region, such as `de` or `pt\(separator)BR`"
      replacement = nil
      return
    }
    let right = canonical.joined(separator: separator)
    guard ExactString(right) != text else { return nil }
    message = "locale \(text.quoted) must be written `\(right)`"
    help = "write `\(right)`"
    replacement = right
  }

  /// Language, script and region in their usual case; nil for an invalid locale.
  private static func canonical(_ parts: [ArraySlice<UInt8>]) -> [String]? {
    guard let language = parts.first, parts.count <= 3, (2...3).contains(language.count),
      isAlphabetic(language)
    else { return nil }
    var found = [language.lowercased[...].string]
    var rest = parts.dropFirst()
    if let script = rest.first, script.count == 4, isAlphabetic(script) {
      let lower = script.lowercased
      found.append(([lower[0] & 0xDF] + lower[1...])[...].string)
      rest = rest.dropFirst()
    }
    guard let region = rest.first else { return rest.isEmpty ? found : nil }
    guard rest.count == 1 else { return nil }
    if region.count == 2, isAlphabetic(region) {
      return found + [region.map { $0 & 0xDF }[...].string]
    }
    guard region.count == 3, region.allSatisfy(\.isDigit) else { return nil }
    return found + [region.string]
  }

  private static func isAlphabetic(_ part: ArraySlice<UInt8>) -> Bool {
    part.allSatisfy { (0x41...0x5A).contains($0 & 0xDF) }
  }
}
