import AssociationFiles
package import PolicyText

package struct StatementListMalformed: AssetFileRule {
  package static let info = RuleInfo(
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
  package init() {}

  package func check(_ file: AssetFile, reporting findings: inout Findings) {
    for problem in file.content.problems {
      guard let node = problem.node else { continue }
      switch problem.kind {
      case .listNotArray:
        findings.report(
          node, "`assetlinks.json` must be a JSON array; Android ignores the whole file",
          help: "wrap it in `[ ]`",
          fixes: file.tree.kind(node) == .mapping ? wrapping(node, file.tree) : [])
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

  private func wrapping(_ node: NodeID, _ tree: SourceTree) -> [Fix] {
    let span = tree.span(node)
    func place(_ offset: Int) -> SourceLocation {
      SourceLocation(file: tree.file, span: SourceSpan(offset, offset))
    }
    return [
      Fix(
        "wrap it in an array", isSafe: false,
        edits: [.init(place(span.start), "["), .init(place(span.end), "]")])
    ]
  }
}
