package import PolicyText

/// A dynamic rule, compiled.
package struct AndroidRule: Sendable {
  let rule: DynamicRule
  let path: DynamicPattern?
  let query: [(item: LinkQueryItem, pattern: DynamicPattern)]
  let fragment: DynamicPattern?

  /// Compiles its patterns.
  package init(_ rule: DynamicRule) {
    self.rule = rule
    path = rule.path.map { DynamicPattern($0) }
    // One filter per entry, for `name=value`. The text of the filter is inferred; its effect is
    // documented.
    query = rule.query.map { item in
      (item, DynamicPattern(ExactString(item.name.string + "=" + item.pattern.string)))
    }
    fragment = rule.fragment.map { DynamicPattern($0) }
  }

  /// A rule without a filter never matches.
  var neverMatches: Bool { path == nil && query.isEmpty && fragment == nil }

  /// The first part that doesn't match; nil if all filters match.
  package func mismatch(_ subject: borrowing AndroidSubject) -> LinkMismatch? {
    if let path, !path.matches(subject.path) {
      return LinkMismatch(part: .path, pattern: rule.path ?? "", text: subject.path)
    }
    for (item, pattern) in query {
      if !subject.queryParts.contains(where: pattern.matches) {
        return LinkMismatch(
          part: .queryItem(item.name), pattern: item.pattern, text: subject.query)
      }
    }
    if let fragment {
      guard let text = subject.fragment, fragment.matches(text) else {
        return LinkMismatch(
          part: .fragment, pattern: rule.fragment ?? "", text: subject.fragment)
      }
    }
    return nil
  }
}

/// The parts of a URL as Android's rules compare them: decoded, with the query split.
package struct AndroidSubject {
  package let path: ExactString
  /// The decoded query split at `&`, or at `;` if it has no `&`; empty if there is none.
  let queryParts: [ExactString]
  /// The decoded query, for messages.
  let query: ExactString?
  let fragment: ExactString?

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

  /// Percent-decodes like `Uri`: `+` stays. Invalid escapes (their exact extent is inferred) and
  /// bytes that aren't UTF-8 become U+FFFD.
  private static func decoded(_ text: ExactString) -> ExactString {
    PercentEncoding.decode(text.utf8, plusIsSpace: false, malformed: .replace)
      .map { ExactString(decoding: $0) } ?? text
  }
}
