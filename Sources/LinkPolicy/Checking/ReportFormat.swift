public import PolicyText
import PolicyRules

/// Output formats for findings.
public enum ReportFormat: String, Sendable, CaseIterable {
  /// Findings with the lines of the policies.
  case text
  /// `Schemas/report.schema.json`.
  case json
  /// SARIF 2.1.0.
  case sarif
  /// GitHub Actions annotations.
  case github
  /// A GitLab code quality report.
  case gitlab
  /// JUnit XML.
  case junit
  /// Checkstyle XML.
  case checkstyle
  /// One line per finding.
  case oneline
  /// Warnings and errors in Xcode's format.
  case xcode

  /// The names of all formats.
  package static var names: [String] { allCases.map(\.rawValue) }

  /// All names, for the help of commands.
  package static let list = commaSeparated(names)
}

extension Report {
  /// Renders the report, text without colors.
  public func rendered(as format: ReportFormat) -> String {
    rendered(as: format, style: TextStyle(hasColor: false))
  }

  /// Renders the report.
  ///
  /// - Parameters:
  ///   - style: colors, for text output.
  ///   - showsFurtherPlaces: shows every location of a grouped finding, for text output.
  ///   - documentation: the base URL of rule pages; nil for links relative to linkpolicy's repository.
  ///   - paths: the paths on the command line, for services that distinguish runs by them.
  ///   - repositoryPath: returns the path of a file in its repository, for services.
  package func rendered(
    as format: ReportFormat, style: TextStyle = TextStyle(hasColor: false),
    showsFurtherPlaces: Bool = false, documentation: DocumentationBase? = nil, paths: [String] = [],
    repositoryPath: @escaping @Sendable (String) -> String = { $0 }
  ) -> String {
    var text = ""
    write(
      as: format, style: style, showsFurtherPlaces: showsFurtherPlaces,
      documentation: documentation, paths: paths, repositoryPath: repositoryPath
    ) { text += $0 }
    return text
  }

  /// Renders the report in pieces.
  package func write(
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

/// Joins names for the help of commands.
package func commaSeparated(_ names: [String]) -> String {
  names.reduce("") { $0.isEmpty ? $1 : "\($0), \($1)" }
}
