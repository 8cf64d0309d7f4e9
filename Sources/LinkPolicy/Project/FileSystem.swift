public import PolicyDiagnostics

/// Files and directories as linkpolicy needs them: the command line injects the real ones, tests a
/// table in memory. Paths use `/`; relative ones start at the working directory.
public protocol FileSystem: Sendable {
  /// What a path leads to, symbolic links followed; nil where nothing is.
  func kind(of path: String) -> FileKind?
  /// True when the last component of the path is itself a symbolic link.
  func isSymbolicLink(_ path: String) -> Bool
  /// The content of a file.
  func read(_ path: String) throws(FileSystemError) -> [UInt8]
  /// The names in a directory without `.` and `..`, in byte order.
  func list(_ directory: String) throws(FileSystemError) -> [String]
  /// Writes a file whole or not at all (temporary file beside it, then rename); makes the directories
  /// above it.
  func write(_ bytes: [UInt8], to path: String) throws(FileSystemError)
  /// Removes a file if it is there, and the directories above it that are empty then, up to but without
  /// `root`.
  func remove(_ path: String, upTo root: String) throws(FileSystemError)
  /// Removes temporary files of `write` that killed processes left beside files, and the directories
  /// that are empty then, up to but without `root`. What cannot be removed stays.
  func removeLeftovers(beside paths: [String], upTo root: String)
}

extension FileSystem {
  /// Nothing is left where files are written at once.
  public func removeLeftovers(beside paths: [String], upTo root: String) {}
}

/// What a path leads to.
public enum FileKind: Sendable {
  /// A regular file, or something that is read like one.
  case file
  /// A directory.
  case directory
}
