package import PolicyText

/// An app is built with a file.
package struct AppBinding: Sendable {
  package var app: AppReference
  /// Of the file, as the kind resolved it.
  package var path: String
  package var location: SourceLocation
  package var context: FactContext?
  /// What variables of the file stand for in this build.
  package var values: ImportDefinitions
}

/// An app takes links with a scheme of its own.
package struct CustomScheme: Sendable {
  /// Without `:`.
  package var scheme: ExactString
  package var app: AppReference
  package var location: SourceLocation
  package var context: FactContext?
}

/// A thing that was passed over.
package struct SkippedThing: Sendable {
  package var name: ExactString
  /// Completes "left out: …"; the same text for the same reason.
  package var reason: String
  package var location: SourceLocation
}

/// A name that people know a thing by.
package struct SubjectName: Sendable {
  package var subject: FactSubject
  package var name: ExactString
  package var location: SourceLocation
}

/// A thing that a source names.
package struct SubjectMention: Sendable {
  package var subject: FactSubject
  package var location: SourceLocation
  package var context: FactContext?
}
