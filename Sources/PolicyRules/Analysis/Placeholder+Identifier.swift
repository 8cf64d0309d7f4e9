import PolicyText

extension Placeholder {
  /// Placeholders for a whole ID, in lower case: names of the field, and the defaults of Google's App Flip test
  /// tool.
  private static let wholes: Set<ExactString> = [
    "1234", "12345", "123456", "thisisastate", "client_id", "client-id", "clientid", "project_id",
    "project-id", "projectid", "project_number", "project-number", "bundle_id", "bundle-id",
    "bundleid", "team_id", "team-id", "teamid", "key_id", "key-id", "keyid", "services_id",
    "services-id", "package_name", "package-name", "intent_action", "intent-action", "changeme",
    "change-me", "change_me", "placeholder", "todo", "tbd", "fixme", "yourteamid", "yourkeyid",
    "yourclientid", "yourprojectid", "teamidhere", "keyidhere",
  ]
  private static let longestWhole = wholes.map { $0.utf8.count }.max() ?? 0

  /// The endings of upper-case placeholders: `GOOGLE_CLIENT_ID`, `INTENT_ACTION_FROM_CONSOLE`.
  private static let endings: [String] = [
    "CLIENT_ID", "PROJECT_ID", "PROJECT_NUMBER", "TEAM_ID", "KEY_ID", "BUNDLE_ID", "SERVICES_ID",
    "APP_ID", "PACKAGE_NAME", "INTENT_ACTION", "_FROM_CONSOLE", "_HERE",
  ]

  /// The placeholder in an ID. Includes words that are valid in the path of a URI.
  static func find(inIdentifier text: ExactString) -> Range<Int>? {
    let bytes = Array(text.utf8)[...]
    guard !bytes.isEmpty, bytes.count <= 256 else { return nil }
    let content = ByteSet(bytes)
    if let range = find(in: bytes, content: content) { return range }
    if bytes.count <= longestWhole, wholes.contains(ASCII.lowercased(bytes)) {
      return 0..<bytes.count
    }
    var start = 0
    while start <= bytes.count {
      let word = bytes[start...].prefix { $0 != UInt8(ascii: ".") }
      defer { start = word.endIndex + 1 }
      let isUpperCase =
        word.allSatisfy {
          (0x41...0x5A).contains($0) || $0.isDigit || $0 == UInt8(ascii: "_")
        }
      if isUpperCase, endings.contains(where: { ExactString(decoding: word).hasSuffix($0) }) {
        return start..<word.endIndex
      }
      if isFilling(word) { return start..<word.endIndex }
    }
    return nil
  }

  /// Returns true for filler such as `xxx` and `0000`.
  private static func isFilling(_ word: ArraySlice<UInt8>) -> Bool {
    switch word.first {
    case UInt8(ascii: "x"), UInt8(ascii: "X"):
      word.count > 2 && word.allSatisfy { $0 | 0x20 == UInt8(ascii: "x") }
    case UInt8(ascii: "0"): word.count > 3 && word.allSatisfy { $0 == UInt8(ascii: "0") }
    default: false
    }
  }
}
