import PolicyText

/// The parts of a URL as Android's rules see them: decoded, the query in pieces.
package struct AndroidSubject {
  let path: ExactString
  /// The decoded query split at `&`, or at `;` where that gives one piece; empty when there is none.
  let queryParts: [ExactString]
  /// The decoded query; for people.
  let query: ExactString?
  let fragment: ExactString?

  /// Takes a URL apart.
  package init(_ parts: URLParts) {
    path = Self.decoded(parts.path)
    let query = parts.query.map(Self.decoded)
    self.query = query
    fragment = parts.fragment.map(Self.decoded)
    func split(at separator: UInt8) -> [ExactString] {
      (query?.utf8.split(separator: separator, omittingEmptySubsequences: false) ?? [])
        .map { ExactString(decoding: $0) }
    }
    let pieces = split(at: UInt8(ascii: "&"))
    queryParts = pieces.count == 1 ? split(at: UInt8(ascii: ";")) : pieces
  }

  /// Percent-decoded as `Uri` does it: `+` stays; a broken escape (its exact extent is inferred) and bytes
  /// that are not UTF-8 become U+FFFD.
  private static func decoded(_ text: ExactString) -> ExactString {
    PercentEncoding.decode(text.utf8, plusIsSpace: false, malformed: .replace)
      .map { ExactString(decoding: $0) } ?? text
  }
}
