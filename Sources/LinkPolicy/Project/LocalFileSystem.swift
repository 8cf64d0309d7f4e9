#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif
public import PolicyText

/// The local file system, accessed with POSIX calls.
public struct LocalFileSystem: FileSystem {
  /// The directories in which leftovers of killed runs have been removed.
  let swept = SweptDirectories()

  /// Creates the file system.
  public init() {}

  /// The absolute path of the working directory; nil if it is unknown.
  public static var workingDirectory: String? {
    unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 4_097) { buffer in
      guard let start = buffer.baseAddress, let path = unsafe getcwd(start, buffer.count - 1) else {
        return nil
      }
      return unsafe String(cString: path)
    }
  }

  /// The type of a path's target.
  public func kind(of path: String) -> FileKind? {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { return nil }
    return status.st_mode & S_IFMT == S_IFDIR ? .directory : .file
  }

  /// Returns true if the last component is a symbolic link.
  public func isSymbolicLink(_ path: String) -> Bool {
    var status = stat()
    return unsafe lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
  }

  /// The path with all symbolic links resolved.
  public func realPath(_ path: String) -> String? {
    guard let resolved = unsafe realpath(path, nil) else { return nil }
    defer { unsafe free(resolved) }
    return unsafe String(validatingCString: resolved)
  }

  /// Returns true if both have the same device and inode.
  public func isSame(_ path: String, as other: String) -> Bool {
    var one = stat()
    var two = stat()
    return unsafe stat(path, &one) == 0 && stat(other, &two) == 0 && one.st_ino == two.st_ino
      && one.st_dev == two.st_dev
  }

  /// The contents of a file, up to the limit of a run.
  public func read(_ path: String) throws(FileSystemError) -> [UInt8] {
    try read(path, within: .standard)
  }

  /// The first bytes of a file, up to a maximum.
  public func read(
    _ path: String, upTo count: Int, isFound: Bool
  ) throws(FileSystemError) -> [UInt8] {
    try FileReading.read(path, in: AT_FDCWD, upTo: count, isFound: isFound, named: path)
  }

  /// Opens a file that the user names: a regular file, or a stream such as `/dev/stdin`.
  package static func open(reading path: String) throws(FileSystemError) -> CInt {
    try FileReading.open(path, in: AT_FDCWD, isFound: false, named: path).descriptor
  }

  /// Opens a file that a search found.
  public func open(found path: String) throws(FileSystemError) -> any OpenFile {
    try LocalOpenFile(path)
  }

  /// The names in a directory, in byte order.
  public func list(_ directory: String) throws(FileSystemError) -> [String] {
    try LocalDirectory(directory, in: AT_FDCWD, isLink: true, named: directory)
      .entries().map(\.name)
  }

  /// Opens a directory; follows a link, because the user named it.
  public func open(directory path: String) throws(FileSystemError) -> any SearchedDirectory {
    try LocalDirectory(path, in: AT_FDCWD, isLink: true, named: path)
  }

  /// Waits until no other run writes to a directory.
  public func lock(
    _ directory: String, waiting: () -> Void
  ) throws(FileSystemError) -> (any DirectoryLock)? {
    // Writing reports a file with the path of the directory.
    if kind(of: directory) == .file { return nil }
    let isNew = kind(of: directory) == nil
    return try LocalDirectoryLock(
      directory, isNew: isNew,
      make: { () throws(FileSystemError) in try makeDirectories(directory) },
      waiting: waiting)
  }

  /// An unnamed file; nil if it can't be created.
  public func scratchFile() -> (any ScratchFile)? { LocalScratchFile() }

  /// Removes a file, and then empty directories above it.
  public func remove(_ path: String, upTo root: String) throws(FileSystemError) {
    guard unsafe unlink(path) == 0 || errno == ENOENT else { throw SystemCall.failure(path) }
    removeEmptyDirectories(above: path, upTo: root)
  }

  func removeEmptyDirectories(above path: String, upTo root: String) {
    var directory = path
    while let slash = directory.utf8.lastIndex(of: UInt8(ascii: "/")) {
      directory = String(directory[..<slash])
      // `rmdir` fails for a directory that isn't empty, which ends the loop.
      guard directory.utf8.count > root.utf8.count,
        unsafe rmdir(directory) == 0 || errno == ENOENT
      else { return }
    }
  }

  /// Creates a directory and those above it.
  func makeDirectories(_ directory: String) throws(FileSystemError) {
    if directory.isEmpty || kind(of: directory) == .directory { return }
    var parent = directory
    while parent.utf8.last == UInt8(ascii: "/") { parent.removeLast() }
    if let slash = parent.utf8.lastIndex(of: UInt8(ascii: "/")) {
      try makeDirectories(String(parent[..<slash]))
    }
    guard unsafe mkdir(directory, 0o755) == 0 || errno == EEXIST else {
      throw SystemCall.failure(directory)
    }
  }

  /// Removes temporary files of runs that have ended.
  public func removeLeftovers(beside paths: [String], upTo root: String) {
    for path in paths {
      let directory = TemporaryFile.directory(of: path)
      guard swept.insert(directory) else { continue }
      if removeLeftovers(in: directory) { removeEmptyDirectories(above: path, upTo: root) }
    }
  }

  /// - Parameter directory: ends with a slash; empty for the working directory.
  /// - Returns: true if the directory may be empty.
  @discardableResult
  func removeLeftovers(in directory: String) -> Bool {
    let names = (try? list(directory.isEmpty ? "." : directory)) ?? []
    var mayBeEmpty = names.isEmpty
    for name in names where TemporaryFile.isName(name) {
      if TemporaryFile.removeLeftover(directory + name) { mayBeEmpty = true }
    }
    return mayBeEmpty
  }
}
