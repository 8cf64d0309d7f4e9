import Foundation
import LinkPolicy
import PolicyRules
import PolicyTestSupport
import Testing

/// Rules that say that they are fixable.
@Suite struct FixableRuleTests {
  @Test func `a rule is fixable if it has a fix for its example or a fixture, and only then`()
    throws
  {
    var fixed: Set<RuleID> = []
    for (name, bytes) in try Self.files() {
      let kind = InputKind(path: name) ?? .policy
      var settings = CheckSettings()
      settings.includesMinor = true
      let project = Project(
        [InputFile(source: SourceFile(name: name, bytes: bytes), kind: kind, isExplicit: true)],
        settings: settings)
      for finding in project.report.diagnostics where !finding.fixes.isEmpty {
        fixed.insert(finding.rule)
      }
    }
    let fixable = RuleRegistry.catalogue.filter(\.isFixable).map(\.id)
    #expect(fixable.count > 50)
    let unproven = fixable.filter { !fixed.contains($0) }
    #expect(unproven.isEmpty, "these rules have a fix for no example and no fixture")
    let silent = fixed.subtracting(fixable)
    #expect(silent.isEmpty, "these rules have fixes, and don't say so")
  }

  /// The bad examples, and the fixtures of policies and association files.
  private static func files() throws -> [(name: String, bytes: [UInt8])] {
    var files: [(name: String, bytes: [UInt8])] = []
    for info in RuleRegistry.catalogue {
      let name: String? =
        switch info.examples.kind {
        case .policy, .redirectURI: "policy.yaml"
        case .appleAppSiteAssociation: "apple-app-site-association"
        case .assetLinks: "assetlinks.json"
        default: nil
        }
      guard let name else { continue }
      for text in ExamplePolicy.policies(info.examples.bad, info.examples.kind) {
        let plain = text.replacing("⟦", with: "").replacing("⟧", with: "")
        files.append((name, Array(plain.utf8)))
      }
    }
    let folders = ["rules", "structure", "policies", "association/err"]
    for path in try folders.flatMap({ try Fixtures.files(below: "Tests/Fixtures/\($0)") }) {
      let name =
        path.hasSuffix("-site-association.json")
        ? "apple-app-site-association"
        : path.hasSuffix("-assetlinks.json") ? "assetlinks.json" : "policy.yaml"
      guard path.hasSuffix(".yaml") || path.hasSuffix(".json") else { continue }
      files.append((name, try Fixtures.bytes(path)))
    }
    return files
  }
}
