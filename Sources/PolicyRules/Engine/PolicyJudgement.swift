package import PolicyDiagnostics
package import PolicyModel
import PolicySourceTree

/// A policy that is to be judged.
package struct JudgedPolicy: Sendable {
  package let document: PolicyDocument
  package let workspace: Workspace
  package let index: WorkspaceIndex

  /// A policy of a workspace.
  package init(_ document: PolicyDocument, in workspace: Workspace, _ index: WorkspaceIndex) {
    self.document = document
    self.workspace = workspace
    self.index = index
  }

  /// How many policies are judged at a time: enough that the code of a rule, which does not stay in the nearest cache of
  /// a processor, is fetched for many of them; few enough that they stay in the next.
  package static let atATime = 32
}

extension RuleRegistry {
  /// The findings of all rules over some policies, for each; none where it could not be read to its end.
  ///
  /// Rule by rule: the code of a rule is at hand for the policies after the first (a fifth of the time of a tree of
  /// small files).
  ///
  /// - Parameters:
  ///   - onlyErrors: leaves out the rules that are advice.
  ///   - clientsAtATime: whose addresses rules get together; changes no finding.
  package static func findings(
    of policies: [JudgedPolicy], onlyErrors: Bool = false,
    clientsAtATime: Int = AddressWalk.clientsAtATime
  ) -> [[Diagnostic]] {
    let judgements = policies.map { policy in
      policy.document.tree.isComplete ? PolicyJudgement(policy, clientsAtATime) : nil
    }
    let judged = judgements.compactMap { $0 }
    forEach { number, entry in
      guard let rule = entry.addressRule, !(onlyErrors && entry.neverReportsErrors) else { return }
      for judgement in judged { judgement.checkOnlyGroup(number, rule, entry.trigger) }
    }
    // A policy with several groups of addresses is large enough to be judged alone.
    for judgement in judged {
      judgement.checkGroups { entry in !(onlyErrors && entry.neverReportsErrors) }
    }
    forEach { number, entry in
      guard let rule = entry.policyRule, !(onlyErrors && entry.neverReportsErrors) else { return }
      for judgement in judged { judgement.check(number, rule, entry.trigger) }
    }
    return judgements.map { $0?.diagnostics ?? [] }
  }
}

/// What the rules have said of a policy so far.
///
/// A class: each rule looks at it, and what it holds has a dozen references to count.
private final class PolicyJudgement {
  private let context: RuleContext
  /// With the number of the rule: addresses come in groups, findings rule by rule.
  private var found: [(rule: Int, entries: [Findings.Entry])] = []

  init(_ policy: JudgedPolicy, _ clientsAtATime: Int) {
    context = RuleContext(
      document: policy.document, workspace: policy.workspace, workspaceIndex: policy.index,
      clientsAtATime: clientsAtATime)
  }

  /// Shows a rule the addresses, where all are in one group.
  func checkOnlyGroup(
    _ number: Int, _ rule: any AddressRule.Type, _ trigger: Trigger
  ) {
    guard let addresses = context.addresses.whole else { return }
    check(number, rule, trigger, addresses)
  }

  /// Shows the rules one group of addresses after the other, where there are several.
  func checkGroups(_ isAsked: (RuleEntry) -> Bool) {
    guard context.addresses.whole == nil else { return }
    context.addresses.forEachGroup { addresses in
      RuleRegistry.forEach { number, entry in
        guard let rule = entry.addressRule, isAsked(entry) else { return }
        check(number, rule, entry.trigger, addresses)
      }
      return true
    }
  }

  private func check(
    _ number: Int, _ rule: any AddressRule.Type, _ trigger: Trigger, _ addresses: Addresses
  ) {
    guard trigger.isMet(by: context.index, addresses) else { return }
    var findings = Findings(rule, context.tree)
    rule.init().check(addresses, context, reporting: &findings)
    take(findings, number)
  }

  /// Shows a rule the policy.
  func check(_ number: Int, _ rule: any Rule.Type, _ trigger: Trigger) {
    guard trigger.isMet(by: context.index) else { return }
    var findings = Findings(rule, context.tree)
    rule.init().check(context, reporting: &findings)
    take(findings, number)
  }

  private func take(_ findings: Findings, _ number: Int) {
    if !findings.entries.isEmpty { found.append((number, findings.entries)) }
  }

  /// The findings, rule by rule; precedence is applied.
  var diagnostics: [Diagnostic] {
    guard found.count > 1 else { return Precedence.apply(to: found.first?.entries ?? []) }
    // The order of those of one rule stays.
    let order = found.indices.sorted { (found[$0].rule, $0) < (found[$1].rule, $1) }
    return Precedence.apply(to: order.flatMap { found[$0].entries })
  }
}

extension WorkspaceIndex {
  /// The findings of all rules over one policy of the workspace; none where it could not be read to its
  /// end.
  ///
  /// - Parameter onlyErrors: leaves out the rules that are advice.
  package func findings(
    of document: PolicyDocument, in workspace: Workspace, onlyErrors: Bool = false,
    clientsAtATime: Int = AddressWalk.clientsAtATime
  ) -> [Diagnostic] {
    RuleRegistry.findings(
      of: [JudgedPolicy(document, in: workspace, self)], onlyErrors: onlyErrors,
      clientsAtATime: clientsAtATime)[0]
  }
}
