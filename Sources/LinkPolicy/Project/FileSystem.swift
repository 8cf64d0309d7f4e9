public import PolicyText

/// The operations on files and directories that linkpolicy needs. The command line uses the real
/// file system, tests an in-memory one. Paths use `/`, and relative ones start at the working
/// directory.
public protocol FileSystem: Sendable {
  /// Returns false for a path that this file system refuses to open, even if it exists.
  func reaches(_ path: String) -> Bool
  /// The type of a path's target, after following symbolic links; nil if it doesn't exist.
  func kind(of path: String) -> FileKind?
  /// Returns true if the last component of the path is a symbolic link.
  func isSymbolicLink(_ path: String) -> Bool
  /// The contents of a file.
  func read(_ path: String) throws(FileSystemError) -> [UInt8]
  /// The names in a directory without `.` and `..`, in byte order.
  func list(_ directory: String) throws(FileSystemError) -> [String]
  /// Writes a file completely or not at all: to a temporary file next to it, which is renamed.
  /// Creates missing directories.
  func write(_ bytes: [UInt8], to path: String) throws(FileSystemError)
  /// Writes contents that `next` returns piece by piece, until it returns nil.
  func write(
    to path: String, _ next: () throws(FileSystemError) -> [UInt8]?
  ) throws(FileSystemError)
  /// Removes a file if it exists, and then the empty directories above it, up to but excluding
  /// `root`.
  func remove(_ path: String, upTo root: String) throws(FileSystemError)
  /// Removes temporary files that killed processes left next to some files, and then the empty
  /// directories, up to but excluding `root`. Ignores errors.
  func removeLeftovers(beside paths: [String], upTo root: String)

  // MARK: files that may change while they are read

  /// The first bytes of a file, up to a maximum.
  ///
  /// - Parameter isFound: whether a search found the file, so it must be a regular file and not a
  ///   link.
  func read(_ path: String, upTo count: Int, isFound: Bool) throws(FileSystemError) -> [UInt8]
  /// Opens a file that a search found, so it must be a regular file and not a link.
  func open(found path: String) throws(FileSystemError) -> any OpenFile
  /// Opens a directory for a search.
  func open(directory path: String) throws(FileSystemError) -> any SearchedDirectory
  /// The path with all symbolic links resolved; nil if it doesn't exist. A file system without
  /// links may return the path itself.
  func realPath(_ path: String) -> String?
  /// Returns true if both paths lead to the same existing file.
  func isSame(_ path: String, as other: String) -> Bool

  // MARK: changing existing files

  /// Throws if `rewrite` would throw.
  func checkRewriting(_ path: String) throws(FileSystemError)
  /// Replaces the contents of a file that linkpolicy didn't create, and keeps its mode, owner and
  /// hard links.
  ///
  /// - Parameter old: the contents that were read. If the file has changed since, it is left
  ///   unchanged.
  func rewrite(_ path: String, from old: [UInt8], to new: [UInt8]) throws(FileSystemError)
  /// Waits until no other run writes to a directory, which is created if needed.
  ///
  /// - Parameter waiting: called once if another run has the lock.
  /// - Returns: the lock, which is released with the object; nil if the file system doesn't support
  ///   locks.
  func lock(
    _ directory: String, waiting: () -> Void
  ) throws(FileSystemError) -> (any DirectoryLock)?
  /// Creates a scratch file for contents that exceed memory; nil to keep them in memory.
  func scratchFile() -> (any ScratchFile)?
}

/// Prevents other runs from writing to a directory, until it is deallocated or its process ends.
public protocol DirectoryLock: AnyObject {}

/// The type of a path's target.
public enum FileKind: Sendable {
  /// A regular file, or a stream that can be read like one.
  case file
  /// A directory.
  case directory
}
