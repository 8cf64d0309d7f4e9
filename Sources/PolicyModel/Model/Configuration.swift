package import PolicyText

/// The contents of `linkpolicy.yaml`.
package struct Configuration: Sendable {
  /// The configured severity of a rule.
  package enum Weight: Sendable, Hashable {
    case off
    case severity(Severity)
  }

  /// The configured severity of a rule ID, which may be unknown.
  package struct RuleWeight: Sendable {
    package var rule: LocatedText
    package var weight: Weight
  }

  /// Severities that apply to some files only.
  package struct Override: Sendable {
    package var paths: [LocatedText]
    /// The environment whose findings change severity; nil for all.
    package var environment: Environment?
    package var severities: [RuleWeight]
  }

  /// The options of a code target.
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

  package var policies: [LocatedText]?
  /// Glob patterns.
  package var exclude: [LocatedText] = []
  package var severities: [RuleWeight] = []
  /// The last matching override applies.
  package var overrides: [Override] = []
  /// The path of the baseline file.
  package var baseline: LocatedText?
  /// The output directory of `generate`.
  package var output: LocatedText?
  package var targets: [LocatedText]?
  package var codeOptions: [CodeOptions] = []
  /// The URL of the documentation site.
  package var docsBase: LocatedText?

  /// The value that disables a rule.
  static let off: ExactString = "off"

  package enum Defaults {
    package static let policies: [ExactString] = ["Policies/"]
    package static let output: ExactString = "generated/"
  }

  package init() {}

  /// Decodes a tree. The structure check reports values that can't be decoded.
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
      // YAML 1.1 reads `off` as false.
      let word = tree.text(value)
      if word == Self.off { return RuleWeight(rule: rule, weight: .off) }
      guard let severity = Severity(rawValue: word.string) else { return nil }
      return RuleWeight(rule: rule, weight: .severity(severity))
    }
  }
}
