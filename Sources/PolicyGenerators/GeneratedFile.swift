package import PolicyText

/// A file that a target generates.
package struct GeneratedFile: Sendable, Equatable {
  /// The path below the output directory, with `/` between the components; each component is safe.
  package var path: String
  /// The name of the target.
  package var target: String
  /// nil for files with both environments.
  package var environment: Environment?
  private let content: @Sendable () -> [UInt8]

  /// - Parameter content: the contents, made each time they are needed; text ends with a newline.
  package init(
    path: String, target: String, environment: Environment? = nil,
    content: @escaping @Sendable () -> [UInt8]
  ) {
    self.path = path
    self.target = target
    self.environment = environment
    self.content = content
  }

  package init(path: String, target: String, environment: Environment? = nil, text: String) {
    self.init(path: path, target: target, environment: environment) { Array(text.utf8) }
  }

  package var bytes: [UInt8] { content() }

  package static func == (left: GeneratedFile, right: GeneratedFile) -> Bool {
    left.path == right.path && left.target == right.target && left.environment == right.environment
      && left.bytes == right.bytes
  }
}
