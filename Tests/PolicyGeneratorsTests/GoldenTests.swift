import Foundation
import PolicyDecision
import PolicyDiagnostics
import PolicyGenerators
import PolicyModel
import PolicyTestSupport
import PolicyText
import ProjectTestSupport
import Testing

/// Whole outputs as recorded in `Tests/Goldens/generate`.
struct GoldenTests {
  static let cases = ["decisions", "two-policies"]

  /// The policies of a case, in the byte order of their file names.
  static func input(_ name: String, shuffled: Bool = false) throws -> GeneratorInput {
    let directory = Fixtures.root.appending(path: "Tests/Goldens/generate/\(name)/Policies")
    let names = try FileManager.default.contentsOfDirectory(atPath: directory.path).sorted()
    let texts = try names.map { name in
      let data = try Data(contentsOf: directory.appending(path: name))
      return (name: "Policies/\(name)", text: String(decoding: data, as: UTF8.self))
    }
    let workspace = Workspace(texts: shuffled ? texts.reversed() : texts)
    #expect(workspace.structureFindings.isEmpty)
    return GeneratorInput(workspace)
  }

  @Test(arguments: cases)
  func `every file is as recorded`(name: String) throws {
    let files = try GeneratorRegistry.files(for: Self.input(name)).filter {
      !Self.isCopyOfVectors($0.path)
    }
    for file in files { try Golden.check(file.bytes, "generate/\(name)/generated/\(file.path)") }
    let root = Fixtures.root.appending(path: "Tests/Goldens/generate/\(name)/generated").path
    let recorded = (FileManager.default.subpaths(atPath: root) ?? []).filter {
      // nil for directories.
      FileManager.default.contents(atPath: "\(root)/\($0)") != nil
    }
    #expect(Set(recorded) == Set(files.map(\.path)))
  }

  /// The vectors are the same for every language; they are recorded once.
  static func isCopyOfVectors(_ path: String) -> Bool {
    path.hasSuffix("/vectors.json") && path != "code/swift/vectors.json"
  }

  @Test(arguments: cases)
  func `every language has the same vectors`(name: String) throws {
    let files = try GeneratorRegistry.files(for: Self.input(name)).filter {
      $0.path.hasSuffix("/vectors.json")
    }
    #expect(files.allSatisfy { $0.bytes == files[0].bytes })
  }

  @Test(arguments: cases)
  func `the order of the policy files does not count`(name: String) throws {
    let files = try GeneratorRegistry.files(for: Self.input(name))
    #expect(try GeneratorRegistry.files(for: Self.input(name, shuffled: true)) == files)
  }

  @Test(arguments: cases)
  func `every file is UTF-8 with line feeds, ends with one and holds no absolute path`(
    name: String
  ) throws {
    for file in try GeneratorRegistry.files(for: Self.input(name)) {
      #expect(UTF8Text.firstInvalidByte(of: file.bytes) == nil)
      #expect(!file.bytes.contains(UInt8(ascii: "\r")))
      #expect(file.bytes.last == UInt8(ascii: "\n"))
      #expect(file.bytes.dropLast().last != UInt8(ascii: "\n"))
      #expect(OutputPath.isSafe(file.path))
      let text = String(decoding: file.bytes, as: UTF8.self)
      #expect(!text.contains(Fixtures.root.path))
    }
  }
}
