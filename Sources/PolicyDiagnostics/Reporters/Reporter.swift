/// A format of findings; one file each in `Reporters/`, one line in `ReporterRegistry`.
public protocol Reporter: Sendable {
  /// The name after `--format`.
  static var name: String { get }
  /// The whole output, with its final newline.
  func render(_ report: Report) -> String
}

/// What reporters are told about the world outside of the report.
public struct ReporterContext: Sendable {
  /// The version of the tool.
  public var version: String
  /// Colours, for the text format.
  public var style: TextStyle
  /// What is fixed about a rule; nil for a name that no rule has.
  public var rule: @Sendable (RuleID) -> RuleInfo?
  /// The path of a file within its repository, for services that show findings there.
  public var repositoryPath: @Sendable (String) -> String

  /// A context; without closures names stay as they are and rules have no descriptions.
  public init(
    version: String, style: TextStyle = TextStyle(hasColor: false),
    rule: @escaping @Sendable (RuleID) -> RuleInfo? = { _ in nil },
    repositoryPath: @escaping @Sendable (String) -> String = { $0 }
  ) {
    self.version = version
    self.style = style
    self.rule = rule
    self.repositoryPath = repositoryPath
  }
}
