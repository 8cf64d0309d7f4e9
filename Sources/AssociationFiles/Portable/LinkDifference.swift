/// How a rule acts differently on Android.
package struct LinkDifference: Sendable, Equatable {
  /// How Android differs.
  package enum Effect: String, Sendable {
    /// Fewer URLs open the app: an allow matches less, or an exclude matches more.
    case opensLess
    /// URLs that are to stay closed may open the app: an exclude matches less.
    case blocksLess
  }

  /// How Android differs.
  package var effect: Effect
  /// Why, without repetitions.
  package var issues: [Issue]

  /// One cause, in one part of the rule.
  package struct Issue: Sendable, Equatable {
    /// The part; nil for the rule as a whole.
    package var part: LinkPart?
    /// The cause.
    package var reason: Reason
  }

  /// What Android's dynamic rules cannot say.
  package enum Reason: String, Sendable, CaseIterable {
    /// Android's matcher never goes back, so text after a `*` may not be found.
    case innerStar
    /// Android has no `$(name)`.
    case variable
    /// Android always tells upper from lower case.
    case caseSensitive
    /// Android has no such key; it always decodes.
    case percentEncoded
    /// An empty pattern voids all rules on Android.
    case emptyPattern
    /// Decoded, an escape would become a wildcard.
    case encodedWildcard
    /// Decoded, an escape would separate what belongs together (or `;` splits the query).
    case encodedDelimiter
    /// An invalid escape, or bytes that are not UTF-8.
    case brokenEscape
    /// Characters that no URL holds unencoded: iOS never matches, Android would.
    case unencodedText
    /// On Android a `?` at the end of a path also takes the final slash, which iOS leaves out.
    case finalQuestionMark
    /// With wildcards before it, a dot stands for any character on Android.
    case dotInGlob
    /// A name of the query with `*` or `?` would be a pattern on Android.
    case wildcardInName
    /// Two patterns for one name of the query.
    case repeatedName

    /// The cause in a sentence: lower case, no final period.
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
