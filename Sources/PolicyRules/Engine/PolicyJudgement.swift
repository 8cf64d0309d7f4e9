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
  /// Some rules at a time: their code is at hand for the policies after the first (a fifth of the time of a tree of small
  /// files).
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
    forEachRun(of: addressRules) { run in
      for judgement in judged { judgement.checkOnlyGroup(run, onlyErrors: onlyErrors) }
    }
    // A policy with several groups of addresses is large enough to be judged alone.
    for judgement in judged { judgement.checkGroups(onlyErrors: onlyErrors) }
    forEachRun(of: policyRules) { run in
      for judgement in judged { judgement.check(run, onlyErrors: onlyErrors) }
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

  /// Shows rules the addresses, where all are in one group.
  func checkOnlyGroup(_ run: RuleRegistry.Run, onlyErrors: Bool) {
    guard let addresses = context.addresses.whole else { return }
    check(run, addresses, onlyErrors)
  }

  /// Shows all rules one group of addresses after the other, where there are several.
  func checkGroups(onlyErrors: Bool) {
    guard context.addresses.whole == nil else { return }
    context.addresses.forEachGroup { addresses in
      RuleRegistry.forEachRun(of: RuleRegistry.addressRules) { run in
        check(run, addresses, onlyErrors)
      }
      return true
    }
  }

  private func check(_ run: RuleRegistry.Run, _ addresses: Addresses, _ onlyErrors: Bool) {
    collect(run, onlyErrors) { entry, findings in
      guard let rule = entry.addressRule, entry.trigger.isMet(by: context.index, addresses) else {
        return
      }
      rule.init().check(addresses, context, reporting: &findings)
    }
  }

  /// Shows rules the policy.
  func check(_ run: RuleRegistry.Run, onlyErrors: Bool) {
    collect(run, onlyErrors) { entry, findings in
      guard let rule = entry.policyRule, entry.trigger.isMet(by: context.index) else { return }
      rule.init().check(context, reporting: &findings)
    }
  }

  /// Keeps what `body` reports, rule by rule.
  @inline(__always)
  private func collect(
    _ run: RuleRegistry.Run, _ onlyErrors: Bool, _ body: (RuleEntry, inout Findings) -> Void
  ) {
    // Each rule puts itself in the place of this one.
    var findings = Findings(UriNotAbsolute.self, context.tree)
    for (number, entry) in run where !(onlyErrors && entry.neverReportsErrors) {
      findings.begin(entry.rule)
      body(entry, &findings)
      if !findings.entries.isEmpty { found.append((number, findings.take())) }
    }
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
