import AssociationFiles
import PolicyText

/// Merges association files, manifests and entitlements into the `links` of a host.
struct LinkMerge {
  private(set) var findings: [Diagnostic] = []
  private let host: ExactString
  private let ids: PolicyIDs<AppReference>

  private struct Entry {
    var apps: [ImportedLinks.App]
    var rules: [ImportedLinks.Rule]
    var locations: [SourceLocation]
  }

  init(host: ExactString, ids: PolicyIDs<AppReference>) {
    self.host = host
    self.ids = ids
  }

  /// The list; nil without links.
  mutating func node(_ values: [ResolvedValue]) -> DraftNode? {
    let links = values.compactMap { value -> (ImportedLinks, SourceLocation)? in
      if case .link(let link) = value.value { (link, value.location) } else { nil }
    }
    var entries: [Entry] = []
    for (link, location) in links {
      guard case .rules(let rules) = link.rules, !rules.isEmpty else { continue }
      add(Entry(apps: link.apps, rules: rules, locations: [location]), to: &entries)
    }
    let known = Set(entries.flatMap(\.apps).map(\.app))
    for (link, location) in links {
      let apps = link.apps.filter { !known.contains($0.app) }
      guard !apps.isEmpty else { continue }
      switch link.rules {
      case .everyPath: addEveryPath(apps, location, to: &entries)
      case .unknown: reportUnknown(apps)
      // An entry without rules opens no links.
      case .rules: break
      }
    }
    guard !entries.isEmpty else { return nil }
    return DraftNode(.list(entries.map(entry)))
  }

  /// Adds apps to an earlier entry with the same rules, unless that changes the order of rules for
  /// an app in between.
  private func add(_ entry: Entry, to entries: inout [Entry]) {
    let rules = entry.rules.map(\.rule)
    let names = Set(entry.apps.map(\.app))
    for index in entries.indices where entries[index].rules.map(\.rule) == rules {
      let present = Set(entries[index].apps.map(\.app))
      // The first of two equal entries decides.
      if names.isSubset(of: present) {
        entries[index].locations += entry.locations
        return
      }
      let isFree = entries[(index + 1)...].allSatisfy { names.isDisjoint(with: $0.apps.map(\.app)) }
      guard isFree, mayJoin(entry, entries[index], between: entries[(index + 1)...]) else {
        continue
      }
      entries[index].apps += entry.apps.filter { !present.contains($0.app) }
      entries[index].locations += entry.locations
      return
    }
    entries.append(entry)
  }

  /// Whether merging keeps the order of apps, which devices follow within a platform.
  private func mayJoin(
    _ entry: Entry, _ other: Entry, between: ArraySlice<Entry>
  ) -> Bool {
    let platforms = Set(entry.apps.map(\.app.isAndroid))
    let isNew = Set(entry.apps.map(\.app)).isDisjoint(with: other.apps.map(\.app))
    return !isNew
      || between.allSatisfy { platforms.isDisjoint(with: $0.apps.map(\.app.isAndroid)) }
  }

  private mutating func addEveryPath(
    _ apps: [ImportedLinks.App], _ location: SourceLocation, to entries: inout [Entry]
  ) {
    report(
      .pathsUnknown,
      "the file has no paths, so the policy opens every path of \(DisplayText.quoted(host.string)) in "
        + names(apps), location,
      help: "import the app's manifest as well, or write the rules by hand")
    let rule = ImportedLinks.Rule(LinkRule(path: "*"), at: location)
    add(Entry(apps: apps, rules: [rule], locations: [location]), to: &entries)
  }

  /// Reports each app once, even if several files (debug, release) name the host.
  private mutating func reportUnknown(_ apps: [ImportedLinks.App]) {
    for app in apps {
      let message =
        "can't tell which links of \(DisplayText.quoted(host.string)) open \(names([app]))"
      if let index = findings.firstIndex(where: { $0.message == message }) {
        guard findings[index].location != app.location else { continue }
        findings[index].notes.append(.init("also named here", at: app.location))
      } else {
        report(
          .rulesUnknown, message, app.location,
          help: "import the host's apple-app-site-association as well, or write the rules by hand")
      }
    }
  }

  private func names(_ apps: [ImportedLinks.App]) -> String {
    apps.map { DisplayText.quoted($0.app.identifier?.string ?? "") }.joined(separator: ", ")
  }

  private mutating func report(
    _ rule: ImportRule, _ message: String, _ location: SourceLocation, help: String
  ) {
    guard !findings.contains(where: { $0.location == location && $0.rule == rule.id }) else {
      return
    }
    findings.append(rule.finding(message, at: location, help: help))
  }

  // MARK: writing

  private func entry(_ entry: Entry) -> DraftNode {
    var items: [DraftNode] = []
    var seen: Set<ExactString> = []
    for app in entry.apps {
      guard let id = ids[app.app], seen.insert(id).inserted else { continue }
      items.append(.text(id, from: [app.location]))
    }
    return DraftNode(
      .mapping([
        DraftEntry("apps", DraftNode(.list(items), isFlow: true)),
        DraftEntry("rules", DraftNode(.list(entry.rules.map(rule)))),
      ]), origins: entry.locations)
  }

  private func rule(_ rule: ImportedLinks.Rule) -> DraftNode {
    let place = [rule.location]
    let written = rule.rule
    let query = written.query.map { DraftEntry($0.name, .text($0.pattern, from: place)) }
    let comment = written.comment.flatMap { $0.isEmpty ? nil : $0 }
    let entries: [(key: ExactString, value: DraftNode?)] = [
      ("path", written.path.map { .text($0, from: place) }),
      ("query", query.isEmpty ? nil : DraftNode(.mapping(query), isFlow: true)),
      ("fragment", written.fragment.map { .text($0, from: place) }),
      ("exclude", written.exclude ? .plain("true", from: place) : nil),
      ("comment", comment.map { .text($0, from: place) }),
      ("case_sensitive", written.caseSensitive ? nil : .plain("false", from: place)),
      ("percent_encoded", written.percentEncoded ? nil : .plain("false", from: place)),
    ]
    return DraftNode(
      .mapping(entries.compactMap { key, value in value.map { DraftEntry(key, $0) } }),
      origins: place, isFlow: true)
  }
}
