package import PolicyText

/// What invalidates a statement or the whole list.
package struct AssetLinksProblem: Sendable, Equatable {
  /// What is wrong.
  package var kind: Kind
  /// The index of the statement; nil for the whole file.
  package var statement: Int?
  /// The wrong value, or the object without a required key.
  package var node: NodeID?

  /// The problems that Google's conformance tests distinguish.
  package enum Kind: String, Sendable, CaseIterable {
    /// The file has no JSON value.
    case noValue
    /// The file is one object, a number or a string.
    case listNotArray
    /// The list is empty.
    case noStatements
    case statementNotObject
    /// An `include` together with `relation` or `target`.
    case includeNotAlone
    case includeNotString
    /// The value isn't a URL.
    case includeInvalid
    /// The scheme is neither `http` nor `https`.
    case includeScheme
    /// The scheme is `http`, but the list is served over `https`.
    case includeInsecure
    case targetMissing
    case targetNotObject
    /// `namespace` is missing, or neither `android_app` nor `web`.
    case namespaceUnknown
    case relationMissing
    case relationNotArray
    case relationEmpty
    case relationNotString
    /// The relation doesn't have exactly one slash.
    case relationInvalid
    /// The part before the slash has characters other than `a-z 0-9 _ .`.
    case relationKindInvalid
    /// The part after the slash has characters other than `a-z 0-9 _ .`.
    case relationDetailInvalid
    case siteMissing
    case siteInvalid
    /// The scheme is neither `http` nor `https`.
    case siteScheme
    case siteLogin
    /// The site has a path, which may be only a slash.
    case sitePath
    case siteQuery
    case siteFragment
    case packageMissing
    case packageInvalid
    case fingerprintsMissing
    case fingerprintsNotArray
    case fingerprintsEmpty
    case fingerprintNotString
    /// The fingerprint isn't 32 bytes in upper-case hexadecimal with colons.
    case fingerprintMalformed
  }
}
