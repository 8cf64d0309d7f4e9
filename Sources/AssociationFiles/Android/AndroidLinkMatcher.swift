package import PolicyText

/// What decides about a URL and an app on Android.
package enum AndroidLinkBasis: Sendable, Equatable {
  /// A dynamic rule, from 0.
  case rule(Int)
  /// There are dynamic rules, none of them matches: the link stays in the browser.
  case noRule
  /// The manifest, taken to cover every path of the host.
  case manifest(ManifestReason)
  /// No statement lets this app open links of the site, or the URL is not of the site.
  case notLinked

  /// Why the dynamic rules do not decide.
  package enum ManifestReason: Sendable, Equatable {
    /// The statement has none, or an empty list.
    case noRules
    /// Android before 15 does not read them.
    case version
    /// A malformed or empty field makes Android discard all of them.
    case faulty
  }
}

/// What the statements say about one URL and one app.
package struct AndroidLinkDecision: Sendable, Equatable {
  /// The package name.
  package var app: ExactString
  /// Whether it opens.
  package var outcome: LinkOutcome
  /// What decides.
  package var basis: AndroidLinkBasis
  /// The deciding rule in the file, or the statement where no rule decides.
  package var node: NodeID?
  /// Several statements of the app have rules. Which one Android uses is undefined; the first is used here.
  package var isUndefined = false
}

/// What an `assetlinks.json` says about one URL.
package struct AndroidLinkAnswer: Sendable, Equatable {
  /// Why no rule was evaluated.
  package var problem: LinkURLProblem?
  /// One per evaluated app, in the order of the file.
  package var decisions: [AndroidLinkDecision]

  /// The apps that open the URL.
  package var opens: [ExactString] {
    decisions.filter { $0.outcome == .match }.map(\.app)
  }
}

/// App Links of one host as Android decides them, compiled once per file.
///
/// Hosts, schemes and paths of the app's manifest are not known here: it is taken to cover the whole
/// host. Rules only ever narrow what the manifest opens.
package struct AndroidLinkMatcher: Sendable {
  /// The first version that reads dynamic rules.
  package static let firstVersionWithRules = 15

  private struct App: Sendable {
    var name: ExactString
    var statement: AssetStatement
    var rules: [AndroidRule]
    var isUndefined = false
  }

  private let host: ExactString
  private let apps: [App]

  /// Compiles the list that a host serves.
  package init(_ links: AssetLinks, host: ExactString) {
    self.host = host
    var apps: [App] = []
    var numbers: [ExactString: Int] = [:]
    for statement in links.statements where statement.relations.contains(AssetLinks.handleAllURLs) {
      guard case .androidApp(let package, _) = statement.target else { continue }
      if let number = numbers[package] {
        guard statement.dynamicRules != nil else { continue }
        if apps[number].statement.dynamicRules != nil {
          apps[number].isUndefined = true
        } else {
          apps[number] = Self.app(package, statement)
        }
      } else {
        numbers[package] = apps.count
        apps.append(Self.app(package, statement))
      }
    }
    self.apps = apps
  }

  private static func app(_ name: ExactString, _ statement: AssetStatement) -> App {
    App(
      name: name, statement: statement,
      rules: statement.dynamicRules?.rules.map { AndroidRule($0) } ?? [])
  }

  /// True for a rule without a filter, which Android matches with nothing.
  package static func neverMatches(_ rule: DynamicRule) -> Bool { AndroidRule(rule).neverMatches }

  /// The answer about a URL.
  ///
  /// - Parameters:
  ///   - package: the only app to ask about; nil for all of the file.
  ///   - version: of Android, such as 15.
  package func answer(
    _ url: ExactString, package: ExactString? = nil, version: Int = 15
  ) -> AndroidLinkAnswer {
    answer(url, package, version) { _ in }
  }

  /// The decision about a URL, and each evaluated rule with the reason why it does not match; the entry of a
  /// step is the statement.
  package func trace(
    _ url: ExactString, package: ExactString? = nil, version: Int = 15
  ) -> (answer: AndroidLinkAnswer, steps: [LinkRuleStep]) {
    var steps: [LinkRuleStep] = []
    let answer = answer(url, package, version) { steps.append($0) }
    return (answer, steps)
  }

  private func answer(
    _ url: ExactString, _ package: ExactString?, _ version: Int, _ record: (LinkRuleStep) -> Void
  ) -> AndroidLinkAnswer {
    var answer = AndroidLinkAnswer(problem: nil, decisions: [])
    let parts = URLParts(url)
    if !parts.isWeb {
      answer.problem = .scheme
    } else if !parts.hasHost(host) {
      answer.problem = .host(parts.host)
    }
    let subject = AndroidSubject(parts)
    for app in apps where package == nil || package == app.name {
      answer.decisions.append(
        answer.problem == nil
          ? decide(app, subject, version, record)
          : AndroidLinkDecision(app: app.name, outcome: .noMatch, basis: .notLinked))
    }
    if let package, answer.decisions.isEmpty {
      answer.decisions = [
        AndroidLinkDecision(app: package, outcome: .noMatch, basis: .notLinked)
      ]
    }
    return answer
  }

  private func decide(
    _ app: App, _ subject: AndroidSubject, _ version: Int, _ record: (LinkRuleStep) -> Void
  ) -> AndroidLinkDecision {
    var decision = AndroidLinkDecision(
      app: app.name, outcome: .match, basis: .manifest(.noRules), node: app.statement.node)
    guard let rules = app.statement.dynamicRules, !(rules.rules.isEmpty && rules.faults.isEmpty)
    else { return decision }
    guard version >= Self.firstVersionWithRules else {
      decision.basis = .manifest(.version)
      return decision
    }
    decision.isUndefined = app.isUndefined
    guard rules.faults.isEmpty else {
      decision.basis = .manifest(.faulty)
      return decision
    }
    for (index, rule) in app.rules.enumerated() {
      let mismatch = rule.mismatch(subject)
      record(
        LinkRuleStep(
          entry: app.statement.index, rule: index, node: rule.rule.node,
          excludes: rule.rule.exclude, mismatch: mismatch, neverMatches: rule.neverMatches))
      guard mismatch == nil, !rule.neverMatches else { continue }
      decision.outcome = rule.rule.exclude ? .exclude : .match
      decision.basis = .rule(index)
      decision.node = rule.rule.node
      return decision
    }
    decision.outcome = .noMatch
    decision.basis = .noRule
    return decision
  }
}

extension AssetLinks {
  /// The statement that decides about links of an app: the first with rules, else the first.
  func effectiveStatement(of app: ExactString) -> AssetStatement? {
    let own = statements.filter {
      $0.relations.contains(Self.handleAllURLs) && $0.target.package == app
    }
    return own.first { $0.dynamicRules != nil } ?? own.first
  }
}

extension AssetTarget {
  /// The name of an Android app.
  package var package: ExactString? {
    if case .androidApp(let package, _) = self { package } else { nil }
  }
}
