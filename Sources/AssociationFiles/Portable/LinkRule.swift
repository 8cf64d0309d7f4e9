package import PolicyText

/// A link rule of a policy for both platforms, with Apple's patterns.
package struct LinkRule: Sendable, Equatable {
  /// The pattern of the path; nil for any.
  package var path: ExactString?
  /// The patterns of query values, in the order of the policy.
  package var query: [LinkQueryItem]
  /// The pattern of the fragment; nil for any.
  package var fragment: ExactString?
  /// Whether a match keeps the app closed.
  package var exclude: Bool
  /// Whether case matters.
  package var caseSensitive: Bool
  /// Whether the URL is compared as written instead of decoded.
  package var percentEncoded: Bool
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

  /// The path with the leading slash that Apple documents. A wildcard or variable may match that
  /// slash.
  private var documentedPath: ExactString? {
    guard let path, let first = path.utf8.first, !"/*?$".utf8.contains(first) else { return path }
    return ExactString("/" + path.string)
  }

  /// The rule in an association file, without defaults.
  package var component: AppleLinkComponent {
    AppleLinkComponent(
      path: documentedPath, query: query.isEmpty ? nil : .items(query), fragment: fragment,
      exclude: exclude ? true : nil, caseSensitive: caseSensitive ? nil : false,
      percentEncoded: percentEncoded ? nil : false, comment: comment)
  }
}
