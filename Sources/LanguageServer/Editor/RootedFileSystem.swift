package import LinkPolicy

/// A file system with paths relative to the root of a workspace, independent of the working directory of
/// the process.
package struct RootedFileSystem: FileSystem {
  private let root: String
  private let base: any FileSystem
  /// Open documents by absolute path, which replace files on disk.
  private let texts: [String: [UInt8]]

  /// - Parameters:
  ///   - root: an absolute path.
  ///   - texts: replacements for files, by absolute path.
  package init(_ root: String, in base: any FileSystem, texts: [String: [UInt8]] = [:]) {
    self.root = root
    self.base = base
    self.texts = texts
  }

  /// The path in the underlying file system.
  package func absolute(_ path: String) -> String {
    if path.hasPrefix("/") { return path }
    return path == "." || path.isEmpty ? root : "\(root)/\(path)"
  }

  /// An error with the path that the caller used.
  private func named<Result>(
    _ path: String, _ body: () throws(FileSystemError) -> Result
  ) throws(FileSystemError) -> Result {
    do throws(FileSystemError) {
      return try body()
    } catch {
      throw FileSystemError(path: path, reason: error.reason)
    }
  }

  package func reaches(_ path: String) -> Bool { base.reaches(absolute(path)) }
  package func kind(of path: String) -> FileKind? {
    base.kind(of: absolute(path)) ?? (texts[absolute(path)] == nil ? nil : .file)
  }
  package func isSymbolicLink(_ path: String) -> Bool { base.isSymbolicLink(absolute(path)) }
  package func read(_ path: String) throws(FileSystemError) -> [UInt8] {
    if let text = texts[absolute(path)] { return text }
    return try named(path) { () throws(FileSystemError) in try base.read(absolute(path)) }
  }
  package func list(_ directory: String) throws(FileSystemError) -> [String] {
    try named(directory) { () throws(FileSystemError) in try base.list(absolute(directory)) }
  }
  package func write(_ bytes: [UInt8], to path: String) throws(FileSystemError) {
    try named(path) { () throws(FileSystemError) in try base.write(bytes, to: absolute(path)) }
  }
  package func remove(_ path: String, upTo root: String) throws(FileSystemError) {
    try base.remove(absolute(path), upTo: absolute(root))
  }
  package func removeLeftovers(beside paths: [String], upTo root: String) {
    base.removeLeftovers(beside: paths.map(absolute), upTo: absolute(root))
  }
  package func read(
    _ path: String, upTo count: Int, isFound: Bool
  ) throws(FileSystemError) -> [UInt8] {
    if let text = texts[absolute(path)] { return Array(text.prefix(count)) }
    return try named(path) { () throws(FileSystemError) in
      try base.read(absolute(path), upTo: count, isFound: isFound)
    }
  }
  package func open(directory path: String) throws(FileSystemError) -> any SearchedDirectory {
    try named(path) { () throws(FileSystemError) in try base.open(directory: absolute(path)) }
  }
  package func realPath(_ path: String) -> String? { base.realPath(absolute(path)) }
  package func isSame(_ path: String, as other: String) -> Bool {
    base.isSame(absolute(path), as: absolute(other))
  }
}
