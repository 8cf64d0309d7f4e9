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
  public func rendered(
    as format: ReportFormat, style: TextStyle = TextStyle(hasColor: false),
    showsFurtherPlaces: Bool = false, documentation: DocumentationBase? = nil,
    repositoryPath: @escaping @Sendable (String) -> String = { $0 }
  ) -> String {
    let context = ReporterContext(
      version: linkPolicyVersion, style: style, rule: { RuleRegistry.info(for: $0) },
      repositoryPath: repositoryPath, documentation: documentation)
    return switch format {
    case .text:
      TextReporter(
        style: style, showsFurtherPlaces: showsFurtherPlaces, documentation: documentation
      ).render(self)
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
}
