import Foundation
import PolicyText
import PolicyModel
import PolicyTestSupport
import Testing

/// A file of `Tests/Fixtures/structure`; a line with findings ends in `# ⟵ rule-id rule-id`.
struct StructureFixture: CustomTestStringConvertible {
  /// Relative to the repository.
  var path: String
  var testDescription: String { path }

  static let ok = list("Tests/Fixtures/structure/ok")
  static let err = list("Tests/Fixtures/structure/err")

  private static func list(_ directory: String) -> [StructureFixture] {
    ((try? Fixtures.names(in: directory)) ?? []).map {
      StructureFixture(path: "\(directory)/\($0)")
    }
  }

  func document() throws -> PolicyDocument {
    let source = SourceFile(name: path, bytes: try Fixtures.bytes(path))
    return PolicyDocument(YAMLReader.read(source, file: FileID(0)))
  }

  /// `line rule` of each expected finding, sorted.
  func expected() throws -> [String] {
    let text = try Fixtures.text(path)
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
