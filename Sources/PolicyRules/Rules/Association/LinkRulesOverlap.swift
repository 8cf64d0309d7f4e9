import AssociationFiles
import PolicyDecision
package import PolicyText
import PolicyModel

package struct LinkRulesOverlap: Rule {
  package static let info = RuleInfo(
    "link-rules-overlap", .association, .warning, aliases: ["links-overlap"],
    summary: "Disallow the same path for several apps of a platform",
    why:
      "If two apps claim the same path, the first one in the list opens the link on devices "
      + "that have both. The other entry has no effect there.",
    examples: .init(.policy, bad: links("⟦/orders/*⟧"), good: links("/parcels/*")),
    references: ["Apple: supporting associated domains"],
    hides: ["link-rule-claims-authentication"])
  package init() {}

  private static func links(_ path: String) -> String {
    """
    linkpolicy: 1
    name: example
    apps:
      shop: { platform: ios, bundle_id: com.acme.shop, team_id: R7KM2QX94T }
      track: { platform: ios, bundle_id: com.acme.track, team_id: R7KM2QX94T }
    domains:
      www.acme.example:
        links:
          - { apps: [shop], rules: [{ path: /orders/* }] }
          - { apps: [track], rules: [{ path: \(path) }] }

    """
  }

  /// The rules of some apps for one platform, in the order in which the platform tries them.
  private struct Entry {
    var apps: Set<ExactString>
    var opens: LinkSet
    var rules: [Rule]

    struct Rule {
      var place: NodeID
      var title: ExactString
      var excludes: Bool
    }
  }

  /// Rules that other apps claim, by the rule that claims links of the first of them.
  private struct Claimed {
    var first: (entry: Int, rule: Int)
    var rules: [(entry: Int, rule: Int)]
  }

  /// The rules whose links all open apps of entries above.
  ///
  /// - Parameters:
  ///   - own: the entries to look at.
  ///   - isOther: whether an entry is for other apps than one above it.
  private static func claimed(
    _ entries: [Entry], own: Range<Int>, isOther: (Entry, Entry) -> Bool
  ) -> [Claimed] {
    guard entries.count > 1 else { return [] }
    var claims = LinkClaims(entries.map(\.opens))
    var found: [Claimed] = []
    for index in own {
      let above = (0..<index).filter { isOther(entries[index], entries[$0]) }
      guard !above.isEmpty else { continue }
      // A rule of a policy can be several on Android.
      let parts = entries[index].rules.indices.chunked { entries[index].rules[$0].place }
      for numbers in parts where !entries[index].rules[numbers[0]].excludes {
        let number = numbers[0]
        guard let first = claims.claim(on: number, of: index, by: above),
          numbers.dropFirst().allSatisfy({ claims.claim(on: $0, of: index, by: above) != nil })
        else { continue }
        if let known = found.firstIndex(where: { $0.first == (first.list, first.rule) }) {
          found[known].rules.append((index, number))
        } else {
          found.append(Claimed(first: (first.list, first.rule), rules: [(index, number)]))
        }
      }
    }
    return found
  }

  private static func message(_ claimed: Claimed, _ entries: [Entry], on host: String) -> String {
    let first = entries[claimed.first.entry].rules[claimed.first.rule].title
    let rules = claimed.rules.map { entries[$0.entry].rules[$0.rule].title }
    return rules.allSatisfy { $0 == first }
      ? "several apps claim \(first.quoted)\(host), but only the first opens it"
      : "\(first.quoted) above already claims \(rules[0].quoted)\(host) for another app"
  }

  package func check(_ context: RuleContext, reporting findings: inout Findings) {
    for domain in context.policy.domains {
      // The joined file lists an earlier policy's host first.
      var declarations = [(domain: domain, document: context.document)]
      if let first = context.workspaceIndex.firstDomain(domain.host.value),
        first.document.tree.file != context.tree.file
      {
        declarations.insert((first.domain, first.document), at: 0)
      }
      guard declarations.map(\.domain.links.count).reduce(0, +) > 1 else { continue }
      var reported: Set<NodeID> = []
      for isApple in [true, false] {
        let entries = declarations.map { declaration in
          declaration.domain.links.map {
            Self.entry($0, isApple, declaration.domain, declaration.document, context.workspace)
          }
        }
        let all = entries.flatMap { $0 }
        let foreign = all.count - domain.links.count
        let found = Self.claimed(all, own: foreign..<all.count) {
          !$0.apps.isEmpty && !$1.apps.isEmpty && $0.apps != $1.apps
        }
        for claimed in found {
          let places = claimed.rules.map { all[$0.entry].rules[$0.rule].place }
          guard reported.isDisjoint(with: places) else { continue }
          reported.formUnion(places)
          let first = all[claimed.first.entry].rules[claimed.first.rule].place
          findings.report(
            places[0], Self.message(claimed, all, on: " on \(domain.host.value.quoted)"),
            help: "give each app its own paths",
            notes: [
              findings.note(
                "first here", at: first,
                of: declarations[claimed.first.entry < foreign ? 0 : declarations.count - 1]
                  .document)
            ]
              + places.dropFirst().enumerated().map { index, place in
                findings.note("also here", at: place, isFurther: index > 1)
              })
        }
      }
    }
  }

  /// An entry of a policy for one platform.
  private static func entry(
    _ entry: LinkEntry, _ isApple: Bool, _ domain: Domain, _ document: PolicyDocument,
    _ workspace: Workspace
  ) -> Entry {
    // With their policy names, because different policies can use the same app ID.
    let apps = entry.apps.compactMap { reference -> ExactString? in
      guard let found = workspace.app(reference.value, from: document), found.isApple == isApple
      else { return nil }
      return ExactString("\(found.document.name)/\(found.id)")
    }
    let variables = LinkVariables(
      domain.variables.map { AppleSubstitutionVariable($0.name.value, $0.values.map(\.value)) })
    var rules: [Entry.Rule] = []
    var android: [DynamicRule] = []
    for rule in entry.rules {
      let translated = isApple ? [] : PortableRule(LinkRule(rule)).dynamicRules
      let item = Entry.Rule(
        place: rule.path?.node ?? rule.node, title: rule.path?.value ?? "*",
        excludes: rule.exclude)
      rules += Array(repeating: item, count: isApple ? 1 : translated.count)
      android += translated
    }
    return Entry(
      apps: Set(apps),
      opens: isApple
        ? LinkSet(entry.rules.map { LinkRule($0).component }, variables: variables)
        : LinkSet(android),
      rules: rules)
  }
}

extension Collection {
  /// Splits where a value changes.
  fileprivate func chunked(by value: (Element) -> some Equatable) -> [[Element]] {
    reduce(into: []) { chunks, element in
      if let last = chunks.last?.last, value(last) == value(element) {
        chunks[chunks.count - 1].append(element)
      } else {
        chunks.append([element])
      }
    }
  }
}

extension LinkRulesOverlap: AppleFileRule {
  package func check(_ file: AppleFile, reporting findings: inout Findings) {
    guard let links = file.links else { return }
    let entries = links.entries.enumerated().map { index, entry in
      Entry(
        // A device has only one app with a bundle ID, whichever team signed it. Other rules report entries that open
        // nothing, and rules that iOS reads otherwise.
        apps: links.opensNothing(index) || entry.rules.contains(where: \.isMisread)
          ? [] : Set(entry.apps.map(AppleAppIdFormat.bundle)),
        opens: LinkSet(entry.rules.map(\.component), variables: links.variables),
        rules: entry.rules.map {
          Entry.Rule(place: $0.place, title: ExactString($0.title), excludes: $0.excludes)
        })
    }
    // The same app may also be in an entry for iOS 9 to 12, and test builds may be next to the release.
    let found = Self.claimed(entries, own: 0..<entries.count) {
      !$0.apps.isEmpty && !$1.apps.isEmpty && $0.apps.isDisjoint(with: $1.apps)
        && !Self.areVariants($0.apps.union($1.apps))
    }
    for claimed in found {
      let places = claimed.rules.map { entries[$0.entry].rules[$0.rule].place }
      let first = entries[claimed.first.entry].rules[claimed.first.rule].place
      findings.report(
        places[0], Self.message(claimed, entries, on: ""), help: "give each app its own paths",
        notes: [findings.note("first here", at: first)]
          + places.dropFirst().enumerated().map { index, place in
            findings.note("also here", at: place, isFurther: index > 1)
          })
    }
  }

  /// Whether the apps are a release and its test builds, which environment-mixed reports.
  private static func areVariants(_ apps: Set<ExactString>) -> Bool {
    apps.count(where: { !TestBuild.isOne($0) }) <= 1
  }
}
