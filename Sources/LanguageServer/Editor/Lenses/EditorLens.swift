package import LinkPolicy
import PolicyModel
package import PolicyText

/// A code lens: a title above a line that runs a command.
package struct EditorLens: Sendable {
  package var span: SourceSpan
  package var command: EditorCommand

  /// The lenses of a policy or test file.
  ///
  /// - Parameters:
  ///   - outcomes: the results of all tests of the project.
  ///   - summary: the lens above the first line: outdated files, widening changes.
  package static func all(
    in file: FileID, of project: Project, _ outcomes: TestOutcomes, summary: [EditorCommand]
  ) -> [EditorLens] {
    guard let document = project.document(file) else { return [] }
    let tree = document.tree
    var lenses = summary.map { EditorLens(span: SourceSpan(0, 0), command: $0) }
    let name = JSONValue.string(project.report.sources[file.index].name)
    for domain in document.policy.domains where !domain.links.isEmpty {
      guard let links = tree.value(of: "links", in: domain.node), let key = tree.key(of: links)
      else {
        continue
      }
      let url = domain.firstSample ?? "https://\(domain.host.value.string)/"
      let environment = domain.environment.value == .sandbox ? "sandbox" : "prod"
      lenses.append(
        EditorLens(
          span: tree.span(key),
          command: EditorCommand(
            "match a URL", .match,
            [["url": .string(url), "environment": .string(environment)]])))
    }
    for client in document.policy.clients {
      let span = tree.span(client.id.node)
      lenses.append(
        EditorLens(
          span: span,
          command: EditorCommand(
            "simulate", .simulate, [simulation(of: client)])))
      let coverage = outcomes.coverage(of: SourceLocation(file: file, span: tree.span(client.node)))
      if coverage.entries > 0 {
        lenses.append(
          EditorLens(
            span: span,
            command: EditorCommand(
              "\(coverage.covered) of \(coverage.entries) entries tested", .runTests, [])))
      }
    }
    for first in document.checks.compactMap(\.first) {
      guard let key = tree.parent(first.node).flatMap({ tree.key(of: $0) }) else { continue }
      lenses.append(
        EditorLens(
          span: tree.span(key), command: EditorCommand("run all", .runTests, [["file": name]])))
    }
    for test in document.checks.joined() {
      let result = outcomes.result(at: SourceLocation(file: file, span: tree.span(test.node)))
      let title = "run" + (result.map { " · \($0.isPassed ? "✓" : "✗")" } ?? "")
      let line = tree.source.position(of: tree.span(test.node).start).line
      lenses.append(
        EditorLens(
          span: tree.span(test.node),
          command: EditorCommand(title, .runTests, [["file": name, "line": .int(line)]])))
    }
    return lenses
  }

  /// An example request with the client's first redirect URI.
  static func simulation(of client: Client) -> JSONValue {
    let environment: Environment = client.clientID?[.prod] == nil ? .sandbox : .prod
    var fields: [(key: String, value: JSONValue)] = [
      ("kind", "authorize"), ("environment", .string(environment.rawValue)),
      ("client", .string(client.id.value.string)),
    ]
    if let id = client.clientID?[environment] {
      fields.append(("client_id", .string(id.value.string)))
    }
    if let uri = client.redirectURIs?[environment]?.first {
      fields.append(("redirect_uri", .string(uri.value.string)))
    }
    fields += [("response_type", "code"), ("state", "s")]
    return .object(fields)
  }
}

extension Domain {
  /// An example link that the first rule with one matches.
  fileprivate var firstSample: String? {
    links.lazy.flatMap(\.rules).compactMap { LinkSamples($0, of: self).matching.first?.string }
      .first
  }
}
