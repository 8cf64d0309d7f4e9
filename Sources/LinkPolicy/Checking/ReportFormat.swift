public import PolicyDiagnostics
import PolicyRules

/// The formats of findings, in the order of the documentation.
public enum ReportFormat: String, Sendable, CaseIterable {
  /// For people, with the lines of the policies.
  case text
  /// `Schemas/report.schema.json`.
  case json
  /// SARIF 2.1.0.
  case sarif
  /// Annotations of GitHub Actions.
  case github
  /// The code quality report of GitLab.
  case gitlab
  /// JUnit XML.
  case junit
  /// Checkstyle XML.
  case checkstyle
  /// One line per finding.
  case oneline
  /// Warnings and errors as Xcode reads them.
  case xcode

  /// The names of all formats.
  public static var names: [String] { allCases.map(\.rawValue) }
}

extension Report {
  /// The report in a format.
  ///
  /// - Parameters:
  ///   - style: colours, for formats that people read.
  ///   - showsFurtherPlaces: all places of a finding about many, for formats that people read.
  ///   - documentation: where rules have pages; nil for links relative to the repository of linkpolicy.
  ///   - repositoryPath: a file as its repository knows it, for formats that name files to services.
  ///   - workers: write the text of many findings.
  public func rendered(
    as format: ReportFormat, style: TextStyle = TextStyle(hasColor: false),
    showsFurtherPlaces: Bool = false, documentation: DocumentationBase? = nil,
    repositoryPath: @escaping @Sendable (String) -> String = { $0 },
    workers: any WorkerPool = SerialPool()
  ) -> String {
    let context = ReporterContext(
      version: linkPolicyVersion, style: style, rule: { RuleRegistry.info(for: $0) },
      repositoryPath: repositoryPath, documentation: documentation)
    return switch format {
    case .text:
      text(
        TextReporter(
          style: style, showsFurtherPlaces: showsFurtherPlaces, documentation: documentation),
        workers)
    case .json:
      JSONReporter(version: linkPolicyVersion, documentation: documentation).render(self)
    case .sarif: SARIFReporter(context).render(self)
    case .github: GitHubReporter(context).render(self)
    case .gitlab: GitLabReporter(context).render(self)
    case .junit: JUnitReporter().render(self)
    case .checkstyle: CheckstyleReporter().render(self)
    case .oneline: OnelineReporter().render(self)
    case .xcode: XcodeReporter().render(self)
    }
  }

  private func text(_ reporter: TextReporter, _ workers: any WorkerPool) -> String {
    // Fewer are written sooner than a thread starts; of more the parts would take memory beside the whole.
    guard (1_000...20_000).contains(diagnostics.count) else { return reporter.render(self) }
    let parts = Workers(pool: workers).map(diagnostics.count, atATime: .max) {
      [reporter.render(self, $0)]
    }
    return parts.joined()
  }
}
