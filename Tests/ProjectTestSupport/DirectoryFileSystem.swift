package import Foundation
package import LinkPolicy

/// A file system whose working directory is another directory. It ignores writes.
package struct DirectoryFileSystem: FileSystem {
  private let root: URL

  package init(_ root: URL) { self.root = root }

  private func url(_ path: String) -> URL {
    path.hasPrefix("/") ? URL(filePath: path) : root.appending(path: path)
  }

  package func kind(of path: String) -> FileKind? {
    var isDirectory: ObjCBool = false
    guard
      unsafe FileManager.default.fileExists(
        atPath: url(path).path, isDirectory: &isDirectory)
    else {
      return nil
    }
    return isDirectory.boolValue ? .directory : .file
  }

  package func isSymbolicLink(_ path: String) -> Bool {
    (try? FileManager.default.destinationOfSymbolicLink(atPath: url(path).path)) != nil
  }

  package func read(_ path: String) throws(FileSystemError) -> [UInt8] {
    guard let data = try? Data(contentsOf: url(path)) else {
      throw FileSystemError(path: path, reason: "no such file or directory")
    }
    return [UInt8](data)
  }

  package func list(_ directory: String) throws(FileSystemError) -> [String] {
    guard let names = try? FileManager.default.contentsOfDirectory(atPath: url(directory).path)
    else { throw FileSystemError(path: directory, reason: "no such file or directory") }
    return names.sorted { Array($0.utf8).lexicographicallyPrecedes(Array($1.utf8)) }
  }

  package func write(_ bytes: [UInt8], to path: String) throws(FileSystemError) {
    throw FileSystemError(path: path, reason: "tests write nothing here")
  }

  package func remove(_ path: String, upTo root: String) throws(FileSystemError) {
    throw FileSystemError(path: path, reason: "tests remove nothing here")
  }
}
