import PolicyText
import PolicyModel

/// Prints the findings about a rule's bad example for its documentation.
enum RuleExampleReport {
  /// The findings of the rule; nil if the example needs more than files, or is too long to be useful.
  static func text(of rule: RuleInfo) -> String? {
    guard rule.examples.bad.utf8.count < 4096 else { return nil }
    let report: Report
    switch rule.examples.kind {
    // This target uses neither `PolicyVerification` nor `PolicyImport`; their tests run the examples.
    case .answers, .importedFiles: return nil
    case .policy, .redirectURI: report = policies(rule)
    case .appleAppSiteAssociation:
      report = file(rule, "apple-app-site-association", { AssociationFileRules.checkApple($0) })
    case .deployedAssetLinks: report = deployed(rule)
    case .siteFiles:
      let all = ExampleFile.report(
        site: ExamplePolicy.policies(RuleInfo.unmarked(rule.examples.bad), rule.examples.kind))
      report = Report(
        sources: all.sources, diagnostics: all.diagnostics.filter { $0.rule == rule.id })
    case .assetLinks: report = file(rule, "assetlinks.json", AssociationFileRules.checkAssetLinks)
    }
    return report.diagnostics.isEmpty ? nil : TextReporter().render(report)
  }

  private static func policies(_ rule: RuleInfo) -> Report {
    let texts = ExamplePolicy.policies(rule.examples.bad, rule.examples.kind)
    let sources = texts.enumerated().map { index, text in
      SourceFile(
        name: texts.count == 1 ? "policy.yaml" : "policy-\(index + 1).yaml",
        bytes: Array(RuleInfo.unmarked(text).utf8))
    }
    let documents = sources.enumerated().map {
      PolicyDocument(YAMLReader.read($0.element, file: FileID($0.offset)))
    }
    let workspace = Workspace(sources: sources, documents: documents)
    let found = documents.flatMap(\.diagnostics) + RuleRegistry.check(workspace)
    return Report(
      sources: sources, diagnostics: found.filter { $0.rule == rule.id },
      redactions: documents.flatMap(\.secrets))
  }

  private static func deployed(_ rule: RuleInfo) -> Report {
    let texts = ExamplePolicy.policies(rule.examples.bad, rule.examples.kind).map {
      Array(RuleInfo.unmarked($0).utf8)
    }
    guard texts.count == 2 else { return Report(sources: [], diagnostics: []) }
    return ExampleFile.report(policy: texts[0], deployed: texts[1])
  }

  /// Checks an association file; a first line `# file: NAME` sets its name.
  private static func file(
    _ rule: RuleInfo, _ standard: String, _ check: (ReadResult) -> [Diagnostic]
  ) -> Report {
    var bytes = Array(RuleInfo.unmarked(rule.examples.bad).utf8)[...]
    var name = standard
    if bytes.starts(with: "# file: ".utf8) {
      let end = bytes.firstIndex(of: 0x0A) ?? bytes.endIndex
      name = bytes[8..<end].string
      bytes = bytes[end...].dropFirst()
    }
    let source = SourceFile(name: name, bytes: Array(bytes))
    let found = check(JSONReader.read(source, file: FileID(0)))
    return Report(sources: [source], diagnostics: found.filter { $0.rule == rule.id })
  }
}
