package import PolicyText

/// Values that the user gave for variables of sources.
package struct ImportDefinitions: Sendable {
  private var values: [ExactString: ExactString]

  /// Values by name.
  package init(_ values: [ExactString: ExactString] = [:]) { self.values = values }

  /// The value of a name; nil where none was given.
  package subscript(name: ExactString) -> ExactString? {
    get { values[name] }
    set { values[name] = newValue }
  }
}
