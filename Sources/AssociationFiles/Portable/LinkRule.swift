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
}
