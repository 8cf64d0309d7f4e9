#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif
public import PolicyText

/// The files of the machine, through POSIX calls.
public struct LocalFileSystem: FileSystem {
  /// The directories in which leftovers of killed runs were looked for.
  let swept = SweptDirectories()

  /// The files of the machine.
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

  /// What a path leads to.
  public func kind(of path: String) -> FileKind? {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { return nil }
    return status.st_mode & S_IFMT == S_IFDIR ? .directory : .file
  }

  /// True when the last component is a symbolic link.
  public func isSymbolicLink(_ path: String) -> Bool {
    var status = stat()
    return unsafe lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
  }

  /// The path without links.
  public func realPath(_ path: String) -> String? {
    guard let resolved = unsafe realpath(path, nil) else { return nil }
    defer { unsafe free(resolved) }
    return unsafe String(validatingCString: resolved)
  }

  /// True when both are one file on one device.
  public func isSame(_ path: String, as other: String) -> Bool {
    var one = stat()
    var two = stat()
    return unsafe stat(path, &one) == 0 && stat(other, &two) == 0 && one.st_ino == two.st_ino
      && one.st_dev == two.st_dev
  }

  /// The content of a file, within what a run may read.
  public func read(_ path: String) throws(FileSystemError) -> [UInt8] {
    try read(path, within: .standard)
  }

  /// The first bytes of a file, at most a number of them.
  public func read(
    _ path: String, upTo count: Int, isFound: Bool
  ) throws(FileSystemError) -> [UInt8] {
    try FileReading.read(path, in: AT_FDCWD, upTo: count, isFound: isFound, named: path)
  }

  /// A descriptor of a file that the user names: a regular file, or a stream such as `/dev/stdin`.
  package static func open(reading path: String) throws(FileSystemError) -> CInt {
    try FileReading.open(path, in: AT_FDCWD, isFound: false, named: path).descriptor
  }

  /// Opens a file that was found by a search.
  public func open(found path: String) throws(FileSystemError) -> any OpenFile {
    try LocalOpenFile(path)
  }

  /// The names in a directory, in byte order.
  public func list(_ directory: String) throws(FileSystemError) -> [String] {
    try LocalDirectory(directory, in: AT_FDCWD, isLink: true, named: directory)
      .entries().map(\.name)
  }

  /// Opens a directory; follows a link, since the user named it.
  public func open(directory path: String) throws(FileSystemError) -> any SearchedDirectory {
    try LocalDirectory(path, in: AT_FDCWD, isLink: true, named: path)
  }

  /// Waits until no other run writes to a directory.
  public func lock(
    _ directory: String, waiting: () -> Void
  ) throws(FileSystemError) -> (any DirectoryLock)? {
    // A file in the place of the directory is for others to report.
    if kind(of: directory) == .file { return nil }
    let isNew = kind(of: directory) == nil
    return try LocalDirectoryLock(
      directory, isNew: isNew,
      make: { () throws(FileSystemError) in try makeDirectories(directory) },
      waiting: waiting)
  }

  /// A file without a name; nil where none can be made.
  public func scratchFile() -> (any ScratchFile)? { LocalScratchFile() }

  /// Removes a file, and the directories that are empty then.
  public func remove(_ path: String, upTo root: String) throws(FileSystemError) {
    guard unsafe unlink(path) == 0 || errno == ENOENT else { throw SystemCall.failure(path) }
    removeEmptyDirectories(above: path, upTo: root)
  }

  func removeEmptyDirectories(above path: String, upTo root: String) {
    var directory = path
    while let slash = directory.utf8.lastIndex(of: UInt8(ascii: "/")) {
      directory = String(directory[..<slash])
      // rmdir refuses a directory that holds something: that ends the climb.
      guard directory.utf8.count > root.utf8.count,
        unsafe rmdir(directory) == 0 || errno == ENOENT
      else { return }
    }
  }

  /// Makes a directory and those above it.
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

  /// - Parameter directory: with its slash; empty for the working directory.
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
