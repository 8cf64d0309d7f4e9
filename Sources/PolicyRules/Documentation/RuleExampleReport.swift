import Diagnostics
import PolicyModel
import SourceTree

/// What a run over the bad example of a rule prints.
enum RuleExampleReport {
  /// The findings of the rule itself; nil for examples that no policy check reads.
  static func text(of rule: RuleInfo) -> String? {
    // Longer ones say nothing to a reader.
    guard rule.examples.bad.utf8.count < 4096 else { return nil }
    let texts = ExamplePolicy.policies(rule.examples.bad, rule.examples.kind)
    let sources = texts.enumerated().map { index, text in
      SourceFile(
        name: texts.count == 1 ? "policy.yaml" : "policy-\(index + 1).yaml",
        bytes: Array(String(unmarked(text)).utf8))
    }
    let documents = sources.enumerated().map {
      PolicyDocument(YAMLReader.read($0.element, file: FileID($0.offset)))
    }
    let workspace = Workspace(sources: sources, documents: documents)
    let found = documents.flatMap(\.diagnostics) + RuleRegistry.check(workspace)
    let report = Report(
      sources: sources, diagnostics: found.filter { $0.rule == rule.id },
      redactions: documents.flatMap(\.secrets))
    return report.diagnostics.isEmpty ? nil : TextReporter().render(report)
  }

  private static func unmarked(_ text: String) -> String.UnicodeScalarView {
    String.UnicodeScalarView(text.unicodeScalars.filter { $0 != "⟦" && $0 != "⟧" })
  }
}
