/// A word of a fixed set.
package struct EnumerationValue: Sendable {
  package var name: String
  package var summary: String
  package init(_ name: String, _ summary: String) {
    self.name = name
    self.summary = summary
  }
}

/// An enumeration whose raw values stand in files of the language.
package protocol DocumentedEnumeration: RawRepresentable, CaseIterable, Sendable
where RawValue == String {
  /// What the value means, for the schema.
  var summary: String { get }
}
