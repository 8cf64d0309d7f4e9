import AssociationFiles
import PolicyDecision
package import PolicyModel
package import PolicyText

/// A rule of links shown by links: some that it is about, some that are close and are not, and its form on
/// Android.
package struct LinkSamples: Sendable {
  /// Links that the rule alone matches on iOS, at most three.
  package let matching: [ExactString]
  /// At most two similar links that it does not match.
  package let others: [ExactString]
  /// The rules that Android gets for it, as `assetlinks.json` has them; empty where it can express none.
  package let android: [ExactString]
  /// How Android differs; empty where it acts alike.
  package let differences: [String]

  /// The first Android version that evaluates the rules; earlier ones open the whole host.
  package static let androidVersion = AndroidLinkMatcher.firstVersionWithRules

  /// Makes links for a rule of a host.
  package init(_ entry: LinkRuleEntry, of domain: Domain) {
    var rule = LinkRule(entry)
    rule.exclude = false
    let variables = domain.variables.map { variable in
      AppleSubstitutionVariable(variable.name.value, variable.values.map(\.value))
    }
    let host = domain.host.value
    let app: ExactString = "TEAM.app"
    let matcher = AppleLinkMatcher(
      AppleAppSiteAssociation(
        applinks: AppleLinks(
          details: [AppleLinkEntry(appIDs: [app], rules: .components([rule.component]))],
          substitutionVariables: variables)), domain: host)
    func matches(_ link: ExactString) -> Bool { !matcher.answer(link).opens.isEmpty }
    let all = LinkSet([rule.component], variables: LinkVariables(variables))
    // The shortest, after some that look like links.
    let shaped = ["*x", "*/x/y"].map { all.intersection(LinkSet(path: $0, isAndroid: false)) }
    let links = (shaped + [all]).compactMap { set -> ExactString? in
      guard case .link(let link) = set.example(host: host, work: 100_000) else { return nil }
      return link
    }.unique
    matching = links.filter(matches)
    let near = links.first.map(Self.near) ?? []
    others = Array(near.filter { !matches($0) }.prefix(2))
    var portable = rule
    portable.exclude = entry.exclude
    let translated = PortableRule(portable)
    android = translated.dynamicRules.map { ExactString($0.summary) }
    differences = translated.difference?.issues.map(\.reason.message) ?? []
  }

  /// Links that people take for those of the rule: one part more, none, without the query, in capitals.
  private static func near(_ link: ExactString) -> [ExactString] {
    let parts = URIParts(link)
    let (start, path) = (parts.origin.string, parts.text(parts.path).string)
    let rest = String(decoding: link.utf8.dropFirst(parts.path.upperBound), as: UTF8.self)
    let hasLetters = path.utf8.contains { (0x61...0x7A).contains($0) }
    let near =
      (rest.isEmpty ? [] : [path]) + [path + "/more" + rest]
      + (hasLetters ? [path.uppercased() + rest] : []) + ["/"]
    return near.map { ExactString(start + $0) }
  }
}

extension DynamicRule {
  /// The rule in one line, in the keys of `assetlinks.json`.
  fileprivate var summary: String {
    guard case .object(let members) = json else { return "" }
    let parts = members.map { "\(JSONValue.string($0.key).text()): \($0.value.text())" }
    return "{ \(parts.joined(separator: ", ")) }"
  }
}
