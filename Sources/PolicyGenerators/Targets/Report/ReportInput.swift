package import PolicyText
package import PolicyModel

/// What a report shows besides what decides: the declarations with their lines, and what was found.
///
/// The findings come as they are to be read: a target neither checks nor knows rules.
package struct ReportInput: Sendable {
  /// What the policies declare.
  package var workspace: Workspace
  /// What remains to be looked at, in the order of the report of `validate`; no errors, since nothing
  /// is generated then.
  package var findings: [ReportFinding]
  /// How many findings were accepted by a comment with a reason or are known from before.
  package var accepted: Int
  /// Each file of the run as readers of the report see it, by the name it was given with.
  package var files: [ExactString: ReportFile]
  /// What comes of the flows that the policies promise; nil where they were not run.
  package var flows: [ReportFlow]?
  /// What changed since other policies; nil where nothing was compared.
  package var comparison: ReportComparison?
  /// Where rules have pages.
  package var documentation: DocumentationBase?

  /// Material of a report.
  package init(
    workspace: Workspace, findings: [ReportFinding] = [], accepted: Int = 0,
    files: [ExactString: ReportFile] = [:], flows: [ReportFlow]? = nil,
    comparison: ReportComparison? = nil, documentation: DocumentationBase? = nil
  ) {
    self.flows = flows
    self.comparison = comparison
    self.documentation = documentation
    self.workspace = workspace
    self.findings = findings
    self.accepted = accepted
    self.files = files
  }
}

/// A file that a report refers to.
package struct ReportFile: Sendable {
  /// Relative, and the same for everybody who has the repository.
  package var name: ExactString
  /// The way from the report to the file; nil where it leads out of the repository.
  package var url: RelativeURL?

  /// A file.
  package init(name: ExactString, url: RelativeURL? = nil) {
    self.name = name
    self.url = url
  }
}

/// A finding as a report shows it.
package struct ReportFinding: Sendable {
  package var rule: RuleID
  package var severity: Severity
  /// nil when it concerns both environments or neither.
  package var environment: Environment?
  package var message: ExactString
  package var help: ExactString?
  /// The file as it was given.
  package var file: ExactString
  /// From 1.
  package var line: Int

  /// A finding.
  package init(
    rule: RuleID, severity: Severity, environment: Environment?, message: ExactString,
    help: ExactString?, file: ExactString, line: Int
  ) {
    self.rule = rule
    self.severity = severity
    self.environment = environment
    self.message = message
    self.help = help
    self.file = file
    self.line = line
  }
}
