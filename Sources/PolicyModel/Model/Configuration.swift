package import PolicyText

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

  /// What `generate.options` says about one target.
  package struct CodeOptions: Sendable {
    package var target: LocatedText
    package var name: LocatedText?
    package var project: LocatedText?
    package var access: LocatedText?
    package var output: LocatedText?
    package var environments: [Environment]?
    package var clients: [LocatedText]?
    package var license: LocatedText?
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
  /// Options of code targets.
  package var codeOptions: [CodeOptions] = []
  /// Where rules have pages.
  package var docsBase: LocatedText?

  /// The weight of a rule that is not reported.
  static let off: ExactString = "off"

  /// What counts where the configuration does not say.
  package enum Defaults {
    package static let policies: [ExactString] = ["Policies/"]
    package static let output: ExactString = "generated/"
  }

  /// No configuration.
  package init() {}

  /// Reads a tree; the structure check has reported what is missing here.
  package init(decoding tree: SourceTree) {
    let fields = Fields<ConfigurationKey>(tree, tree.root)
    let generation: Fields<ConfigurationKey.Generation>? = fields.mapping(.generate)
    policies = fields.texts(.policies)
    exclude = fields.texts(.exclude) ?? []
    severities = Self.weights(fields.entries(.severities), tree)
    overrides = fields.mappings(.overrides) { (override: Fields<ConfigurationKey.Override>) in
      let environment: Located<Environment>? = override.enumeration(.environment)
      return Override(
        paths: override.texts(.paths) ?? [], environment: environment?.value,
        severities: Self.weights(override.entries(.severities), tree))
    }
    baseline = fields.text(.baseline)
    output = generation?.text(.output)
    targets = generation?.texts(.targets)
    codeOptions = Self.codeOptions(generation?.entries(.options) ?? [], tree)
    docsBase = fields.text(.docsBase)
  }

  private static func codeOptions(
    _ entries: [(key: LocatedText, value: NodeID)], _ tree: SourceTree
  ) -> [CodeOptions] {
    entries.map { target, value in
      let fields = Fields<ConfigurationKey.CodeOptions>(tree, value)
      return CodeOptions(
        target: target, name: fields.text(.name), project: fields.text(.project),
        access: fields.text(.access), output: fields.text(.output),
        environments: fields.texts(.environments)?.compactMap {
          Environment(rawValue: $0.value.string)
        }, clients: fields.texts(.clients), license: fields.text(.license))
    }
  }

  private static func weights(
    _ entries: [(key: LocatedText, value: NodeID)], _ tree: SourceTree
  ) -> [RuleWeight] {
    entries.compactMap { rule, value in
      // Also where YAML reads `off` as false: there is no other meaning here.
      let word = tree.text(value)
      if word == Self.off { return RuleWeight(rule: rule, weight: .off) }
      guard let severity = Severity(rawValue: word.string) else { return nil }
      return RuleWeight(rule: rule, weight: .severity(severity))
    }
  }
}
