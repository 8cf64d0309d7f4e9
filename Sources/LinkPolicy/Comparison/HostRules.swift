import AssociationFiles
import PolicyDecision
import PolicyText
import PolicyModel

/// The platforms of association files.
enum LinkPlatform: CaseIterable {
  case ios, android

  var name: String { self == .ios ? "iOS" : "Android" }
  var kind: PolicyChange.Kind { self == .ios ? .universalLink : .appLink }
}

/// What one side says about the links of one host on one platform.
struct HostRules {
  /// An answer with what decided.
  struct Answer {
    var verdict: PolicyChange.Verdict
    /// The text of the rule, the same for equal rules; nil where none decides.
    var rule: ExactString?
    var anchor: SourceAnchor?
  }

  /// A rule of an app, in the order in which it is tried.
  struct Rule: Hashable {
    /// The same for equal rules, whatever their comments and apps.
    var text: ExactString
    var apps: [ExactString]
  }

  private enum Matcher {
    case none
    case apple(AppleLinkMatcher)
    case android(AndroidLinkMatcher)
  }

  let apps: [ExactString]
  let rules: [Rule]
  private let matcher: Matcher
  private let host: CompiledHost?
  /// By entry and rule.
  private var appleTexts: [[ExactString]] = []
  /// By app: the effective statement, which is the first with rules.
  private var androidTexts: [ExactString: [ExactString]] = [:]

  /// - Parameter host: nil where the side does not have the host.
  init(_ host: CompiledHost?, _ platform: LinkPlatform) {
    self.host = host
    switch platform {
    case .ios:
      guard let host, let file = host.apple, let links = file.applinks else { break }
      matcher = .apple(AppleLinkMatcher(file, domain: host.host))
      apps = links.details.flatMap(\.appIDs).uniqued
      let entries = links.details.map { Self.rules($0, links) }
      rules = entries.flatMap { $0 }
      appleTexts = entries.map { $0.map(\.text) }
      return
    case .android:
      guard let host, let links = host.android else { break }
      matcher = .android(AndroidLinkMatcher(links, host: host.host))
      let statements = links.statements.filter { $0.relations.contains(AssetLinks.handleAllURLs) }
      apps = statements.compactMap(\.target.package).uniqued
      rules = statements.flatMap { Self.rules($0) }
      for statement in statements where statement.dynamicRules != nil {
        guard let package = statement.target.package, androidTexts[package] == nil else { continue }
        androidTexts[package] = Self.rules(statement).map(\.text)
      }
      return
    }
    (apps, rules, matcher) = ([], [], .none)
  }

  private static func rules(_ entry: AppleLinkEntry, _ links: AppleLinks) -> [Rule] {
    let components =
      switch entry.rules {
      case .components(let components):
        components.map { $0.inheriting(entry.defaults).inheriting(links.defaults) }
      case .paths(let paths):
        paths.map { AppleLinkComponent(path: $0.pattern, exclude: $0.exclude ? true : nil) }
      }
    return components.map { Rule(text: $0.text(links.substitutionVariables), apps: entry.appIDs) }
  }

  private static func rules(_ statement: AssetStatement) -> [Rule] {
    let apps = [statement.target.package].compactMap { $0 }
    let rules = (statement.dynamicRules?.rules ?? []).map { Rule(text: $0.text, apps: apps) }
    // With one malformed field, Android discards all of them.
    let isFaulty = statement.dynamicRules.map { !$0.faults.isEmpty } ?? false
    return rules + (isFaulty ? [Rule(text: "malformed", apps: apps)] : [])
  }

  /// The links that open an app.
  func links(_ app: ExactString) -> LinkSet {
    switch matcher {
    case .none: .empty
    case .apple: host?.apple.map { LinkSet(opening: app, in: $0) } ?? .empty
    case .android: host?.android.map { LinkSet(opening: app, in: $0) } ?? .empty
    }
  }

  /// The same for apps whose links are the same.
  func key(_ app: ExactString) -> [Int] {
    switch matcher {
    case .none: []
    case .apple:
      (host?.apple?.applinks?.details ?? []).indices.filter {
        host?.apple?.applinks?.details[$0].appIDs.contains(app) ?? false
      }
    case .android: [apps.firstIndex(of: app) ?? -1]
    }
  }

  /// The decisions about a link, one per app.
  func answers(_ url: ExactString, apps: [ExactString]) -> [Answer] {
    switch matcher {
    case .none:
      return apps.map { _ in Answer(verdict: .init(.ignore, .hostUnknown), rule: nil, anchor: nil) }
    case .apple(let matcher):
      let decisions = Dictionary(
        matcher.answer(url).decisions.map { ($0.app, $0) }, uniquingKeysWith: { first, _ in first })
      return apps.map { app in
        guard let decision = decisions[app] else { return answer(.noMatch, nil, nil) }
        return answer(decision.outcome, rule(decision), host?.source(of: decision))
      }
    case .android(let matcher):
      let decisions = Dictionary(
        matcher.answer(url).decisions.map { ($0.app, $0) }, uniquingKeysWith: { first, _ in first })
      return apps.map { app in
        guard let decision = decisions[app] else { return answer(.noMatch, nil, nil) }
        return answer(decision.outcome, rule(decision), host?.source(of: decision))
      }
    }
  }

  private func answer(
    _ outcome: LinkOutcome, _ rule: ExactString?, _ anchor: SourceAnchor?
  ) -> Answer {
    let verdict: PolicyChange.Verdict =
      switch outcome {
      case .match: .init(.allow, .ruleMatched)
      case .exclude: .init(.deny, .ruleExcluded)
      case .noMatch: .init(.ignore, .noRule)
      }
    return Answer(verdict: verdict, rule: rule, anchor: anchor ?? host?.anchors.first)
  }

  private func rule(_ decision: AppleLinkDecision) -> ExactString? {
    guard let entry = decision.entry, let rule = decision.rule, appleTexts.indices.contains(entry),
      appleTexts[entry].indices.contains(rule)
    else { return nil }
    return appleTexts[entry][rule]
  }

  private func rule(_ decision: AndroidLinkDecision) -> ExactString? {
    guard case .rule(let index) = decision.basis, let texts = androidTexts[decision.app],
      texts.indices.contains(index)
    else { return nil }
    return texts[index]
  }
}

extension AppleLinkComponent {
  /// The rule with the values of its variables: with other values it is another rule.
  fileprivate func text(_ variables: [AppleSubstitutionVariable]) -> ExactString {
    var bare = self
    bare.comment = nil
    bare.caseSensitive = caseSensitive == false ? false : nil
    bare.percentEncoded = percentEncoded == false ? false : nil
    bare.exclude = exclude == true ? true : nil
    let text = ExactString(bare.json.text())
    let used = Set(LinkPattern.variables(in: text))
    let suffix = variables.filter { used.contains($0.name) }.sorted { $0.name < $1.name }.map {
      JSONValue.array(([$0.name] + $0.values).map { .string($0.string) }).text()
    }
    return ExactString(text.string + suffix.joined())
  }
}

extension DynamicRule {
  fileprivate var text: ExactString {
    var bare = self
    bare.comments = nil
    return ExactString(bare.json.text())
  }
}

extension Array where Element: Hashable {
  /// The elements without repetitions, in their order.
  var uniqued: [Element] {
    var seen: Set<Element> = []
    return filter { seen.insert($0).inserted }
  }
}
