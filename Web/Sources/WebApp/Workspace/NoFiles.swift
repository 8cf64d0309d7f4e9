import LinkPolicy

/// A file system without files, for requests with `"disk": false`.
struct NoFiles: FileSystem {
  func kind(of path: String) -> FileKind? { nil }
  func isSymbolicLink(_ path: String) -> Bool { false }
  func read(_ path: String) throws(FileSystemError) -> [UInt8] {
    throw FileSystemError(path: path, reason: "no such file or directory")
  }
  func list(_ directory: String) throws(FileSystemError) -> [String] {
    try read(directory).map { _ in "" }
  }
  func write(_ bytes: [UInt8], to path: String) throws(FileSystemError) { _ = try read(path) }
  func remove(_ path: String, upTo root: String) throws(FileSystemError) { _ = try read(path) }
}
