package import LinkPolicy

/// `linkpolicy flow`: the sign-ins that the policies promise, run from end to end.
package struct FlowCommand: Sendable, Equatable {
  /// `--format`.
  package enum Format: String, Sendable, CaseIterable {
    case text, json, markdown
  }

  package var paths: [String] = []
  /// Key of a client.
  package var client: String?
  /// Id of a flow, or its beginning.
  package var flow: String?
  package var environment: Environment?
  /// `NAME=VALUE`.
  package var facts: [String] = []
  package var format = Format.text
  package var allowsEmpty = false
  package var allowsInvalid = false
  package var color = ColorChoice.auto

  package init() {}

  /// Runs the command.
  package func run(_ console: Console) throws -> ExitStatus {
    // What was asked is read before the policies: a mistyped fact says so at once.
    let facts = try asking { () throws(FlowError) in try FlowFacts(self.facts) }
    guard
      let project = try ProjectLoader.load(
        paths, allowsInvalid: allowsInvalid, color: color, console)
    else { return .usage }
    let report = try asking { () throws(FlowError) in
      try project.flows(client: client, id: flow, environment: environment, facts: facts)
    }
    write(report, console)
    if report.leftOut > 0 {
      let names = facts.names.map { "`\($0.rawValue)`" }.joined(separator: " and ")
      console.writeError(
        "linkpolicy: left out \(report.leftOut) flows that don't depend on \(names)\n")
    }
    if report.flows.isEmpty { return allowsEmpty ? .clean : .usage }
    return report.count(.breaks) > 0 ? .findings : .clean
  }
}

extension FlowCommand {
  /// A name that nobody knows is a mistake of the command line.
  private func asking<Value>(_ question: () throws(FlowError) -> Value) throws -> Value {
    do throws(FlowError) {
      return try question()
    } catch {
      throw UsageError(error.message)
    }
  }

  private func write(_ report: FlowReport, _ console: Console) {
    switch format {
    case .json: console.write(report.json.text(.pretty) + "\n", as: .json)
    case .markdown: console.write(FlowMarkdown(report).text)
    case .text:
      let style = console.style(color, isTerminal: console.isTerminal)
      console.write(FlowText(style: style).render(report))
    }
    if report.flows.isEmpty, !allowsEmpty {
      console.writeError(
        "linkpolicy: the policies promise no flow (--allow-empty lets that pass)\n")
    }
  }
}
