package import PolicyText

/// A file that a target produced; what is large is made as it is written.
package struct GeneratedFile: Sendable, Equatable {
  /// Where it goes below the output directory: components joined by `/`, each of them safe.
  package var path: String
  /// Name of the target.
  package var target: String
  /// nil for files that hold both environments.
  package var environment: Environment?
  private let content: Content

  private enum Content: Sendable {
    case whole([UInt8])
    case pieces(@Sendable (_ take: ([UInt8]) -> Void) -> Void)
  }

  /// A file of bytes.
  package init(path: String, target: String, environment: Environment? = nil, bytes: [UInt8]) {
    self.path = path
    self.target = target
    self.environment = environment
    content = .whole(bytes)
  }

  /// A file of text.
  package init(path: String, target: String, environment: Environment? = nil, text: String) {
    self.init(path: path, target: target, environment: environment, bytes: Array(text.utf8))
  }

  /// A file that is never held as a whole.
  ///
  /// - Parameter pieces: hands over one after the other, the same ones each time.
  package init(
    path: String, target: String, environment: Environment? = nil,
    pieces: @escaping @Sendable (_ take: ([UInt8]) -> Void) -> Void
  ) {
    self.path = path
    self.target = target
    self.environment = environment
    content = .pieces(pieces)
  }

  /// A file of code.
  package init<Language>(path: String, target: String, code: Code<Language>) {
    self.init(path: path, target: target) { take in
      code.forEachPiece { take(Language.layOut($0)) }
    }
  }

  /// Hands over the content; text ends with one line feed.
  package func forEachPiece(_ take: ([UInt8]) -> Void) {
    switch content {
    case .whole(let bytes): take(bytes)
    case .pieces(let pieces): pieces(take)
    }
  }

  /// The content in one piece.
  package var bytes: [UInt8] {
    if case .whole(let bytes) = content { return bytes }
    var bytes: [UInt8] = []
    forEachPiece { bytes += $0 }
    return bytes
  }

  /// The same file with the same content.
  package static func == (left: GeneratedFile, right: GeneratedFile) -> Bool {
    left.path == right.path && left.target == right.target && left.environment == right.environment
      && left.bytes == right.bytes
  }
}
