package import PolicyText

/// Why a file stays as it is.
package enum FormattingRefusal: Error, Sendable, Equatable {
  /// It cannot be read: the first finding and its place.
  case unreadable(String, Span)
  /// It has no key that marks a file of the policy language.
  case unmarked
  /// A key is longer than YAML allows for keys without `?`: its place.
  case longKey(Span)
  /// What was written did not mean the same: a fault of the formatter.
  case unproved
}
