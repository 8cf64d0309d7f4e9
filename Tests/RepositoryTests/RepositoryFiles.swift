import Foundation
import PolicyTestSupport

/// The files of the repository, for tests about the repository itself.
struct RepositoryFiles {
  /// Relative to the root.
  var path: String
  var lines: [String]

  /// A quick question before a regular expression looks at each line.
  func mentions(_ text: String) -> Bool { data.range(of: Data(text.utf8)) != nil }
  private var data: Data

  /// The lines outside of multi-line strings: generated code is no code of ours.
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

  /// The Swift files below a directory, sorted.
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

  /// All files below a directory, sorted; paths relative to the root.
  static func all(in directory: String) throws -> [String] {
    let root = Fixtures.root.appending(path: directory)
    guard let walk = FileManager.default.enumerator(atPath: root.path) else { return [] }
    return walk.compactMap { $0 as? String }.filter { name in
      // The example is a package of its own, with a build directory of its own.
      guard !name.split(separator: "/").contains(".build") else { return false }
      var isDirectory: ObjCBool = false
      let path = root.appending(path: name).path
      return unsafe FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory)
        && !isDirectory.boolValue
    }.map { "\(directory)/\($0)" }.sorted()
  }
}

extension URL {
  /// The text of a file; bytes that are no UTF-8 do not matter here.
  func contents() throws -> String { String(decoding: try Data(contentsOf: self), as: UTF8.self) }
}
