import PolicyGenerators
import PolicyModel
public import PolicyText

extension Project {
  /// The input of the report target: the declarations, and the findings of this run.
  ///
  /// - Parameters:
  ///   - output: the report's directory, which its links start from.
  ///   - settings: the base of the comparison, and the URL of rule pages; nil without a report.
  func reportInput(output: String, settings: ReportSettings?) -> ReportInput {
    let way = RelativePath(from: repositoryPath(output))
    var files: [ExactString: ReportFile] = [:]
    for source in report.sources {
      let name = repositoryPath(source.name)
      files[ExactString(source.name)] = ReportFile(
        name: RelativePath.shown(name), url: way?.url(of: name))
    }
    return ReportInput(
      workspace: workspace,
      findings: report.diagnostics.map { finding in
        let source = report.sources[finding.location.file.index]
        return ReportFinding(
          rule: finding.rule, severity: finding.severity, environment: finding.environment,
          message: ExactString(finding.message), help: finding.help.map { ExactString($0) },
          file: ExactString(source.name),
          line: source.position(of: finding.location.span.start).line)
      }, accepted: report.suppressed, files: files,
      invariants: (workspace.policies + workspace.testFiles).flatMap {
        invariants[$0.tree.file] ?? []
      },
      flows: settings == nil ? nil : reportFlows,
      comparison: settings?.older.map { comparison(with: $0, called: settings?.olderName ?? "") },
      documentation: settings?.documentation)
  }

  /// The flows, where there are not too many clients to run them at every generation.
  private var reportFlows: [ReportFlow]? {
    let clients = workspace.policies.reduce(0) { $0 + $1.policy.clients.count }
    guard clients <= ReportTarget.largestPage, let flows = try? flows() else { return nil }
    return flows.flows.map { flow in
      // The id without the environment, which is a column of its own.
      let parts = flow.id.split(separator: ":", omittingEmptySubsequences: false)
      let name = parts.filter { $0 != flow.environment.rawValue }.joined(separator: ":")
      return ReportFlow(
        name: ExactString(name), environment: flow.environment,
        outcome: ReportFlow.Outcome(rawValue: flow.outcome.rawValue) ?? .completes,
        message: ExactString(flow.message), place: place(flow.source), diagram: flow.sequence)
    }
  }

  private func comparison(with older: Project, called name: String) -> ReportComparison {
    ReportComparison(
      older: RelativePath.shown(name),
      changes: PolicyDifference(old: older, new: self).changes.map { change in
        let subject = change.client ?? change.host
        return ReportComparison.Change(
          ReportComparison.Effect(rawValue: change.effect.rawValue) ?? .undecided,
          subject.map { ExactString("\(change.policy)/\($0)") } ?? change.policy,
          change.environment, message: ExactString(change.message.plain),
          witness: change.witness.map { ExactString($0.request.text()) },
          place: place(change.new))
      })
  }

  private func place(_ source: SourceReference?) -> (file: ExactString, line: Int)? {
    source.map { (ExactString($0.file), $0.line) }
  }
}

/// What the report shows in addition to the policies.
public struct ReportSettings: Sendable {
  /// Older policies: the report then begins with what changed.
  public var older: Project?
  /// What the older policies are called: a path or a revision.
  public var olderName: String
  /// Where rules have pages.
  public var documentation: DocumentationBase?

  /// A report on the policies alone.
  public init(
    older: Project? = nil, olderName: String = "", documentation: DocumentationBase? = nil
  ) {
    self.older = older
    self.olderName = olderName
    self.documentation = documentation
  }
}
