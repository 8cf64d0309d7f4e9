import AssociationFiles
import PolicyDecision
import PolicyText
import PolicyModel

struct LinkRulesOverlap: Rule, AppleFileRule {
  static let info = RuleInfo(
    "link-rules-overlap", .association, .warning, aliases: ["links-overlap"],
    summary: "Disallow the same path for several apps of a platform",
    why: "If two apps claim the same path, the first one in the list opens the link on devices "
      + "that have both. The other entry has no effect there.",
    examples: .policy(bad: links("⟦/orders/*⟧"), good: links("/parcels/*")),
    references: ["Apple: supporting associated domains"],
    hides: ["link-rule-claims-authentication"])

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

  /// The rules of some apps for one platform, in the order of evaluation.
  private struct Entry {
    var apps: Set<ExactString>
    var opens: LinkSet
    var rules: [Rule]
    /// The file of the rules.
    var tree: SourceTree

    struct Rule {
      var place: NodeID
      var title: ExactString
      var excludes: Bool
      /// The indices of the rules in `opens`: a rule of a policy can become several on Android.
      var numbers: Range<Int>
    }

    func rule(_ number: Int) -> Rule? { rules.first { $0.numbers.contains(number) } }
  }

  /// Reports the rules whose links all open apps of preceding entries, at the rule that claims
  /// links of the first of them.
  ///
  /// - Parameters:
  ///   - start: the first entry to check.
  ///   - reported: the locations of rules that have a finding.
  ///   - isOther: whether an entry is for other apps than a preceding one.
  private func check(
    _ entries: [Entry], from start: Int = 0, on host: String = "",
    skipping reported: inout Set<NodeID>,
    _ findings: inout Findings, isOther: (Entry, Entry) -> Bool
  ) {
    guard entries.count > 1 else { return }
    var claims = LinkClaims(entries.map(\.opens))
    var claimed: [(first: [Int], rule: Entry.Rule)] = []
    for index in start..<entries.count {
      let above = (0..<index).filter { isOther(entries[index], entries[$0]) }
      for rule in entries[index].rules where !rule.excludes && !above.isEmpty {
        let found = rule.numbers.map { claims.claim(on: $0, of: index, by: above) }
        guard let first = found.first ?? nil, found.allSatisfy({ $0 != nil }) else { continue }
        claimed.append(([first.list, first.rule], rule))
      }
    }
    for (first, group) in Dictionary(grouping: claimed, by: \.first).sorted(by: {
      $0.value[0].rule.place < $1.value[0].rule.place
    }) {
      let places = group.map(\.rule.place)
      let entry = entries[first[0]]
      guard reported.isDisjoint(with: places), let rule = entry.rule(first[1]) else { continue }
      reported.formUnion(places)
      findings.report(
        places[0],
        group.allSatisfy { $0.rule.title == rule.title }
          ? "several apps claim \(rule.title.quoted)\(host), but only the first opens it"
          : "\(rule.title.quoted) above already claims \(group[0].rule.title.quoted)\(host) for another app",
        help: "give each app its own paths",
        notes: [.init("first here", at: entry.tree.location(rule.place))]
          + places.dropFirst().enumerated().map { index, place in
            findings.note("also here", at: place, isFurther: index > 1)
          })
    }
  }

  func check(_ context: RuleContext, reporting findings: inout Findings) {
    for domain in context.policy.domains {
      // The merged file lists an earlier policy's host first.
      var declarations = [(domain: domain, document: context.document)]
      if let first = context.workspaceIndex.firstDomain(domain.host.value),
        first.document.tree.file != context.tree.file
      {
        declarations.insert(first, at: 0)
      }
      guard declarations.map(\.domain.links.count).reduce(0, +) > 1 else { continue }
      var reported: Set<NodeID> = []
      for isApple in [true, false] {
        let entries = declarations.flatMap { domain, document in
          domain.links.map { Self.entry($0, isApple, domain, document, context.workspace) }
        }
        check(
          entries, from: entries.count - domain.links.count,
          on: " on \(domain.host.value.quoted)", skipping: &reported, &findings
        ) { !$0.apps.isEmpty && !$1.apps.isEmpty && $0.apps != $1.apps }
      }
    }
  }

  /// An entry of a policy for one platform.
  private static func entry(
    _ entry: LinkEntry, _ isApple: Bool, _ domain: Domain, _ document: PolicyDocument,
    _ workspace: Workspace
  ) -> Entry {
    // With their policy names, because different policies can use the same app ID.
    let apps = entry.apps.compactMap { workspace.app($0.value, from: document) }
      .filter { $0.isApple == isApple }.map { ExactString("\($0.document.name)/\($0.id)") }
    let variables = LinkVariables(domain.variables.map { AppleSubstitutionVariable($0) })
    var rules: [Entry.Rule] = []
    var android: [DynamicRule] = []
    for (index, rule) in entry.rules.enumerated() {
      let start = android.count
      if !isApple { android += PortableRule(LinkRule(rule)).dynamicRules }
      rules.append(
        Entry.Rule(
          place: rule.path?.node ?? rule.node, title: rule.path?.value ?? "*",
          excludes: rule.exclude,
          numbers: isApple ? index..<(index + 1) : start..<android.count))
    }
    return Entry(
      apps: Set(apps),
      opens: isApple
        ? LinkSet(entry.rules.map { LinkRule($0).component }, variables: variables)
        : LinkSet(android),
      rules: rules, tree: document.tree)
  }

  func check(_ file: AppleFile, reporting findings: inout Findings) {
    guard let links = file.links else { return }
    let entries = links.entries.enumerated().map { index, entry in
      Entry(
        // A device has only one app with a bundle ID, regardless of its team. Other rules report
        // entries that don't open any link, and rules that iOS reads differently.
        apps: links.opensNothing(index) || entry.rules.contains(where: \.isMisread)
          ? [] : Set(entry.apps.map(AppleAppIdFormat.bundle)),
        opens: LinkSet(entry.rules.map(\.component), variables: links.variables),
        rules: entry.rules.enumerated().map {
          Entry.Rule(
            place: $1.place, title: $1.title, excludes: $1.excludes, numbers: $0..<($0 + 1))
        }, tree: file.tree)
    }
    var reported: Set<NodeID> = []
    // The same app may also be in an entry for iOS 9 to 12. A release and its test builds may be in several entries,
    // which environment-mixed reports.
    check(entries, skipping: &reported, &findings) {
      !$0.apps.isEmpty && !$1.apps.isEmpty && $0.apps.isDisjoint(with: $1.apps)
        && $0.apps.union($1.apps).count(where: { !TestBuild.isOne($0) }) > 1
    }
  }
}
