import PolicyText
import PolicyTestSupport
import Testing

/// Policies that are fine.
@Suite struct SilenceTests {
  static func found(in name: String) throws -> [Diagnostic] {
    Checking.report([try Fixtures.bytes("Tests/Fixtures/policies/\(name).yaml")]).diagnostics
  }

  @Test(arguments: ["app60", "big2000"])
  func `a sound policy has no finding at all`(name: String) throws {
    // It lists the builds of Google's apps that users have; the note about the others is for its author.
    let found = try Self.found(in: name).filter {
      $0.rule != "linking-bundle-missing" || $0.severity > .note
    }
    #expect(found.isEmpty, "\(Checking.describe(found))")
  }

  @Test(arguments: ["complete-example", "decisions.policy"])
  func `what is only unusual is no error`(name: String) throws {
    let found = try Self.found(in: name)
    #expect(!found.contains { $0.severity == .error }, "\(Checking.describe(found))")
  }
}
