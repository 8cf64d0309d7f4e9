import Foundation
package import LinkPolicy

/// Files in a table; directories are where files are.
package final class MemoryFileSystem: FileSystem, @unchecked Sendable {
  private let lock = NSLock()
  private var content: [String: [UInt8]]
  private var links: Set<String>
  private var written: [String] = []

  /// A table of files, and paths that are symbolic links.
  package init(_ files: [String: String] = [:], links: Set<String> = []) {
    content = files.mapValues { Array($0.utf8) }
    self.links = links
  }

  /// The files as text.
  package var files: [String: String] {
    lock.withLock { content.mapValues { String(decoding: $0, as: UTF8.self) } }
  }

  /// The paths that were written, in order.
  package var writes: [String] { lock.withLock { written } }

  /// `Policies/` is `Policies`, `./a` is `a`, and the working directory is empty.
  private static func trimmed(_ path: String) -> String {
    if path == "." { return "" }
    let path = path.hasPrefix("./") ? String(path.dropFirst(2)) : path
    return path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
  }

  /// What the paths below a directory start with.
  private static func prefix(of directory: String) -> String {
    directory.isEmpty ? "" : directory + "/"
  }

  package func kind(of path: String) -> FileKind? {
    let path = Self.trimmed(path)
    return lock.withLock {
      if content[path] != nil { return .file }
      return path.isEmpty || content.keys.contains { $0.hasPrefix(path + "/") }
        || links.contains(path)
        ? .directory : nil
    }
  }

  package func isSymbolicLink(_ path: String) -> Bool { lock.withLock { links.contains(path) } }

  package func read(_ path: String) throws(FileSystemError) -> [UInt8] {
    guard let bytes = lock.withLock({ content[Self.trimmed(path)] }) else {
      throw FileSystemError(path: path, reason: "no such file or directory")
    }
    return bytes
  }

  package func list(_ directory: String) throws(FileSystemError) -> [String] {
    let prefix = Self.prefix(of: Self.trimmed(directory))
    return lock.withLock {
      Set(
        content.keys.filter { $0.hasPrefix(prefix) }
          .compactMap { $0.dropFirst(prefix.count).split(separator: "/").first }
          .map { String($0) }
      ).sorted()
    }
  }

  package func write(_ bytes: [UInt8], to path: String) throws(FileSystemError) {
    lock.withLock {
      content[path] = bytes
      written.append(path)
    }
  }

  package func remove(_ path: String, upTo root: String) throws(FileSystemError) {
    _ = lock.withLock { content.removeValue(forKey: path) }
  }
}
