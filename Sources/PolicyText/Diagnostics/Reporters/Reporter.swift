/// A format of findings; one file each in `Reporters/`, one line in `ReporterRegistry`.
package protocol Reporter: Sendable {
  /// The whole output, with its final newline.
  func render(_ report: Report) -> String
}

/// What reporters are told about the world outside of the report.
package struct ReporterContext: Sendable {
  /// The version of the tool.
  package var version: String
  /// Colours, for the text format.
  package var style: TextStyle
  /// What is fixed about a rule; nil for a name that no rule has.
  package var rule: @Sendable (RuleID) -> RuleInfo?
  /// The path of a file within its repository, for services that show findings there.
  package var repositoryPath: @Sendable (String) -> String
  /// The base URL of links to rules; nil for no links.
  package var documentation: DocumentationBase?
  /// The paths on the command line, for services that distinguish runs by them.
  package var paths: [String]

  /// A context; without closures names stay as they are and rules have no descriptions.
  package init(
    version: String, style: TextStyle = TextStyle(hasColor: false),
    rule: @escaping @Sendable (RuleID) -> RuleInfo? = { _ in nil },
    repositoryPath: @escaping @Sendable (String) -> String = { $0 },
    documentation: DocumentationBase? = nil, paths: [String] = []
  ) {
    self.version = version
    self.style = style
    self.rule = rule
    self.repositoryPath = repositoryPath
    self.documentation = documentation
    self.paths = paths
  }
}
