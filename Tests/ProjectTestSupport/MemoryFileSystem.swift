import Foundation
package import LinkPolicy

/// A file system in memory. A directory exists if it contains a file.
package final class MemoryFileSystem: FileSystem, @unchecked Sendable {
  private let lock = NSLock()
  private var content: [String: [UInt8]]
  private var links: Set<String>
  private var written: [String] = []

  /// Whether `.` is the directory that contains all files.
  private let hasRoot: Bool

  /// - Parameter links: paths of symbolic links.
  package init(
    _ files: [String: String] = [:], links: Set<String> = [], hasRoot: Bool = false
  ) {
    self.hasRoot = hasRoot
    content = files.mapValues { Array($0.utf8) }
    self.links = links
  }

  /// Contents by path.
  package var files: [String: String] {
    lock.withLock { content.mapValues { String(decoding: $0, as: UTF8.self) } }
  }

  /// The paths that were written, in order.
  package var writes: [String] { lock.withLock { written } }

  /// Normalizes a path: `Policies/` is `Policies`; with a root, `./a` is `a` and `.` is empty.
  private func trimmed(_ path: String) -> String {
    var path = path
    if hasRoot {
      if path == "." { return "" }
      if path.hasPrefix("./") { path.removeFirst(2) }
    }
    return path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
  }

  /// Returns the prefix of all paths below a directory.
  private func prefix(of directory: String) -> String { directory.isEmpty ? "" : directory + "/" }

  package func kind(of path: String) -> FileKind? {
    let path = trimmed(path)
    return lock.withLock {
      if content[path] != nil { return .file }
      return content.keys.contains { $0.hasPrefix(prefix(of: path)) } || links.contains(path)
        ? .directory : nil
    }
  }

  package func isSymbolicLink(_ path: String) -> Bool { lock.withLock { links.contains(path) } }

  package func read(_ path: String) throws(FileSystemError) -> [UInt8] {
    guard let bytes = lock.withLock({ content[trimmed(path)] }) else {
      throw FileSystemError(path: path, reason: "no such file or directory")
    }
    return bytes
  }

  package func list(_ directory: String) throws(FileSystemError) -> [String] {
    let prefix = prefix(of: trimmed(directory))
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
