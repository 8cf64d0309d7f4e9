package import PolicyModel
package import PolicyText

/// All rules, by category; `RuleList.swift` has one line for each.
package enum RuleRegistry {
  /// Returns the findings of all rules about one policy or test file; none if it couldn't be read completely.
  package static func check(
    _ document: PolicyDocument, in workspace: Workspace, _ index: WorkspaceIndex
  ) -> [Diagnostic] {
    guard document.tree.isComplete else { return [] }
    let context = RuleContext(document: document, workspace: workspace, workspaceIndex: index)
    let rules = document.kind == .tests ? testFileRules : policyRules
    var findings = rules.map { Findings($0, document.tree) }
    if document.kind != .tests { context.checkURIs(by: uriRules, reporting: &findings) }
    for (index, rule) in rules.enumerated() {
      rule.init().check(context, reporting: &findings[index])
    }
    return Precedence.apply(
      to: findings.flatMap(\.entries),
      withoutConsequencesOf: document.diagnostics.filter { $0.severity == .error },
      in: document.tree)
  }

  package static func check(_ workspace: Workspace) -> [Diagnostic] {
    let index = WorkspaceIndex(workspace)
    return (workspace.policies + workspace.testFiles).flatMap { check($0, in: workspace, index) }
  }

  /// Returns the findings of rules that compare deployed `assetlinks.json` files with the policies.
  package static func check(deployed files: [SourceTree], in workspace: Workspace) -> [Diagnostic] {
    guard !files.isEmpty else { return [] }
    return rules.flatMap { $0.forDeployedFiles?.init().check(files, in: workspace) ?? [] }
  }

  /// The rules with their own check, by category.
  package static let rules: [any NamedRule.Type] = lists.flatMap { $0.rules }

  /// The rules for policies, in the order of their findings.
  private static let policyRules: [any Rule.Type] = rules.compactMap { $0.forPolicies }

  /// The rules that check each URI, with their indices.
  private static let uriRules: [(index: Int, rule: any URIRule.Type, roles: URIRoles)] =
    policyRules.enumerated().compactMap { index, rule in
      rule.forURIs.map { (index, $0, $0.roles) }
    }

  private static let testFileRules = policyRules.filter { $0.checksTestFiles }

  /// Every rule that linkpolicy can report, by category.
  package static let catalogue: [RuleInfo] = lists.flatMap { list in
    list.table + list.rules.map { $0.info }
  }

  private static let byName: [RuleID: [RuleInfo]] = {
    var byName: [RuleID: [RuleInfo]] = [:]
    // A name can be the id of one rule and an alias of another: the id comes first.
    for info in catalogue { byName[info.id, default: []].append(info) }
    for info in catalogue {
      for name in info.aliases { byName[name, default: []].append(info) }
    }
    return byName
  }()

  /// Returns the rules with an id or alias; an alias can name several.
  package static func infos(for name: RuleID) -> [RuleInfo] { byName[name] ?? [] }

  /// Returns the rule with an id, or the first with this alias.
  package static func info(for name: RuleID) -> RuleInfo? { byName[name]?.first }

  /// Returns the rules whose findings about the same value a rule hides.
  package static func hidden(by rule: RuleInfo) -> [RuleID] {
    rule.traits.contains(.notAURI) ? rule.hides + uriParts : rule.hides
  }

  private static let uriParts = catalogue.filter { $0.traits.contains(.uriPart) }.map(\.id)

  /// Returns true if only `verify` reports a rule, so `validate` can't tell whether a suppression is used.
  package static func isAboutDeployment(_ rule: RuleID) -> Bool {
    info(for: rule)?.category == .deployment
  }

  /// The rules whose findings no comment, configuration or baseline can suppress.
  package static let notSuppressible = Set(
    catalogue.filter { $0.traits.contains(.notSuppressible) }.map(\.id))
}
