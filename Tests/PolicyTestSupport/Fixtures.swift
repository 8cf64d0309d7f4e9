package import Foundation

/// Files of the repository that tests read.
package enum Fixtures {
  /// The root of the repository.
  package static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// The bytes of a file; the path is relative to the root.
  package static func bytes(_ path: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: root.appending(path: path)))
  }

  /// The text of a file; the path is relative to the root.
  package static func text(_ path: String) throws -> String {
    try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }

  /// A program in `Tests/Fixtures/programs`.
  package static func program(_ name: String) throws -> String {
    try text("Tests/Fixtures/programs/\(name)")
  }

  /// The names in a directory, sorted; the path is relative to the root.
  package static func names(in directory: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: root.appending(path: directory).path)
      .sorted()
  }

  /// The files below a directory, sorted; both paths are relative to the root.
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

  /// The rows of a file of tab-separated values by the names of its first line. Nothing is trimmed.
  package static func table(_ name: String) throws -> [[String: String]] {
    let text = String(decoding: try vectors(name), as: UTF8.self)
    let lines = text.unicodeScalars.split(separator: "\n").map {
      $0.split(separator: "\t", omittingEmptySubsequences: false).map { String($0) }
    }
    guard let head = lines.first else { return [] }
    return lines.dropFirst().map { Dictionary(zip(head, $0), uniquingKeysWith: { $1 }) }
  }

  /// The string of a column whose name ends in `_json`.
  package static func string(json: String) throws -> String {
    try JSONDecoder().decode(String.self, from: Data(json.utf8))
  }
}

extension Data {
  /// Writes a file, and its folder if that is missing.
  package func write(withFolderTo url: URL) throws {
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try write(to: url)
  }
}
