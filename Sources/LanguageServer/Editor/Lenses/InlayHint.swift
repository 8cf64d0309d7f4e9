package import LinkPolicy
import PolicyModel
package import PolicyText

/// An inlay hint: text that an editor shows after a position.
package struct InlayHint: Sendable {
  package var offset: Int
  package var label: String
  /// Markdown; may be empty.
  package var tooltip = ""

  /// The results of tests, after their names.
  package static func tests(
    _ file: FileID, of project: Project, _ outcomes: TestOutcomes
  ) -> [InlayHint] {
    guard let document = project.document(file) else { return [] }
    return document.checks.joined().compactMap { test in
      let tree = document.tree
      guard let name = test.name,
        let result = outcomes.result(
          at: SourceLocation(file: file, span: tree.span(test.node)))
      else { return nil }
      let end = tree.span(name.node).end
      guard !result.isPassed else { return InlayHint(offset: end, label: "✓") }
      let fields = result.differences.prefix(3).map {
        "\($0.field) \(DisplayText.shortened(DisplayText.visible($0.actual.text()), to: 60))"
      }
      let rows = result.differences.map { difference in
        "* \(difference.field): expected `\(DisplayText.visible(difference.expected.text()))`, "
          + "got `\(DisplayText.visible(difference.actual.text()))`"
      }
      let why = result.actual["message"]?.stringValue.map { "\n\n\(DisplayText.visible($0))" } ?? ""
      return InlayHint(
        offset: end, label: "✗ " + fields.joined(separator: ", "),
        tooltip: rows.joined(separator: "\n") + why)
    }
  }

  /// The values of references: client IDs, bundle identifiers, and effective defaults.
  package static func values(
    _ map: PositionIndex, _ file: FileID, of project: Project
  ) -> [InlayHint] {
    guard let document = project.workspace.policies.first(where: { $0.tree.file == file }) else {
      return []
    }
    let tree = map.tree
    var hints: [InlayHint] = []
    for entry in map.entries where !entry.isKey && entry.shape?.isAppReference == true {
      guard !tree.isAlias(entry.node), tree.kind(entry.node) == .scalar,
        let app = project.workspace.app(tree.text(entry.node), from: document)?.app,
        let identifier = app.appleAppID ?? app.packageName?.value
      else { continue }
      hints.append(
        InlayHint(
          offset: tree.span(entry.node).end, label: DisplayText.visible(identifier.string)))
    }
    for client in document.policy.clients {
      var words: [String] = []
      if client.pkce == nil { words.append("pkce: \(client.effectivePKCE.rawValue)") }
      if client.tokenEndpointAuth == nil {
        words.append("token_endpoint_auth: \(client.effectiveTokenEndpointAuth.rawValue)")
      }
      guard !words.isEmpty else { continue }
      hints.append(
        InlayHint(
          offset: tree.span(client.id.node).end, label: words.joined(separator: ", "),
          tooltip: "effective defaults"))
    }
    return hints.sorted { $0.offset < $1.offset }
  }
}
