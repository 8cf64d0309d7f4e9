import LinkPolicy
import PolicyRules
import PolicyTestSupport
import Testing

/// The examples of the rules about deployments, asked as if servers answered so.
@Suite struct DeploymentExampleTests {
  static let rules = RuleRegistry.catalogue.filter { $0.category == .deployment }.map(\.id.rawValue)

  static func report(_ example: String) throws -> VerificationReport {
    let transcript = ExampleTranscript(example)
    var options = VerificationOptions()
    options.asksThirdParties = true
    options.probesAuthorization = true
    options.comparesRoutes = true
    options.entitlements = transcript.entitlements
    var verification = Verification(ExamplePolicies.project, options: options)
    verification.send(
      with:
        ExampleServers(
          transcript: transcript, generated: try ExamplePolicies.generated(ExamplePolicies.project))
    )
    return verification.report
  }

  @Test func `the policy of the examples is clean, and so is what its servers answer`() throws {
    let found = ExamplePolicies.project.report.diagnostics.filter { $0.severity == .error }
    #expect(found.map(\.message) == [])
    let report = try Self.report("")
    #expect(report.findings.diagnostics.map(\.message) == [])
    #expect(report.checks.count > 20)
    #expect(report.count(.ok) == report.checks.count)
  }

  /// What goes with the finding of a rule.
  static let company: [String: Set<String>] = ["asset-cached": ["asset-not-linked"]]

  @Test(arguments: rules)
  func `a bad example is reported, and nothing else is`(id: String) throws {
    let info = try #require(RuleRegistry.info(for: RuleID(rawValue: id)))
    let found = try Self.report(info.examples.bad).findings.diagnostics
    let own = found.filter { $0.rule == info.id }
    #expect(own.contains { $0.severity == info.severity }, "\(found.map(\.message))")
    let others = found.filter { finding in
      finding.severity > .note && finding.rule != info.id
        && !(Self.company[id] ?? []).contains(finding.rule.rawValue)
    }
    #expect(others.map { "\($0.rule): \($0.message)" } == [])
    for finding in found {
      #expect(!finding.message.contains("\n") && finding.message.last != ".")
      #expect(finding.help?.last != ".")
      #expect(!finding.path.isEmpty)
    }
  }

  @Test func `the findings of the examples are as recorded`() throws {
    var text = ""
    for id in Self.rules {
      let info = try #require(RuleRegistry.info(for: RuleID(rawValue: id)))
      text += "# \(id)\n\n"
      for finding in try Self.report(info.examples.bad).findings.diagnostics
      where finding.rule == info.id {
        let help = try #require(finding.help, "\(id) has no help")
        text += "\(finding.severity)[\(id)]: \(finding.message)\nhelp: \(help)\n\n"
      }
    }
    try Golden.check(Array(text.utf8), "rules/deployment.txt")
  }

  @Test(arguments: rules)
  func `a good example is not`(id: String) throws {
    let info = try #require(RuleRegistry.info(for: RuleID(rawValue: id)))
    let found = try Self.report(info.examples.good).findings.diagnostics
    #expect(found.filter { $0.severity > .note || $0.rule == info.id }.map(\.message) == [])
  }
}
