import LinkPolicy
import PolicyTestSupport
import Testing

/// Files in many layouts and the form that they get.
@Suite struct FormTests {
  /// The formatted bytes of a file; the bytes themselves where it has its form.
  static func formatted(_ bytes: [UInt8]) throws -> [UInt8] {
    let file = FormattedFile(SourceFile(name: "policy.yaml", bytes: bytes))
    switch file.outcome {
    case .unchanged: return bytes
    case .changed(let text): return text
    default:
      Issue.record("not formatted: \(file.outcome)")
      return bytes
    }
  }

  @Test(arguments: try Fixtures.names(in: "Tests/Fixtures/format"))
  func `each layout has its form`(_ name: String) throws {
    let text = try Self.formatted(try Fixtures.bytes("Tests/Fixtures/format/\(name)"))
    try Golden.check(text, "format/\(name)")
    #expect(try Self.formatted(text) == text)
  }

  @Test func `formatting changes no finding and is done after one run`() throws {
    var count = 0
    for directory in ["Policies", "Examples", "Tests/Fixtures"] {
      for path in try Fixtures.files(below: directory)
      where path.hasSuffix(".yaml") || path.hasSuffix(".yml") {
        let bytes = try Fixtures.bytes(path)
        let file = FormattedFile(SourceFile(name: path, bytes: bytes))
        #expect(file.outcome != .unproved, "\(path)")
        guard case .changed(let text) = file.outcome else { continue }
        count += 1
        #expect(try Self.formatted(text) == text, "\(path)")
        #expect(Self.findings(bytes, path) == Self.findings(text, path), "\(path)")
      }
    }
    #expect(count > 50)
  }

  /// What is found, but for where.
  private static func findings(_ bytes: [UInt8], _ path: String) -> [String] {
    let file = InputFile(
      source: SourceFile(name: path, bytes: bytes), kind: .policy, isExplicit: true)
    return Project([file]).report.diagnostics.map {
      "\($0.rule.rawValue) \($0.path) \($0.message)"
    }.sorted()
  }

  @Test func `what import writes has its form already`() throws {
    var count = 0
    for path in try Fixtures.files(below: "Tests/Goldens/import") where path.hasSuffix(".yaml") {
      let bytes = try Fixtures.bytes(path)
      guard String(decoding: bytes, as: UTF8.self).contains("linkpolicy: 1") else { continue }
      count += 1
      let text = try Self.formatted(bytes)
      #expect(text == bytes, "\(path)")
    }
    #expect(count > 5)
  }
}
