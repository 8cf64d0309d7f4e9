package import PolicyDiagnostics

/// A file that a target produced, still in memory.
package struct GeneratedFile: Sendable, Equatable {
  /// Where it goes below the output directory: components joined by `/`, each of them safe.
  package var path: String
  /// Name of the target.
  package var target: String
  /// nil for files that hold both environments.
  package var environment: Environment?
  /// The content; text ends with one line feed.
  package var bytes: [UInt8]

  /// A file of bytes.
  package init(path: String, target: String, environment: Environment? = nil, bytes: [UInt8]) {
    self.path = path
    self.target = target
    self.environment = environment
    self.bytes = bytes
  }

  /// A file of text.
  package init(path: String, target: String, environment: Environment? = nil, text: String) {
    self.init(path: path, target: target, environment: environment, bytes: Array(text.utf8))
  }
}
