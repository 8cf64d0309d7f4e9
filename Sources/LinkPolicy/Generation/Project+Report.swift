package import PolicyGenerators
import PolicyModel
package import PolicyText

extension Project {
  /// The input of the report target: the declarations, and the findings of this run.
  ///
  /// - Parameters:
  ///   - output: the report's directory, for relative links.
  ///   - settings: what to compare with, and the URL of rule pages; nil without a report.
  func reportInput(output: String, settings: ReportSettings?) -> ReportInput {
    let relative = RelativePath(from: repositoryPath(output))
    var files: [ExactString: ReportFile] = [:]
    for source in report.sources {
      let name = repositoryPath(source.name)
      files[ExactString(source.name)] = ReportFile(
        name: RelativePath.shown(name), url: relative?.url(of: name))
    }
    return ReportInput(
      workspace: workspace, findings: report, files: files,
      invariants: (workspace.policies + workspace.testFiles).flatMap {
        invariants[$0.tree.file] ?? []
      },
      flows: settings == nil ? nil : reportFlows,
      comparison: settings?.older.map { comparison(with: $0, called: settings?.olderName ?? "") },
      documentation: settings?.documentation, commit: settings?.commit.map { ExactString($0) })
  }

  /// The flows; nil if there are too many clients to run them at every generation.
  private var reportFlows: [ReportFlow]? {
    let clients = workspace.policies.reduce(0) { $0 + $1.policy.clients.count }
    guard clients <= ReportTarget.largestPage, let flows = try? flows(drawsBranches: true)
    else { return nil }
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
          proof: change.witness.map(proof),
          place: place(change.new))
      })
  }

  /// An example request with both decisions, for display.
  private func proof(_ witness: PolicyChange.Witness) -> ReportComparison.Proof {
    func verdict(_ verdict: PolicyChange.Verdict) -> ReportComparison.Verdict {
      let word =
        switch verdict.outcome {
        case .allow: "allowed"
        case .deny: "denied"
        case .ignore: "ignored"
        }
      return ReportComparison.Verdict(word: word, reason: ExactString(verdict.reason.summary))
    }
    let request = witness.request
    var fields: [(name: ExactString, value: ExactString)] = []
    if case .object(let members) = request {
      for (key, value) in members where !["kind", "environment", "policy"].contains(key) {
        fields += Self.fields(key, value)
      }
    }
    let kind = RequestKind(rawValue: request["kind"]?.stringValue ?? "")
    return ReportComparison.Proof(
      kind: kind?.summary ?? "Request", fields: fields, request: ExactString(request.text()),
      old: verdict(witness.old), new: verdict(witness.new))
  }

  /// A field of a request; its parameters if it is a query or form.
  private static func fields(
    _ key: String, _ value: JSONValue
  ) -> [(name: ExactString, value: ExactString)] {
    guard let text = value.stringValue else {
      return [(ExactString(key), ExactString(value.text()))]
    }
    var query = Array(text.utf8)[...]
    var fields: [(name: ExactString, value: ExactString)] = []
    if !["query", "form"].contains(key) {
      let mark = query.firstIndex(of: UInt8(ascii: "?")) ?? query.endIndex
      fields = [(ExactString(key), ExactString(decoding: query[..<mark]))]
      query = query[mark...].dropFirst()
    }
    func decoded(_ bytes: ArraySlice<UInt8>) -> ExactString {
      ExactString(
        decoding: PercentEncoding.decode(bytes, plusIsSpace: true, malformed: .keep) ?? [])
    }
    return fields
      + query.split(separator: UInt8(ascii: "&")).map { pair in
        let end = pair.firstIndex(of: UInt8(ascii: "=")) ?? pair.endIndex
        return (decoded(pair[..<end]), decoded(pair[end...].dropFirst()))
      }
  }

  private func place(_ source: SourceReference?) -> (file: ExactString, line: Int)? {
    source.map { (ExactString($0.file), $0.line) }
  }
}

/// Contents of the report other than the policies.
public struct ReportSettings: Sendable {
  /// The old policies: the report starts with the changes since then.
  public var older: Project?
  /// The name of the old policies: a path or a revision.
  public var olderName: String
  /// The base URL of rule pages.
  package var documentation: DocumentationBase?

  /// A description of the policies' commit; nil to leave it out.
  public var commit: String?

  /// A report on the policies alone.
  public init(older: Project? = nil, olderName: String = "") {
    self.older = older
    self.olderName = olderName
  }
}

extension Project {
  /// The map of the report as an SVG file, with links such as `Policies/acme.yaml#L12`; nil without clients.
  package var map: String? { pictures.map?.file }

  /// The paths of each host, and the apps that open them.
  package var linkTrees: [LinkTree] { pictures.linkTrees }

  /// The input of pictures, with paths relative to the working directory.
  private var pictures: GeneratorInput {
    var files: [ExactString: ReportFile] = [:]
    for source in report.sources {
      let name = ExactString(source.name)
      let url = RelativeURL(up: 0, down: source.name.split(separator: "/").map(String.init))
      files[name] = ReportFile(name: name, url: url)
    }
    let policy = compiled
    return GeneratorInput(
      policy: policy, hosts: policy.hosts, apps: [], files: [],
      report: ReportInput(workspace: workspace, files: files))
  }
}
