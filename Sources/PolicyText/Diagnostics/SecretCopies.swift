/// Finds further occurrences of known secrets in a file, under any key.
package enum SecretCopies {
  /// Shorter values may occur by chance.
  private static let shortest = 6

  /// The spans of secrets and of all their copies.
  package static func spans(of secrets: [SourceSpan], in bytes: [UInt8]) -> [SourceSpan] {
    var texts: [UInt64: Set<ArraySlice<UInt8>>] = [:]
    for secret in secrets {
      let text = value(bytes[secret.start..<secret.end])
      if text.count >= shortest { texts[start(text), default: []].insert(text) }
    }
    guard !texts.isEmpty else { return [] }
    var spans: [SourceSpan] = []
    var last: UInt64 = 0
    for index in bytes.indices {
      last = (last << 8 | UInt64(bytes[index])) & Self.mask
      guard let candidates = texts[last], index + 1 >= shortest else { continue }
      let rest = bytes[(index + 1 - shortest)...]
      for text in candidates where rest.starts(with: text) {
        spans.append(SourceSpan(rest.startIndex, rest.startIndex + text.count))
      }
    }
    return spans
  }

  private static let mask: UInt64 = 1 << (8 * UInt64(shortest)) - 1

  private static func start(_ text: ArraySlice<UInt8>) -> UInt64 {
    text.prefix(shortest).reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// The text of a place that may reach to the end of its line: what the first quote holds, or the first
  /// word.
  private static func value(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    if let quote = text.first, quote == 0x22 || quote == 0x27 {
      return text.dropFirst().prefix { $0 != quote }
    }
    return text.prefix { !" \t\r\n,;\"'<>".utf8.contains($0) }
  }
}
