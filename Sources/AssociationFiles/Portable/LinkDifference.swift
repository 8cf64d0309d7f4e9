/// How a rule differs on Android.
package struct LinkDifference: Sendable, Equatable {
  /// How Android differs.
  package enum Effect: String, Sendable {
    /// Fewer URLs open the app: an allow matches less, or an exclude matches more.
    case opensLess
    /// URLs that should stay closed may open the app: an exclude matches less.
    case blocksLess
  }

  /// How Android differs.
  package var effect: Effect
  /// The causes, without duplicates.
  package var issues: [Issue]

  /// One cause, in one part of the rule.
  package struct Issue: Sendable, Equatable {
    /// The part; nil for the rule as a whole.
    package var part: LinkPart?
    /// The cause.
    package var reason: Reason
  }

  /// What Android's dynamic rules can't express.
  package enum Reason: String, Sendable, CaseIterable {
    /// Android's matcher doesn't backtrack, so it may not find text after a `*`.
    case innerStar
    /// Android has no `$(name)`.
    case variable
    /// Android's patterns are always case-sensitive.
    case caseSensitive
    /// Android doesn't have this key and always decodes.
    case percentEncoded
    /// On Android, an empty pattern invalidates all rules.
    case emptyPattern
    /// An escape would become a wildcard after decoding.
    case encodedWildcard
    /// An escape would become a delimiter after decoding (or `;` splits the query).
    case encodedDelimiter
    /// An invalid escape, or bytes that aren't UTF-8.
    case brokenEscape
    /// Characters that URLs can't contain unencoded: iOS never matches, but Android would.
    case unencodedText
    /// On Android, a `?` at the end of a path also matches the trailing slash, which iOS ignores.
    case finalQuestionMark
    /// After wildcards, a dot matches any character on Android.
    case dotInGlob
    /// A query name with `*` or `?` would be a pattern on Android.
    case wildcardInName
    /// Two patterns for one query name.
    case repeatedName

    /// A description in lower case without a final period.
    package var message: String {
      switch self {
      case .innerStar: "Android does not look further when the text after a `*` does not fit"
      case .variable: "Android has no substitution variables"
      case .caseSensitive: "Android always compares upper and lower case"
      case .percentEncoded: "Android has no `percent_encoded` key"
      case .emptyPattern: "an empty pattern makes Android discard all rules"
      case .encodedWildcard: "Android decodes `%2A` and `%3F` to wildcards"
      case .encodedDelimiter: "Android decodes this escape to a separator"
      case .brokenEscape: "Android cannot decode this escape"
      case .unencodedText:
        "URLs contain these characters only percent-encoded, so iOS never matches them"
      case .finalQuestionMark: "on Android `?` at the end of a path also matches a final slash"
      case .dotInGlob: "next to wildcards, Android treats a dot as any character"
      case .wildcardInName: "Android takes `*` and `?` in a query name for wildcards"
      case .repeatedName: "a query name must have exactly one pattern"
      }
    }
  }
}
