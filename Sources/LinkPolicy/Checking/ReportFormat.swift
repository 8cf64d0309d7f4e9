public import PolicyText
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
  ///   - paths: the paths on the command line, for services that distinguish runs by them.
  ///   - repositoryPath: a file as its repository knows it, for formats that name files to services.
  public func rendered(
    as format: ReportFormat, style: TextStyle = TextStyle(hasColor: false),
    showsFurtherPlaces: Bool = false, documentation: DocumentationBase? = nil, paths: [String] = [],
    repositoryPath: @escaping @Sendable (String) -> String = { $0 }
  ) -> String {
    var text = ""
    // About what a finding takes: growing by doubling would hold a report of megabytes twice.
    if format == .text { text.reserveCapacity(diagnostics.count * 320) }
    write(
      as: format, style: style, showsFurtherPlaces: showsFurtherPlaces,
      documentation: documentation, paths: paths, repositoryPath: repositoryPath
    ) { text += $0 }
    return text
  }

  /// The same in pieces, one after the other: the text of many findings is never whole in memory.
  public func write(
    as format: ReportFormat, style: TextStyle = TextStyle(hasColor: false),
    showsFurtherPlaces: Bool = false, documentation: DocumentationBase? = nil, paths: [String] = [],
    repositoryPath: @escaping @Sendable (String) -> String = { $0 }, to write: (String) -> Void
  ) {
    let context = ReporterContext(
      version: linkPolicyVersion, style: style, rule: { RuleRegistry.info(for: $0) },
      repositoryPath: repositoryPath, documentation: documentation, paths: paths)
    switch format {
    case .text:
      let reporter = TextReporter(
        style: style, showsFurtherPlaces: showsFurtherPlaces, documentation: documentation)
      reporter.write(self, diagnostics.indices, to: write)
    case .json:
      write(JSONReporter(version: linkPolicyVersion, documentation: documentation).render(self))
    case .sarif: write(SARIFReporter(context).render(self))
    case .github: write(GitHubReporter(context).render(self))
    case .gitlab: write(GitLabReporter(context).render(self))
    case .junit: write(JUnitReporter().render(self))
    case .checkstyle: write(CheckstyleReporter().render(self))
    case .oneline: write(OnelineReporter().render(self))
    case .xcode: write(XcodeReporter().render(self))
    }
  }
}
