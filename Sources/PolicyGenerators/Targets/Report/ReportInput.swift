package import PolicyDecision
package import PolicyModel
package import PolicyText

/// The contents of a report other than decisions: declarations with their lines, findings, flows
/// and changes.
package struct ReportInput: Sendable {
  package var workspace: Workspace
  /// Warnings and notes.
  package var findings: Report
  /// The files of this run, by the names that the user gave.
  package var files: [ExactString: ReportFile]
  /// In the order of the policies and test files.
  package var invariants: [InvariantResult]
  /// nil if `flow` didn't run.
  package var flows: [ReportFlow]?
  /// nil if the policies are not compared.
  package var comparison: ReportComparison?
  package var documentation: DocumentationBase?
  /// A description of the policies' commit; nil if the report doesn't include it.
  package var commit: ExactString?

  package init(
    workspace: Workspace, findings: Report = Report(sources: [], diagnostics: []),
    files: [ExactString: ReportFile] = [:], invariants: [InvariantResult] = [],
    flows: [ReportFlow]? = nil, comparison: ReportComparison? = nil,
    documentation: DocumentationBase? = nil, commit: ExactString? = nil
  ) {
    self.commit = commit
    self.invariants = invariants
    self.flows = flows
    self.comparison = comparison
    self.documentation = documentation
    self.workspace = workspace
    self.findings = findings
    self.files = files
  }
}

package struct ReportFile: Sendable {
  /// Relative to the repository.
  package var name: ExactString
  /// The URL relative to the report; nil if the file is outside of the repository.
  package var url: RelativeURL?

  package init(name: ExactString, url: RelativeURL? = nil) {
    self.name = name
    self.url = url
  }
}

/// The result of a sign-in flow, as `flow` reports it.
package struct ReportFlow: Sendable {
  package enum Outcome: String, Sendable {
    case completes, breaks, inferred
  }

  /// The ID of the flow without its environment: `app_flip_ios:google-home`.
  package var name: ExactString
  package var environment: Environment
  package var outcome: Outcome
  package var message: ExactString
  /// The line that declares the flow, or that breaks it.
  package var place: (file: ExactString, line: Int)?
  package var diagram: SequenceDiagram?

  package init(
    name: ExactString, environment: Environment, outcome: Outcome, message: ExactString,
    place: (file: ExactString, line: Int)? = nil, diagram: SequenceDiagram? = nil
  ) {
    self.diagram = diagram
    self.name = name
    self.environment = environment
    self.outcome = outcome
    self.message = message
    self.place = place
  }
}

/// The changes from other policies, as `diff` reports them.
package struct ReportComparison: Sendable {
  package enum Effect: String, Sendable, CaseIterable {
    case widening, narrowing, neutral, undecided
  }

  /// A decision on one side.
  package struct Verdict: Sendable {
    /// `allowed`, `denied` or `ignored`.
    package var word: String
    /// With values in backticks.
    package var reason: ExactString

    package init(word: String, reason: ExactString) {
      self.word = word
      self.reason = reason
    }
  }

  /// An example request with different decisions on both sides.
  package struct Proof: Sendable {
    /// A description of the request type.
    package var kind: String
    package var fields: [(name: ExactString, value: ExactString)]
    /// The request for `simulate`.
    package var request: ExactString
    package var old: Verdict
    package var new: Verdict

    package init(
      kind: String, fields: [(name: ExactString, value: ExactString)], request: ExactString,
      old: Verdict, new: Verdict
    ) {
      self.kind = kind
      self.fields = fields
      self.request = request
      self.old = old
      self.new = new
    }
  }

  package struct Change: Sendable {
    package var effect: Effect
    /// The policy and its client or host.
    package var subject: ExactString
    package var environment: Environment
    /// With values in backticks.
    package var message: ExactString
    package var proof: Proof?
    /// The line in the new policies.
    package var place: (file: ExactString, line: Int)?

    package init(
      _ effect: Effect, _ subject: ExactString, _ environment: Environment, message: ExactString,
      proof: Proof? = nil, place: (file: ExactString, line: Int)? = nil
    ) {
      self.effect = effect
      self.subject = subject
      self.environment = environment
      self.message = message
      self.proof = proof
      self.place = place
    }
  }

  /// The path or revision of the other policies.
  package var older: ExactString
  package var changes: [Change]

  package init(older: ExactString, changes: [Change]) {
    self.older = older
    self.changes = changes
  }

  func count(_ effect: Effect) -> Int { changes.count { $0.effect == effect } }
}
