package import PolicyText

/// A rule of a policy about links, for both platforms; patterns are Apple's.
package struct LinkRule: Sendable, Equatable {
  /// Pattern of the path; nil for any.
  package var path: ExactString?
  /// Patterns of the values of names, in the order of the policy.
  package var query: [LinkQueryItem]
  /// Pattern of the fragment; nil for any.
  package var fragment: ExactString?
  /// A match keeps the app closed.
  package var exclude: Bool
  /// Upper and lower case differ.
  package var caseSensitive: Bool
  /// The URL is compared as written, not decoded.
  package var percentEncoded: Bool
  /// For readers.
  package var comment: ExactString?

  /// A rule.
  package init(
    path: ExactString? = nil, query: [LinkQueryItem] = [], fragment: ExactString? = nil,
    exclude: Bool = false, caseSensitive: Bool = true, percentEncoded: Bool = true,
    comment: ExactString? = nil
  ) {
    self.path = path
    self.query = query
    self.fragment = fragment
    self.exclude = exclude
    self.caseSensitive = caseSensitive
    self.percentEncoded = percentEncoded
    self.comment = comment
  }

  /// The path with the slash that Apple documents; wildcards and variables may be the slash.
  private var documentedPath: ExactString? {
    guard let path, let first = path.utf8.first, !"/*?$".utf8.contains(first) else { return path }
    return ExactString("/" + path.string)
  }

  /// The rule in an association file; defaults are left out.
  package var component: AppleLinkComponent {
    AppleLinkComponent(
      path: documentedPath, query: query.isEmpty ? nil : .items(query), fragment: fragment,
      exclude: exclude ? true : nil, caseSensitive: caseSensitive ? nil : false,
      percentEncoded: percentEncoded ? nil : false, comment: comment)
  }

  /// Whether the rule is only a path of letters, digits, hyphens and underscores, with or without a final
  /// `/*`, so that both platforms match the same links.
  package var isPlain: Bool {
    guard query.isEmpty, fragment == nil, caseSensitive, percentEncoded, let path else {
      return false
    }
    var previous: UInt8 = 0
    var isAfterStar = false
    for byte in path.utf8 {
      if isAfterStar { return false }
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "-"), UInt8(ascii: "_"):
        if previous == 0 { return false }
      case UInt8(ascii: "/"): if previous == byte { return false }
      case UInt8(ascii: "*"):
        if previous != UInt8(ascii: "/") { return false }
        isAfterStar = true
      default: return false
      }
      previous = byte
    }
    return previous != 0
  }
}
