import PolicyDiagnostics
import PolicyTestSupport
import Testing

/// Policies that are fine.
@Suite struct SilenceTests {
  static func found(in name: String) throws -> [Diagnostic] {
    Checking.report([try Fixtures.bytes("Tests/Fixtures/policies/\(name).yaml")]).diagnostics
  }

  @Test(arguments: ["app60", "big2000"])
  func `a sound policy has no finding at all`(name: String) throws {
    let found = try Self.found(in: name)
    #expect(found.isEmpty, "\(Checking.describe(found))")
  }

  @Test(arguments: ["complete-example", "decisions.policy"])
  func `what is only unusual is no error`(name: String) throws {
    let found = try Self.found(in: name)
    #expect(!found.contains { $0.severity == .error }, "\(Checking.describe(found))")
  }
}
