package import PolicyText

/// What makes a statement, or the whole list, void.
package struct AssetLinksProblem: Sendable, Equatable {
  /// What is wrong.
  package var kind: Kind
  /// The statement, from 0; nil for the whole file.
  package var statement: Int?
  /// The wrong value, or the object that lacks a key.
  package var node: NodeID?

  /// What Google's conformance tests tell apart.
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
    /// No URL.
    case includeInvalid
    /// Neither `http` nor `https`.
    case includeScheme
    /// `http` from a list that was read over `https`.
    case includeInsecure
    case targetMissing
    case targetNotObject
    /// `namespace` is missing or none of `android_app`, `web`.
    case namespaceUnknown
    case relationMissing
    case relationNotArray
    case relationEmpty
    case relationNotString
    /// Not exactly one slash.
    case relationInvalid
    /// Before the slash anything but `a-z 0-9 _ .`.
    case relationKindInvalid
    /// After the slash anything but `a-z 0-9 _ .`.
    case relationDetailInvalid
    case siteMissing
    case siteInvalid
    /// Neither `http` nor `https`.
    case siteScheme
    case siteLogin
    /// A path; the final slash is one.
    case sitePath
    case siteQuery
    case siteFragment
    case packageMissing
    case packageInvalid
    case fingerprintsMissing
    case fingerprintsNotArray
    case fingerprintsEmpty
    case fingerprintNotString
    /// Not 32 bytes in upper-case hex with colons.
    case fingerprintMalformed
  }
}
