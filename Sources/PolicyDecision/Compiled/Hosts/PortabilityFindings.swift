import AssociationFiles
package import PolicyText
package import PolicyModel

/// A rule for both platforms that Android evaluates differently (`link-rule-not-portable`).
package struct PortabilityFinding: Sendable {
  /// The rule, or the part of it that Android can't express.
  package var anchor: SourceAnchor
  /// An error if an exclude blocks fewer links on Android, else a warning.
  package var severity: Severity
  /// Lower case, no final period.
  package var message: String
  /// How to fix it.
  package var help: String
}

extension PolicyDocument {
  /// The findings about the rules of entries with apps of both platforms, in the order of the
  /// policy.
  package func portabilityFindings(in workspace: Workspace) -> [PortabilityFinding] {
    policy.allDomains.flatMap(\.links).flatMap { entry -> [PortabilityFinding] in
      let platforms = entry.apps.compactMap { workspace.app($0.value, from: self)?.isApple }
      guard platforms.contains(true), platforms.contains(false) else { return [] }
      return entry.rules.compactMap { rule in
        PortableRule(LinkRule(rule)).difference.map { finding($0, rule) }
      }
    }
  }

  private func finding(_ difference: LinkDifference, _ rule: LinkRuleEntry) -> PortabilityFinding {
    let blocksLess = difference.effect == .blocksLess
    let reasons = difference.issues.map(\.reason.message).reduce(into: [String]()) {
      if !$0.contains($1) { $0.append($1) }
    }
    let effect =
      if blocksLess {
        "an exclude must block as much on Android as on iOS"
      } else if rule.exclude {
        "this exclude blocks more on Android than on iOS"
      } else {
        "this rule opens less on Android than on iOS"
      }
    return PortabilityFinding(
      anchor: anchor(of: difference, rule),
      severity: blocksLess ? .error : .warning,
      message: effect + ": " + reasons.joined(separator: "; "),
      help: "write a rule that Android can express, or split the entry by platform")
  }

  private func anchor(of difference: LinkDifference, _ rule: LinkRuleEntry) -> SourceAnchor {
    let leaf: LocatedText? =
      switch difference.issues.first?.part {
      case .path: rule.path
      case .fragment: rule.fragment
      case .queryItem(let name): rule.query.first { $0.name.value == name }?.pattern
      case .query, nil: nil
      }
    return leaf.map { anchor($0) } ?? anchor(node: rule.node)
  }
}
