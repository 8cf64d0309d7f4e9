package import PolicyText
package import PolicyModel

/// One statement of a source: a thing has a value under a key of the policy language.
package struct Fact: Sendable {
  /// How far a source is to be trusted where several give other values for one key.
  package enum Authority: Int, Sendable, Comparable {
    /// Follows from another value (the team from the prefix of an app ID).
    case derived
    /// Written down by somebody.
    case written
    /// Made by the tools that build or run (merged manifest, built entitlements).
    case built

    package static func < (left: Authority, right: Authority) -> Bool {
      left.rawValue < right.rawValue
    }
  }

  package var subject: FactSubject
  package var key: FactKey
  package var value: FactValue
  package var location: SourceLocation
  package var context: FactContext?
  package var authority: Authority
}

/// A key of the policy language, from the mapping of the subject down: `endpoints.token`.
package struct FactKey: Sendable, Hashable {
  /// Names of keys; one or more.
  package let path: [String]
  /// The free key in the mapping at the end of the path, where that has free keys.
  package let entry: ExactString?

  /// Keys of nested mappings, the outer first.
  package init(_ keys: [any MappingKey], entry: ExactString? = nil) {
    // No key path: the compiler fails on one of an existential.
    path = keys.map { $0.rawValue }
    self.entry = entry
  }
}
