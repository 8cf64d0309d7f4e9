import AssociationFiles
import PolicyText

struct StatementListMalformed: AssetFileRule {
  static let info = RuleInfo(
    "statement-list-malformed", .association, .error, aliases: ["statements-not-array"],
    summary: "Require an array of statement objects in `assetlinks.json`",
    why: "Google and Android read only a list. If the file contains a single object instead, they "
      + "ignore the whole file.",
    examples: .init(
      .assetLinks,
      bad: """
        ⟦{ "relation": ["delegate_permission/common.handle_all_urls"],
          "target": { "namespace": "web", "site": "https://www.acme.example" } }⟧

        """,
      good: """
        [{ "relation": ["delegate_permission/common.handle_all_urls"],
          "target": { "namespace": "web", "site": "https://www.acme.example" } }]

        """),
    references: ["Digital Asset Links: conformance tests (certain)"], isFixable: true)

  func check(_ file: AssetFile, reporting findings: inout Findings) {
    let tree = file.tree
    for problem in file.content.problems {
      guard let node = problem.node else { continue }
      switch problem.kind {
      case .listNotArray:
        let (start, end) = (tree.span(node).start, tree.span(node).end)
        let edits = [tree.edit(start..<start, "["), tree.edit(end..<end, "]")]
        findings.report(
          node, "`assetlinks.json` must be a JSON array; Android ignores the whole file",
          help: "wrap it in `[ ]`",
          fixes: tree.kind(node) == .mapping
            ? [Fix("wrap it in an array", isSafe: false, edits: edits)] : [])
      case .noStatements:
        findings.report(
          node, severity: .warning,
          "file has no statements, so Android verifies no app for this host",
          help: "add a statement, or remove the file")
      case .statementNotObject:
        findings.report(
          node,
          "statement must be an object; Google skips it, and Android may ignore the whole file",
          help: "write an object with `relation` and `target`")
      default: continue
      }
    }
  }
}
