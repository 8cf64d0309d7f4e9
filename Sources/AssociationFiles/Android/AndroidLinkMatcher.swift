package import PolicyText

/// What decides whether an app opens a URL on Android.
package enum AndroidLinkBasis: Sendable, Equatable {
  /// A dynamic rule, by its index.
  case rule(Int)
  /// None of the dynamic rules matches, so the link stays in the browser.
  case noRule
  /// The manifest, which is assumed to cover every path of the host.
  case manifest(ManifestReason)
  /// No statement allows the app to open links of the site, or the URL belongs to another site.
  case notLinked

  /// Why the dynamic rules don't decide.
  package enum ManifestReason: Sendable, Equatable {
    /// The statement has no rules, or an empty list.
    case noRules
    /// Android before 15 ignores them.
    case version
    /// A field is malformed or empty, so Android discards all rules.
    case faulty
  }
}

/// App Links of one host, as Android decides them. Compiled once per file.
///
/// The hosts, schemes and paths in the app's manifest are unknown: it is assumed to cover the whole
/// host. Rules can only narrow what the manifest opens.
package struct AndroidLinkMatcher: Sendable {
  /// The first version that supports dynamic rules.
  package static let firstVersionWithRules = 15

  private let host: ExactString
  /// The effective statement of each app, in order.
  private let apps:
    [(app: ExactString, entry: Int, statement: AssetStatement, rules: [AndroidRule])]

  /// Compiles the list that a host serves.
  package init(_ links: AssetLinks, host: ExactString) {
    self.host = host
    let own = Dictionary(grouping: links.statements.indices) { links.statements[$0].linkedApp }
    apps = links.statements.compactMap(\.linkedApp).unique.compactMap { app in
      // Which one Android uses is undefined if several have rules; the first is used here.
      let hasRules = own[app]?.first { links.statements[$0].dynamicRules != nil }
      guard let entry = hasRules ?? own[app]?.first else { return nil }
      let statement = links.statements[entry]
      return (app, entry, statement, (statement.dynamicRules?.rules ?? []).map { AndroidRule($0) })
    }
  }

  /// Returns true for a rule without a filter, which never matches on Android.
  package static func neverMatches(_ rule: DynamicRule) -> Bool { AndroidRule(rule).neverMatches }

  /// Decides about a URL. Steps have the statement as `entry`.
  ///
  /// - Parameters:
  ///   - package: the only app to evaluate; nil for all in the file.
  ///   - version: the Android version.
  package func answer(
    _ url: ExactString, package: ExactString? = nil, version: Int = 15
  ) -> LinkAnswer {
    let parts = URLParts(url)
    let asked = apps.filter { package == nil || package == $0.app }
    var answer = LinkAnswer(
      problem: LinkURLProblem(parts, host: host),
      decisions: (asked.isEmpty ? [package].compactMap { $0 } : asked.map(\.app)).map {
        LinkDecision(app: $0, basis: .notLinked)
      })
    guard answer.problem == nil else { return answer }
    let subject = AndroidSubject(parts)
    for (number, app) in asked.enumerated() {
      var decision = LinkDecision(app: app.app, node: app.statement.node)
      if let reason = Self.manifestReason(app.statement.dynamicRules, version) {
        decision.outcome = .match
        decision.basis = .manifest(reason)
      } else {
        decision.basis = .noRule
        for (index, rule) in app.rules.enumerated() {
          let mismatch = rule.mismatch(subject)
          answer.steps.append(
            LinkRuleStep(
              entry: app.statement.index, rule: index, node: rule.rule.node,
              excludes: rule.rule.exclude, mismatch: mismatch, neverMatches: rule.neverMatches))
          guard mismatch == nil, !rule.neverMatches else { continue }
          decision.outcome = rule.rule.exclude ? .exclude : .match
          (decision.entry, decision.rule, decision.node) = (app.entry, index, rule.rule.node)
          decision.basis = .rule(index)
          break
        }
      }
      answer.decisions[number] = decision
      if decision.outcome == .match { answer.opens.append(app.app) }
    }
    return answer
  }

  /// Why the rules don't decide; nil if they do.
  private static func manifestReason(
    _ rules: DynamicRules?, _ version: Int
  ) -> AndroidLinkBasis.ManifestReason? {
    guard let rules, !(rules.rules.isEmpty && rules.faults.isEmpty) else { return .noRules }
    if version < firstVersionWithRules { return .version }
    return rules.faults.isEmpty ? nil : .faulty
  }
}

extension AssetLinks {
  /// The statement that decides about links of an app: the first with rules, or else the first.
  package func effectiveStatement(of app: ExactString) -> AssetStatement? {
    let own = statements.filter { $0.linkedApp == app }
    return own.first { $0.dynamicRules != nil } ?? own.first
  }
}

extension AssetStatement {
  /// The app that the statement allows to open links.
  package var linkedApp: ExactString? {
    relations.contains(AssetLinks.handleAllURLs) ? target.package : nil
  }
}

extension AssetTarget {
  /// The package name of an Android app.
  package var package: ExactString? {
    if case .androidApp(let package, _) = self { package } else { nil }
  }
}
