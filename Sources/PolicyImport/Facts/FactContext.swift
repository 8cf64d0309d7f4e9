package import PolicyText
package import PolicyModel

/// What the place of a fact says about its environment: a build configuration, a variant, a profile.
///
/// Names of the file and its folders need not be said: they are looked at for every fact. A value that says
/// more by itself (a Google host, `localhost`) counts for more than a hint.
package struct FactContext: Sendable {
  /// Decided by the source without doubt; nil where it only hints.
  package var environment: DomainEnvironment?
  /// The nearest first.
  package var hints: [EnvironmentHint]
  /// The Firebase project that the fact belongs to: it has the environment of the project.
  package var project: ExactString?

  /// A context.
  package init(
    _ hints: [EnvironmentHint] = [], environment: DomainEnvironment? = nil,
    project: ExactString? = nil
  ) {
    self.hints = hints
    self.environment = environment
    self.project = project
  }
}

/// A name that proposes an environment.
package struct EnvironmentHint: Sendable, Hashable {
  /// What it names, for the reason that is shown: "the configuration `Debug`".
  package enum Kind: String, Sendable {
    case configuration, variant, profile, alias, module, workspace, tenant, folder, file
  }
  package var kind: Kind
  /// As the source has it: "Release", "stagingDebug", `src/debug`.
  package var name: ExactString
  /// Which environment it proposes, where the format says (the configuration that a scheme archives is
  /// prod); nil to go by the words of the name.
  package var environment: Environment?

  /// A hint.
  package init(_ kind: Kind, _ name: ExactString, _ environment: Environment? = nil) {
    self.kind = kind
    self.name = name
    self.environment = environment
  }
}
