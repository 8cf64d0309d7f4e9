public import PolicyText

/// Defaults for file systems without links, permissions and concurrent processes.
extension FileSystem {
  /// Returns true for all paths.
  public func reaches(_ path: String) -> Bool { true }

  /// Does nothing, because files are written at once.
  public func removeLeftovers(beside paths: [String], upTo root: String) {}

  /// Reads the whole file.
  public func read(
    _ path: String, upTo count: Int, isFound: Bool
  ) throws(FileSystemError) -> [UInt8] {
    let bytes = try read(path)
    return bytes.count > count ? Array(bytes[..<count]) : bytes
  }

  /// Reads the whole file.
  public func open(found path: String) throws(FileSystemError) -> any OpenFile {
    WholeFile(try read(path, within: .standard, isFound: true))
  }

  /// Collects the pieces, then writes them.
  public func write(
    to path: String, _ next: () throws(FileSystemError) -> [UInt8]?
  ) throws(FileSystemError) {
    var bytes: [UInt8] = []
    while let piece = try next() { bytes += piece }
    try write(bytes, to: path)
  }

  /// Opens a directory that is read by paths.
  public func open(directory path: String) throws(FileSystemError) -> any SearchedDirectory {
    ListedDirectory(path: path, fileSystem: self, names: try list(path))
  }

  /// The path itself if it exists.
  public func realPath(_ path: String) -> String? { kind(of: path) == nil ? nil : path }

  /// True for equal paths, after normalization.
  public func isSame(_ path: String, as other: String) -> Bool {
    kind(of: path) != nil
      && WorkingDirectory.components(path).map { ExactString($0) }
        == WorkingDirectory.components(other).map { ExactString($0) }
  }

  /// Throws for links, which `write` would replace.
  public func checkRewriting(_ path: String) throws(FileSystemError) {
    guard !isSymbolicLink(path) else {
      throw FileSystemError(
        path: path, reason: "is a symbolic link: name the file that it leads to")
    }
  }

  /// Writes the file.
  public func rewrite(
    _ path: String, from old: [UInt8], to new: [UInt8]
  ) throws(FileSystemError) {
    try checkRewriting(path)
    try write(new, to: path)
  }

  /// No lock, because other processes can't access these files.
  public func lock(
    _ directory: String, waiting: () -> Void
  ) throws(FileSystemError) -> (any DirectoryLock)? { nil }

  /// nil: contents stay in memory.
  public func scratchFile() -> (any ScratchFile)? { nil }

  /// The contents of a file, up to the run's limit.
  ///
  /// - Parameter isFound: whether a search found the file, so it must be a regular file and not a
  ///   link.
  package func read(
    _ path: String, within access: InputAccess, isFound: Bool = false
  ) throws(FileSystemError) -> [UInt8] {
    let bytes = try read(
      path, upTo: access.fileBytes + 1, isFound: isFound || access.links == .refused)
    guard bytes.count <= access.fileBytes else {
      throw FileSystemError(path: path, reason: "has more than \(access.fileBytes) bytes")
    }
    return bytes
  }

  /// The contents of a file that a search found; links may only lead to files below a directory.
  package func read(
    found path: String, below root: String, within access: InputAccess
  ) throws(FileSystemError) -> [UInt8] {
    guard isSymbolicLink(path) else { return try read(path, within: access, isFound: true) }
    guard access.links != .refused else { throw .link(path) }
    guard let target = realPath(path) else {
      throw FileSystemError(
        path: path, reason: "is a symbolic link whose target is missing or not readable")
    }
    if access.links == .withinRoot, realPath(root).flatMap({ target.below($0) }) == nil {
      throw FileSystemError(
        path: path,
        reason: "is a symbolic link to a path outside of the repository "
          + "(`--follow-links` follows it)")
    }
    do throws(FileSystemError) {
      return try read(target, within: access, isFound: true)
    } catch {
      throw FileSystemError(path: path, reason: error.reason)
    }
  }

  /// The first component of a path that is a link; nil if there is none. For an absolute path, only
  /// the last component is checked.
  func firstLink(in path: String) -> String? {
    var parts: [String] = []
    for end in path.utf8.indices where path.utf8[end] == UInt8(ascii: "/") {
      parts.append(String(path[..<end]))
    }
    if path.utf8.last != UInt8(ascii: "/") { parts.append(path) }
    parts = parts.filter { !$0.isEmpty }
    if path.utf8.first == UInt8(ascii: "/") { parts = parts.suffix(1) }
    return parts.first { isSymbolicLink($0) }
  }
}

extension String {
  /// The rest of a link-free path after a directory: empty for the directory itself, nil for paths outside of
  /// it.
  package func below(_ directory: String) -> String? {
    if directory.isEmpty { return self }
    guard utf8.starts(with: directory.utf8) else { return nil }
    let rest = utf8.dropFirst(directory.utf8.count)
    if rest.isEmpty { return "" }
    if directory.utf8.last == UInt8(ascii: "/") { return String(Substring(rest)) }
    guard rest.first == UInt8(ascii: "/") else { return nil }
    return String(Substring(rest.dropFirst()))
  }
}
