import AssociationFiles
import PolicyDecision
package import PolicyModel
package import PolicyText

/// Example links for a link rule: some that match, some similar ones that don't, and the rule's
/// form on Android.
package struct LinkSamples: Sendable {
  /// Links that the rule matches on iOS, at most three.
  package let matching: [ExactString]
  /// Similar links that it doesn't match, at most two.
  package let others: [ExactString]
  /// The equivalent Android rules as in `assetlinks.json`; empty if Android can't express the rule.
  package let android: [ExactString]
  /// How Android behaves differently; empty if it behaves the same.
  package let differences: [String]

  /// The first Android version that evaluates the rules. Earlier versions open every link of the
  /// host.
  package static let androidVersion = AndroidLinkMatcher.firstVersionWithRules

  /// Creates samples for a rule of a host.
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
    // The shortest links, after some that look realistic.
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

  /// Links that are easily mistaken for matches: one more or one fewer path component, no query,
  /// upper case.
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
  /// The rule on one line, with the keys of `assetlinks.json`.
  fileprivate var summary: String {
    guard case .object(let members) = json else { return "" }
    let parts = members.map { "\(JSONValue.string($0.key).text()): \($0.value.text())" }
    return "{ \(parts.joined(separator: ", ")) }"
  }
}
