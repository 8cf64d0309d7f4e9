package import PolicyDiagnostics
package import PolicySourceTree
import PolicyText

/// What `linkpolicy.yaml` says; leaves know where they stand.
package struct Configuration: Sendable {
  /// What a rule weighs by configuration.
  package enum Weight: Sendable, Hashable {
    case off
    case severity(Severity)
  }

  /// The weight of a rule by the name that was written, which may be none of a rule.
  package struct RuleWeight: Sendable {
    package var rule: LocatedText
    package var weight: Weight
  }

  /// Other weights for some of the files.
  package struct Override: Sendable {
    package var paths: [LocatedText]
    /// Only findings of this environment; nil for all.
    package var environment: Environment?
    package var severities: [RuleWeight]
  }

  /// Files and directories of the workspace.
  package var policies: [LocatedText]?
  /// Patterns of files that are left out.
  package var exclude: [LocatedText] = []
  package var severities: [RuleWeight] = []
  /// The last that fits wins.
  package var overrides: [Override] = []
  /// A file of known findings.
  package var baseline: LocatedText?
  /// Where `generate` writes.
  package var output: LocatedText?
  /// What `generate` writes.
  package var targets: [LocatedText]?

  /// No configuration.
  package init() {}

  /// Reads a tree; the structure check has reported what is missing here.
  package init(decoding tree: SourceTree) {
    let fields = Fields(tree, tree.root)
    policies = fields.texts("policies")
    exclude = fields.texts("exclude") ?? []
    severities = Self.weights(fields)
    overrides = fields.mappings("overrides").map { override in
      let environment: Located<Environment>? = override.word("environment")
      return Override(
        paths: override.texts("paths") ?? [], environment: environment?.value,
        severities: Self.weights(override))
    }
    baseline = fields.text("baseline")
    output = fields.mapping("generate")?.text("output")
    targets = fields.mapping("generate")?.texts("targets")
  }

  private static func weights(_ fields: Fields) -> [RuleWeight] {
    fields.entries("severities").compactMap { rule, value in
      // Also where YAML reads `off` as false: there is no other meaning here.
      let word = fields.tree.text(value)
      if word == "off" { return RuleWeight(rule: rule, weight: .off) }
      guard let severity = Severity(rawValue: word.string) else { return nil }
      return RuleWeight(rule: rule, weight: .severity(severity))
    }
  }
}
