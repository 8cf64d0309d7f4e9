import Foundation
import PolicyTestSupport

/// Inputs to start from, from the files of the tests.
enum Seeds {
  /// Files below a directory of the repository whose names end so.
  static func files(_ directory: String, _ suffixes: String...) throws -> [[UInt8]] {
    try Fixtures.files(below: directory)
      .filter { path in suffixes.contains { path.hasSuffix($0) } }
      .map { try Fixtures.bytes($0) }
  }

  /// A column of `Tests/Vectors/<table>`; where its name ends in `_json`, the strings that it holds.
  static func column(_ name: String, of table: String) throws -> [String] {
    try Fixtures.table(table).compactMap { row in
      guard let cell = row[name] else { return nil }
      return name.hasSuffix("_json") ? try? Fixtures.string(json: cell) : cell
    }
  }

  /// The objects of `Tests/Vectors/<name>` under a key.
  static func objects(_ key: String, of name: String) throws -> [[String: Any]] {
    let file = try JSONSerialization.jsonObject(with: Fixtures.vectors(name))
    return (file as? [String: Any])?[key] as? [[String: Any]] ?? []
  }

  /// Inputs that once showed a mistake: `Tests/Fixtures/fuzz/<target>/`.
  static func former(_ target: String) throws -> [[UInt8]] {
    let directory = "Tests/Fixtures/fuzz/\(target)"
    let path = Fixtures.root.appending(path: directory).path
    guard FileManager.default.fileExists(atPath: path) else { return [] }
    return try Fixtures.files(below: directory).map { try Fixtures.bytes($0) }
  }

  /// The former findings and the seeds of a target.
  static func all(of target: FuzzTarget) throws -> [[UInt8]] {
    try (former(target.name) + target.seeds()).filter { $0.count <= target.maximumLength }
  }

  /// Writes the seeds of a target into a directory; names are numbers.
  static func write(_ target: FuzzTarget, to directory: URL) throws -> Int {
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    let all = try all(of: target)
    for (index, seed) in all.enumerated() {
      try Data(seed).write(to: directory.appending(path: "seed-\(index)"))
    }
    return all.count
  }
}
