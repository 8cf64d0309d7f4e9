package import PolicyText

/// What comes of a sign-in that a policy promises, as `flow` says it.
package struct ReportFlow: Sendable {
  /// The outcomes, as `flow` names them.
  package enum Outcome: String, Sendable {
    case completes, breaks, inferred
  }

  /// `app_flip_ios:google-home`: the same in both environments.
  package var name: ExactString
  package var environment: Environment
  package var outcome: Outcome
  package var message: ExactString
  /// The line that promises it, or that is to blame; nil where there is none.
  package var place: (file: ExactString, line: Int)?

  /// A flow.
  package init(
    name: ExactString, environment: Environment, outcome: Outcome, message: ExactString,
    place: (file: ExactString, line: Int)? = nil
  ) {
    self.name = name
    self.environment = environment
    self.outcome = outcome
    self.message = message
    self.place = place
  }
}

/// What `diff` says of the policies of the report and older ones.
package struct ReportComparison: Sendable {
  /// What a change does to who may sign in.
  package enum Effect: String, Sendable, CaseIterable {
    case widening, narrowing, neutral
  }

  /// One change.
  package struct Change: Sendable {
    package var effect: Effect
    /// The policy, with its client or host.
    package var subject: ExactString
    package var environment: Environment
    /// Values stand in backticks.
    package var message: ExactString
    /// A request that one side allows and the other does not, as a line of `simulate`; nil where none is known.
    package var witness: ExactString?
    /// The line of the new policies; nil where it is gone.
    package var place: (file: ExactString, line: Int)?

    /// A change.
    package init(
      _ effect: Effect, _ subject: ExactString, _ environment: Environment, message: ExactString,
      witness: ExactString? = nil, place: (file: ExactString, line: Int)? = nil
    ) {
      self.effect = effect
      self.subject = subject
      self.environment = environment
      self.message = message
      self.witness = witness
      self.place = place
    }
  }

  /// What the older policies are called: a path or a revision.
  package var older: ExactString
  package var changes: [Change]

  /// A comparison.
  package init(older: ExactString, changes: [Change]) {
    self.older = older
    self.changes = changes
  }

  /// How many changes have an effect.
  func count(_ effect: Effect) -> Int { changes.count { $0.effect == effect } }
}
