import Foundation
import LinkPolicy
import Testing

@Suite struct CheckingTests {
  @Test func `policies are loaded from a directory`() throws {
    let directory = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: directory) }
    try Policies.lumen.write(
      to: directory.appending(path: "lumen.yaml"), atomically: true, encoding: .utf8)
    let project = try Project(paths: [directory.path], configuration: .none)
    #expect(!project.isEmpty)
    #expect(project.checkedFiles == 1)
    #expect(throws: FileSystemError.self) {
      try Project(paths: [directory.path + "/missing"], configuration: .none)
    }
  }

  @Test func `a configuration changes what is reported`() throws {
    let directory = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: directory) }
    let file = directory.appending(path: "linkpolicy.yaml")
    try "linkpolicy_config: 1\nseverities: { uri-fragment: warning }\n".write(
      to: file, atomically: true, encoding: .utf8)
    let configuration = try ProjectConfiguration(.file(file.path))
    let faulty = Policies.lumen.replacing("/oauth/callback]", with: "/oauth/callback#x]")
    let input = InputFile(name: "lumen.yaml", text: faulty)
    let project = Project([input], configuration: configuration)
    #expect(Project([input]).report.has(atLeast: .error))
    #expect(
      project.report.diagnostics.contains { $0.rule == "uri-fragment" && $0.severity == .warning })
    #expect(throws: ConfigurationError.self) {
      try ProjectConfiguration(.file(directory.path + "/missing.yaml"))
    }
  }

  @Test func `a report has locations and fixes, and is rendered in every format`() throws {
    let faulty = Policies.lumen.replacing(
      "scopes: [devices]", with: "scopes: [devices]\n    scopes: []")
    let report = Policies.project(faulty).report
    #expect(report.count(.error) > 0)
    let finding = try #require(report.diagnostics.first)
    let source = report.sources[finding.location.file.index]
    #expect(source.name == "Policies/lumen.yaml")
    #expect(source.position(of: finding.location.span.start).line > 1)
    for format in ReportFormat.allCases {
      #expect(!report.rendered(as: format).isEmpty, "\(format)")
    }
    #expect(ReportFormat(rawValue: "sarif") == .sarif)
  }

  @Test func `fixes are applied in memory`() throws {
    let broken = "{\n  \"applinks\": {\"details\": []},\n}\n"
    let project = Project([InputFile(name: "apple-app-site-association", text: broken)])
    #expect(project.report.safelyFixable > 0)
    let fixes = project.applyingFixes()
    #expect(fixes.count > 0)
    #expect(!fixes.diff.isEmpty)
    #expect(fixes.changed == [0])
    #expect(fixes.project.report.safelyFixable == 0)
  }

  @Test func `rules can be looked up by ID and alias`() {
    #expect(RuleCatalogue.rules.count > 100)
    #expect(RuleCatalogue.rules(named: "uri-fragment").first?.summary.isEmpty == false)
    #expect(RuleCatalogue.rules(named: "uri-fragmnt").isEmpty)
    #expect(RuleCatalogue.similarName(to: "uri-fragmnt") == "uri-fragment")
    #expect(DecisionReason.allCases.contains { $0.rawValue == "redirect-uri-not-registered" })
  }
}
