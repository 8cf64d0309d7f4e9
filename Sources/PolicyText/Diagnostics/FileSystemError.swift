/// Why a file could not be used; one line for people.
public struct FileSystemError: Error, Sendable, CustomStringConvertible {
  /// The path as it was given.
  public var path: String
  /// Lower case, no period: "no such file or directory".
  public var reason: String
  /// What else cannot be used; a search names all of it at once.
  public var others: [FileSystemError] = []
  /// An error.
  public init(path: String, reason: String) {
    self.path = path
    self.reason = reason
  }
  /// Path and reason, without the others.
  public var description: String { "\(path): \(reason)" }
}
