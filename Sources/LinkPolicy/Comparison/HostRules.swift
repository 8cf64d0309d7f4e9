import AssociationFiles
import PolicyDecision
import PolicyText
import PolicyModel

/// The platforms of association files.
enum LinkPlatform: CaseIterable {
  case ios, android

  var name: String { self == .ios ? "iOS" : "Android" }
  var request: RequestKind { self == .ios ? .universalLink : .appLink }
  var kind: PolicyChange.Kind { self == .ios ? .universalLink : .appLink }
}

/// The link rules of one host on one side and platform.
struct HostRules {
  /// A decision, and the rule that made it.
  struct Answer {
    var verdict: PolicyChange.Verdict
    /// The text of the deciding rule, equal for equal rules; nil if no rule decided.
    var rule: ExactString?
    var anchor: SourceAnchor?
  }

  /// A link rule and its apps.
  struct Rule: Hashable {
    /// Equal for equal rules, regardless of comments and apps.
    var text: ExactString
    var apps: [ExactString]
  }

  private enum Matcher {
    case none
    case apple(AppleLinkMatcher, AppleAppSiteAssociation)
    case android(AndroidLinkMatcher, AssetLinks)
  }

  let apps: Set<ExactString>
  /// In the order of the file.
  let orderedApps: [ExactString]
  let rules: [Rule]
  let texts: Set<ExactString>
  private let matcher: Matcher
  private let host: CompiledHost?
  /// The rules of each entry or statement.
  private let entries: [[Rule]]

  /// - Parameter host: nil if the side doesn't have the host.
  init(_ host: CompiledHost?, _ platform: LinkPlatform) {
    self.host = host
    if platform == .ios, let host, let file = host.apple, let links = file.applinks {
      matcher = .apple(AppleLinkMatcher(file, domain: host.host), file)
      orderedApps = links.details.flatMap(\.appIDs).unique
      entries = links.details.map { entry in
        links.components(of: entry).map {
          Rule(text: $0.text(links.substitutionVariables), apps: entry.appIDs)
        }
      }
    } else if platform == .android, let host, let links = host.android {
      matcher = .android(AndroidLinkMatcher(links, host: host.host), links)
      entries = links.statements.map { Self.rules($0) }
      orderedApps = links.statements.compactMap(\.linkedApp).unique
    } else {
      (matcher, orderedApps, entries) = (.none, [], [])
    }
    apps = Set(orderedApps)
    rules = entries.flatMap { $0 }
    texts = Set(rules.map(\.text))
  }

  private static func rules(_ statement: AssetStatement) -> [Rule] {
    guard let rules = statement.dynamicRules,
      statement.relations.contains(AssetLinks.handleAllURLs)
    else { return [] }
    // Android discards all rules of a statement if one field is malformed.
    let texts = rules.rules.map(\.text) + (rules.faults.isEmpty ? [] : ["malformed"])
    return texts.map { Rule(text: $0, apps: [statement.target.package].compactMap { $0 }) }
  }

  /// The links that open an app.
  func links(_ app: ExactString) -> LinkSet {
    switch matcher {
    case .none: .empty
    case .apple(_, let file): LinkSet(opening: app, in: file)
    case .android(_, let links): LinkSet(opening: app, in: links)
    }
  }

  /// Equal for apps that open the same links.
  func key(_ app: ExactString) -> [Int] {
    switch matcher {
    case .none: []
    case .apple(_, let file):
      (file.applinks?.details ?? []).enumerated().filter { $1.appIDs.contains(app) }.map(\.offset)
    case .android: [orderedApps.firstIndex(of: app) ?? -1]
    }
  }

  /// The decision for each app.
  func answers(_ url: ExactString, apps: [ExactString]) -> [Answer] {
    let answer: LinkAnswer
    switch matcher {
    case .none: return apps.map { _ in Answer(verdict: .init(.ignore, .hostUnknown)) }
    case .apple(let matcher, _): answer = matcher.answer(url)
    case .android(let matcher, _): answer = matcher.answer(url)
    }
    let decisions = Dictionary(
      answer.decisions.map { ($0.app, $0) }, uniquingKeysWith: { first, _ in first })
    return apps.map { app in
      guard let decision = decisions[app] else {
        return Answer(verdict: .init(.ignore, .noRule), anchor: host?.anchors.first)
      }
      let verdict: PolicyChange.Verdict =
        switch decision.outcome {
        case .match: .init(.allow, .ruleMatched)
        case .exclude: .init(.deny, .ruleExcluded)
        case .noMatch: .init(.ignore, .noRule)
        }
      var rule: ExactString?
      if let entry = decision.entry, let number = decision.rule {
        rule = entries[entry][number].text
      }
      return Answer(
        verdict: verdict, rule: rule,
        anchor: host?.source(of: decision) ?? host?.anchors.first)
    }
  }
}

extension AppleLinkComponent {
  /// The rule with the values of its variables, which are part of its meaning.
  fileprivate func text(_ variables: [AppleSubstitutionVariable]) -> ExactString {
    var bare = self
    bare.comment = nil
    bare.caseSensitive = caseSensitive == false ? false : nil
    bare.percentEncoded = percentEncoded == false ? false : nil
    bare.exclude = exclude == true ? true : nil
    let text = ExactString(bare.json.text())
    let used = Set(LinkPattern.variables(in: text))
    let suffix = variables.filter { used.contains($0.name) }.sorted { $0.name < $1.name }.map {
      JSONValue.texts([$0.name] + $0.values).text()
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
