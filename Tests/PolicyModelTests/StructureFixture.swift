import Foundation
import PolicyDiagnostics
import PolicyModel
import PolicySourceTree
import Testing

/// The repository that these tests stand in.
enum Repository {
  static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  static func bytes(_ path: String) throws -> [UInt8] {
    Array(try Data(contentsOf: root.appendingPathComponent(path)))
  }
}

/// A file of `Tests/Fixtures/structure`; a line with findings ends in `# ⟵ rule-id rule-id`.
struct StructureFixture: CustomTestStringConvertible {
  /// Relative to the repository.
  var path: String
  var testDescription: String { path }

  static let ok = list("Tests/Fixtures/structure/ok")
  static let err = list("Tests/Fixtures/structure/err")

  private static func list(_ directory: String) -> [StructureFixture] {
    let names = try? FileManager.default.contentsOfDirectory(
      atPath: Repository.root.appendingPathComponent(directory).path)
    return (names ?? []).sorted().map { StructureFixture(path: directory + "/" + $0) }
  }

  func document() throws -> PolicyDocument {
    let source = SourceFile(name: path, bytes: try Repository.bytes(path))
    return PolicyDocument(YAMLReader.read(source, file: FileID(0)))
  }

  /// `line rule` of each expected finding, sorted.
  func expected() throws -> [String] {
    let text = String(decoding: try Repository.bytes(path), as: UTF8.self)
    return text.split(separator: "\n", omittingEmptySubsequences: false).enumerated().flatMap {
      line -> [String] in
      guard let mark = line.element.range(of: "# ⟵ ") else { return [] }
      return line.element[mark.upperBound...].split(separator: " ").map {
        "\(line.offset + 1) \($0)"
      }
    }.sorted()
  }

  /// The name of the schema for this file.
  func schema() throws -> String {
    switch try document().kind {
    case .tests: "Schemas/tests.schema.json"
    case .configuration: "Schemas/config.schema.json"
    case .policy, .unmarked: "Schemas/policy.schema.json"
    }
  }
}
