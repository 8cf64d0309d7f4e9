package import PolicyText
package import PolicyModel

/// Something that is not as the policy says, at the line that says it.
package struct CheckFinding: Sendable {
  package var rule: RuleID
  package var severity: Severity
  package var environment: Environment?
  package var anchor: SourceAnchor
  package var message: String
  package var help: String?
  /// What was observed.
  package var notes: [String]
  /// The address that it is about.
  package var url: ExactString

  package init(
    _ rule: RuleID, _ severity: Severity, in environment: Environment? = nil,
    at anchor: SourceAnchor, url: ExactString, _ message: String, help: String? = nil,
    notes: [String] = []
  ) {
    self.rule = rule
    self.severity = severity
    self.environment = environment
    self.anchor = anchor
    self.url = url
    self.message = message
    self.help = help
    self.notes = notes
  }
}
