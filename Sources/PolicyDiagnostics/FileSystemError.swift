/// Why a file could not be used; one line for people.
public struct FileSystemError: Error, Sendable, CustomStringConvertible {
  /// The path as it was given.
  public var path: String
  /// Lower case, no period: "no such file or directory".
  public var reason: String
  /// An error.
  public init(path: String, reason: String) {
    self.path = path
    self.reason = reason
  }
  /// Path and reason.
  public var description: String { "\(path): \(reason)" }
}
