package import PolicyModel
package import PolicyText

/// A value of a fact. What a key holds says the language: a text for texts and words, and for each item of a
/// list a fact of its own.
package enum FactValue: Sendable {
  /// A text, or a word of an enumeration (`native`). Text of the source as it is, never repaired.
  case text(ExactString)
  case boolean(Bool)
  case integer(Int)
  /// A reference to an app.
  case app(AppReference)
  /// That there is a secret; the reference where the source names a place for it, else nil: import finds a
  /// name. The secret itself is never part of a fact.
  case secret(SecretReference?)
  /// An entry of `DomainKey.links`.
  case link(LinkFact)
}
