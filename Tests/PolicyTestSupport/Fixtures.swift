package import Foundation

/// Files of the repository that tests read.
package enum Fixtures {
  /// The root of the repository.
  package static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

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
