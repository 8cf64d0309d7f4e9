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
    }.uniqued
    matching = links.filter(matches)
    let near = links.first.map { Self.near($0, host) } ?? []
    others = Array(near.filter { !matches($0) }.prefix(2))
    var portable = rule
    portable.exclude = entry.exclude
    let translated = PortableRule(portable)
    android = translated.dynamicRules.map { ExactString($0.summary) }
    differences = translated.difference?.issues.map(\.reason.message) ?? []
  }

  /// Links that people take for those of the rule: one part more, none, without the query, in capitals.
  private static func near(_ link: ExactString, _ host: ExactString) -> [ExactString] {
    let end = link.utf8.firstIndex { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") }
    let path = ExactString(decoding: link.utf8[..<(end ?? link.utf8.endIndex)])
    let rest = String(decoding: link.utf8[(end ?? link.utf8.endIndex)...], as: UTF8.self)
    var near: [ExactString] = []
    if !rest.isEmpty { near.append(path) }
    near.append(ExactString(path.string + "/more" + rest))
    let start = "https://\(host.string)"
    if path.hasPrefix(start) {
      let own = String(decoding: path.utf8.dropFirst(start.utf8.count), as: UTF8.self)
      if own.utf8.contains(where: { (0x61...0x7A).contains($0) }) {
        near.append(ExactString(start + own.uppercased() + rest))
      }
    }
    near.append(ExactString(start + "/"))
    return near
  }
}

extension DynamicRule {
  /// The rule in one line, in the keys of `assetlinks.json`.
  fileprivate var summary: String {
    var parts: [String] = []
    if let path { parts.append("\"/\": \(JSONValue.string(path.string).text())") }
    if !query.isEmpty {
      let items = query.map { (key: $0.name.string, value: JSONValue.string($0.pattern.string)) }
      parts.append("\"?\": \(JSONValue.object(items).text())")
    }
    if let fragment { parts.append("\"#\": \(JSONValue.string(fragment.string).text())") }
    if exclude { parts.append("\"exclude\": true") }
    return "{ " + parts.joined(separator: ", ") + " }"
  }
}
