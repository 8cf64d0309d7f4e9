public import PolicyText

/// Files and directories as linkpolicy needs them: the command line injects the real ones, tests a
/// table in memory. Paths use `/`; relative ones start at the working directory.
public protocol FileSystem: Sendable {
  /// False for a path that this file system refuses to open, whatever is there.
  func reaches(_ path: String) -> Bool
  /// What a path leads to, symbolic links followed; nil where nothing is.
  func kind(of path: String) -> FileKind?
  /// True when the last component of the path is itself a symbolic link.
  func isSymbolicLink(_ path: String) -> Bool
  /// The content of a file.
  func read(_ path: String) throws(FileSystemError) -> [UInt8]
  /// The names in a directory without `.` and `..`, in byte order.
  func list(_ directory: String) throws(FileSystemError) -> [String]
  /// Writes a file completely or not at all (temporary file next to it, then rename), and creates its
  /// directories.
  func write(_ bytes: [UInt8], to path: String) throws(FileSystemError)
  /// Writes contents that are read piece by piece until nil.
  func write(
    to path: String, _ next: () throws(FileSystemError) -> [UInt8]?
  ) throws(FileSystemError)
  /// Removes a file if it is there, and the directories above it that are empty then, up to but without
  /// `root`.
  func remove(_ path: String, upTo root: String) throws(FileSystemError)
  /// Removes temporary files of `write` that killed processes left next to files, and the directories that
  /// are empty then, up to but without `root`. Ignores errors.
  func removeLeftovers(beside paths: [String], upTo root: String)

  // MARK: files that nobody can be sure of

  /// The first bytes of a file, up to a count.
  ///
  /// - Parameter isFound: the file was found by a search, so it must be a regular file and not a link.
  func read(_ path: String, upTo count: Int, isFound: Bool) throws(FileSystemError) -> [UInt8]
  /// Opens a file that was found by a search, so it must be a regular file and not a link.
  func open(found path: String) throws(FileSystemError) -> any OpenFile
  /// Opens a directory whose files are looked for.
  func open(directory path: String) throws(FileSystemError) -> any SearchedDirectory
  /// The path without links that leads to the same place; nil where it leads nowhere. A file system
  /// without links may give the path itself back.
  func realPath(_ path: String) -> String?
  /// True when two paths lead to one file that is there.
  func isSame(_ path: String, as other: String) -> Bool

  // MARK: changing what is there

  /// Throws where `rewrite` would.
  func checkRewriting(_ path: String) throws(FileSystemError)
  /// Replaces the contents of an existing file that linkpolicy did not create, and keeps its mode, owner and
  /// names.
  ///
  /// - Parameter old: the contents that were read; a file that has changed since is left alone.
  func rewrite(_ path: String, from old: [UInt8], to new: [UInt8]) throws(FileSystemError)
  /// Waits until no other run writes to a directory, which is created if needed.
  ///
  /// - Parameter waiting: called once if another run holds the lock.
  /// - Returns: the lock, held until it is released; nil if the file system has no locks.
  func lock(
    _ directory: String, waiting: () -> Void
  ) throws(FileSystemError) -> (any DirectoryLock)?
  /// Room for contents that are too large to be held until they are written; nil keeps them in memory.
  func scratchFile() -> (any ScratchFile)?
}

/// Keeps other runs from writing to a directory until it is gone; a process that ends lets go.
public protocol DirectoryLock: AnyObject {}

/// What a path leads to.
public enum FileKind: Sendable {
  /// A regular file, or something that is read like one.
  case file
  /// A directory.
  case directory
}
