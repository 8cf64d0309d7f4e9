/// An output format for findings. Each has a file in `Reporters/` and a line in `ReporterRegistry`.
package protocol Reporter: Sendable {
  /// The complete output with its final newline.
  func render(_ report: Report) -> String
}

/// The properties of a run that reporters need.
package struct ReporterContext: Sendable {
  /// The version of the tool.
  package var version: String
  /// The colors of the text format.
  package var style: TextStyle
  /// The description of a rule; nil for an unknown ID.
  package var rule: @Sendable (RuleID) -> RuleInfo?
  /// The path of a file within its repository, for services that show findings there.
  package var repositoryPath: @Sendable (String) -> String
  /// The base URL of links to rules; nil for no links.
  package var documentation: DocumentationBase?
  /// The paths on the command line, for services that distinguish runs by them.
  package var paths: [String]

  /// Creates a context. By default, file names stay as they are and rules have no descriptions.
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
