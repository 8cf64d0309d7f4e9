import Foundation
import PolicyTestSupport

/// The repository's files, for tests about the repository itself.
struct RepositoryFiles {
  /// The path in the repository.
  var path: String
  var lines: [String]

  /// Returns whether the file contains a string, which is faster than a regular expression on each
  /// line.
  func mentions(_ text: String) -> Bool { data.range(of: Data(text.utf8)) != nil }
  private var data: Data

  /// The lines outside of multi-line strings, which contain generated code.
  var code: [String] {
    var isInside = false
    guard mentions("\"\"\"") else { return lines }
    return lines.filter { line in
      let quotes = line.ranges(of: "\"\"\"").count
      defer { if quotes % 2 == 1 { isInside.toggle() } }
      return !isInside
    }
  }

  /// The Swift files of the product's targets in this package.
  static func product() throws -> [RepositoryFiles] { try read.get() }

  private static let read = Result { try swift(in: "Sources") + swift(in: "Web/Sources/WebApp") }

  /// The path without the directory of the targets: `PolicyText/Bytes/ASCII.swift`.
  var pathInTargets: String { path.replacing("Web/", with: "").replacing("Sources/", with: "") }

  /// Returns the Swift files below a directory, sorted.
  static func swift(in directory: String) throws -> [RepositoryFiles] {
    try all(in: directory).filter { $0.hasSuffix(".swift") }.map { path in
      let data = try Data(contentsOf: Fixtures.root.appending(path: path))
      return RepositoryFiles(
        path: path,
        lines: data.split(separator: 0x0A, omittingEmptySubsequences: false).map {
          String(decoding: $0, as: UTF8.self)
        }, data: data)
    }
  }

  /// Returns all files below a directory as sorted paths in the repository.
  static func all(in directory: String) throws -> [String] {
    let root = Fixtures.root.appending(path: directory)
    guard let walk = FileManager.default.enumerator(atPath: root.path) else { return [] }
    return walk.compactMap { $0 as? String }.filter { name in
      // The example is a separate package with its own build directory.
      guard !name.split(separator: "/").contains(".build") else { return false }
      var isDirectory: ObjCBool = false
      let path = root.appending(path: name).path
      return unsafe FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory)
        && !isDirectory.boolValue
    }.map { "\(directory)/\($0)" }.sorted()
  }
}

extension URL {
  /// Reads a file as UTF-8. Invalid bytes don't matter here.
  func contents() throws -> String { String(decoding: try Data(contentsOf: self), as: UTF8.self) }
}
