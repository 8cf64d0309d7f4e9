import Foundation
import LinkPolicy
import Testing

/// The examples in the library's documentation, with the same code.
@Suite struct GuideTests {
  private let project = Policies.project

  @Test func `policies are checked`() throws {
    let project = Project([InputFile(name: "Policies/lumen.yaml", text: Policies.lumen)])
    for finding in project.report.filtered(atLeast: .error).diagnostics {
      let file = project.report.sources[finding.location.file.index]
      let line = file.position(of: finding.location.span.start).line
      print("\(file.name):\(line): \(finding.message) [\(finding.rule)]")
      if let help = finding.help { print("  \(help)") }
    }
    let log = project.report.rendered(as: .sarif)
    #expect(!project.report.has(atLeast: .error) && log.contains("2.1.0"))
  }

  @Test func `fixes are applied`() {
    let fixes = project.applyingFixes()
    if fixes.count > 0 { print(fixes.diff) }
    for index in fixes.changed {
      print(fixes.files[index].source.name)
    }
    #expect(fixes.project.report.safelyFixable == 0)
  }

  @Test func `requests are decided`() throws {
    let callback = "https://lumen.example/oauth/callback"
    let decision = try project.decide(
      .authorize(clientID: "lumen-web-prod", redirectURI: callback, state: "s"))
    print(decision.isAllowed, decision.reason, decision.message)
    if let line = decision.source { print("\(line.file):\(line.line)") }

    // Compiles the policies once.
    let evaluator = RequestEvaluator(project)
    let link = try evaluator.decide(.universalLink(callback))
    #expect(decision.channel == .redirect && link.channel == .browser)
  }

  @Test func `tests in policies are run`() {
    let runner = TestRunner(project)
    let outcomes = runner.run()
    for outcome in outcomes where !outcome.isPassed {
      for difference in outcome.differences {
        print(outcome.name, difference.field, difference.actual.text())
      }
    }
    #expect(outcomes.map(\.name) == ["the website signs in"] && outcomes.allSatisfy(\.isPassed))
    #expect(runner.coverage(of: outcomes).covered == 1)
  }

  @Test func `files are generated`() throws {
    let output = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
    defer { try? FileManager.default.removeItem(atPath: output) }
    for file in try project.generatedFiles(targets: ["json"], environment: .prod) {
      print(file.path, file.bytes.count)
    }
    let plan = try project.generationPlan(targets: ["json"], output: output)
    if !plan.isFresh { print(plan.diff) }
    try plan.apply(to: LocalFileSystem())
    #expect(FileManager.default.fileExists(atPath: output + "/manifest.json"))
  }

  @Test func `policies are compared`() {
    let older = Policies.project(Policies.older)
    let difference = PolicyDifference(old: older, new: project)
    for change in difference.changes where change.effect == .widening {
      print(change.message.plain)
      if let witness = change.witness { print(witness.request.text()) }
    }
    let entries = project.entries(allowing: "https://lumen.example/oauth/callback")
    #expect(entries.matches.count == 1)
  }

  @Test func `a log is replayed`() {
    let log = #"{"client_id": "lumen-web-prod", "redirect_uri": "https://lumen.example/callback"}"#
    let older = Policies.project(Policies.older)
    let summary = project.replay(Array(log.utf8), against: older)
    for (reason, count) in summary.reasons { print(reason, count) }
    #expect(summary.deny == 1)
  }

  @Test func `sign-in flows are run`() throws {
    let report = try project.flows()
    for flow in report.flows where flow.outcome == .breaks {
      print(flow.subject, flow.breaksAt ?? "", flow.message)
    }
    #expect(report.count(.breaks) == 0)
  }

  @Test func `a policy is imported`() {
    let text =
      #"{"client_id": "shop", "redirect_uris": ["https://shop.example/cb"], "grant_types": []}"#
    let source = SourceFile(name: "client.json", bytes: Array(text.utf8))
    var settings = ImportSettings()
    settings.environment = .prod
    let result = SourceImport([source], settings: settings)
    print(result.text)
    for question in result.questions { print(question.text) }
    #expect(result.text.contains("https://shop.example/cb"))
  }

  @Test func `servers are verified`() {
    struct Offline: Fetcher {
      func responses(to requests: [ObservedRequest]) -> [ObservedResult] {
        requests.map { ObservedResult(url: $0.url, time: 0, .failure(ObservedFailure(.connect))) }
      }
    }
    var verification = Verification(project)
    verification.send(with: Offline())
    for check in verification.report.checks where check.outcome == .finding {
      print(check.url, check.kind)
    }
    #expect(verification.report.sawNothing)
  }

  @Test func `errors have their location`() {
    do {
      _ = try project.generatedFiles(targets: ["cobol"])
    } catch let error as any LinkPolicyError {
      print(error.message, error.location?.line ?? 0)
    } catch {
      print(error)
    }
  }
}
