package import Foundation

/// Reads the repository's files for tests.
package enum Fixtures {
  package static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// Reads a file; the path is relative to the repository.
  package static func bytes(_ path: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: root.appending(path: path)))
  }

  /// Reads a file as UTF-8; the path is relative to the repository.
  package static func text(_ path: String) throws -> String {
    try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }

  /// Returns the path of a program in `Tests/Fixtures/programs`.
  package static func program(_ name: String) throws -> String {
    try text("Tests/Fixtures/programs/\(name)")
  }

  /// Returns the sorted names in a directory; the path is relative to the repository.
  package static func names(in directory: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: root.appending(path: directory).path)
      .sorted()
  }

  /// Returns the sorted files below a directory; both paths are relative to the repository.
  package static func files(below directory: String) throws -> [String] {
    let paths = try FileManager.default.subpathsOfDirectory(
      atPath: root.appending(path: directory).path)
    return paths.map { "\(directory)/\($0)" }.filter { path in
      var isDirectory: ObjCBool = false
      let full = root.appending(path: path).path
      return unsafe FileManager.default.fileExists(atPath: full, isDirectory: &isDirectory)
        && !isDirectory.boolValue
    }.sorted()
  }

  /// `Tests/Vectors/<name>`.
  package static func vectors(_ name: String) throws -> Data {
    try Data(contentsOf: root.appending(path: "Tests/Vectors/\(name)"))
  }

  /// Reads a file of tab-separated values. The keys of a row are the names in the first line.
  /// Values aren't trimmed.
  package static func table(_ name: String) throws -> [[String: String]] {
    let text = String(decoding: try vectors(name), as: UTF8.self)
    let lines = text.unicodeScalars.split(separator: "\n").map {
      $0.split(separator: "\t", omittingEmptySubsequences: false).map { String($0) }
    }
    guard let head = lines.first else { return [] }
    return lines.dropFirst().map { Dictionary(zip(head, $0), uniquingKeysWith: { $1 }) }
  }

  /// Decodes a cell whose column name ends in `_json`.
  package static func string(json: String) throws -> String {
    try JSONDecoder().decode(String.self, from: Data(json.utf8))
  }
}

extension Data {
  /// Writes a file, and creates its folder if it is missing.
  package func write(withFolderTo url: URL) throws {
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try write(to: url)
  }
}
