import AssociationFiles
import PolicyDecision
import PolicyText
import PolicyModel

/// Hosts: which links open which app on each platform, and what stays in the browser.
struct ReportHosts {
  private let report: ReportContext

  init(_ report: ReportContext) { self.report = report }

  var section: PageSection? { section(of: report.hosts) }

  /// Some hosts; nil without any.
  func section(of hosts: some Collection<ReportContext.Host>) -> PageSection? {
    guard !hosts.isEmpty else { return nil }
    return PageSection(
      PageID("hosts"), [.text("Hosts and links")],
      blocks: [
        .text([
          .text(
            """
            Which links open an app. For each app the rules are tried in order and the first that \
            matches decides; a link without a match stays in the browser. Android 14 and older know \
            no such rules: there the manifest of the app decides alone.
            """)
        ])
      ], parts: hosts.map(part))
  }

  private func part(_ host: ReportContext.Host) -> PageSection {
    let environments = host.compiled.map(\.environment)
    var title: [PageText] = [.code(host.host)]
    for environment in environments {
      title += [.text(" "), .badge(ExactString(environment.heading), .neutral)]
    }
    // A host of several policies stands in each; one of both environments has one line.
    var seen: Set<SourceAnchor> = []
    for anchor in host.compiled.flatMap(\.anchors) where seen.insert(anchor).inserted {
      title += report.line(anchor)
    }
    let contents = host.compiled.map { ReportHostRules(report, $0).blocks }
    guard let first = contents.first else { return PageSection(host.id, title) }
    if contents.allSatisfy({ $0 == first }) {
      return PageSection(host.id, title, blocks: first)
    }
    return PageSection(
      host.id, title,
      blocks: zip(environments, contents).flatMap { environment, blocks in
        [.text([.strong(ExactString(environment.heading))])] + blocks
      })
  }
}

/// What one host serves in one environment.
struct ReportHostRules {
  private let report: ReportContext
  private let host: CompiledHost

  init(_ report: ReportContext, _ host: CompiledHost) {
    self.report = report
    self.host = host
  }

  var blocks: [PageBlock] {
    [apple, android, .some(stays), sharing.block].compactMap { $0 }
  }

  // MARK: iOS

  private struct AppleRule {
    var component: AppleLinkComponent
    var apps: [ExactString]
    var anchor: SourceAnchor?
  }

  private var appleRules: [AppleRule] {
    var found: [AppleRule] = []
    for (index, entry) in (host.apple?.applinks?.details ?? []).enumerated() {
      guard case .components(let rules) = entry.rules else { continue }
      let anchors = host.appleRules.indices.contains(index) ? host.appleRules[index] : []
      for (number, rule) in rules.enumerated() {
        found.append(
          AppleRule(
            component: rule, apps: entry.appIDs,
            anchor: anchors.indices.contains(number) ? anchors[number] : nil))
      }
    }
    return found
  }

  private var apple: PageBlock? {
    let rows = appleRules.enumerated().map { number, rule in
      row(
        number + 1, link: Self.link(rule.component), excludes: rule.component.exclude ?? false,
        apps: rule.apps.flatMap(appleApp).map { [$0] }, comment: rule.component.comment,
        anchor: rule.anchor)
    }
    return rows.isEmpty
      ? nil
      : .table(
        PageTable(
          "iOS and other Apple platforms, in order", columns: Self.columns, rows: rows,
          layout: .ordered))
  }

  private func appleApp(_ id: ExactString) -> [PageText] {
    report.apps(id, in: host.environment)
  }

  /// The URL part of a rule.
  private static func link(_ rule: AppleLinkComponent) -> [[PageText]] {
    var lines: [[PageText]] = []
    if let path = rule.path { lines.append([.code(path)]) }
    switch rule.query {
    case .pattern(let text): lines.append([.text("query "), .code(text)])
    case .items(let items):
      lines += items.map { [.text("query "), .code(ExactString("\($0.name)=\($0.pattern)"))] }
    case .ignored, nil: break
    }
    if let fragment = rule.fragment { lines.append([.text("fragment "), .code(fragment)]) }
    if rule.caseSensitive == false { lines.append([.quiet("upper and lower case are equal")]) }
    if rule.percentEncoded == false { lines.append([.quiet("compared when decoded")]) }
    return lines.isEmpty ? [[.text("any link")]] : lines
  }

  // MARK: Android

  private struct AndroidRule {
    var rule: DynamicRule
    var anchor: SourceAnchor?
  }

  /// The rules of all apps.
  private var androidRules: [AndroidRule] { openers.flatMap { rules(of: $0) } }

  /// The statements that open links.
  private var openers: [AssetStatement] {
    (host.android?.statements ?? []).filter { $0.relations.contains(AssetLinks.handleAllURLs) }
  }

  private func rules(of statement: AssetStatement) -> [AndroidRule] {
    guard case .androidApp(let package, _) = statement.target else { return [] }
    let anchors = host.androidRules[package] ?? []
    return (statement.dynamicRules?.rules ?? []).enumerated().map { number, rule in
      AndroidRule(rule: rule, anchor: anchors.indices.contains(number) ? anchors[number] : nil)
    }
  }

  private var android: PageBlock? {
    var rows: [PageRow] = []
    for statement in openers {
      guard case .androidApp(let package, let fingerprints) = statement.target else { continue }
      let apps = report.apps(package, in: host.environment).map { [$0] }
      // The certificates once for each app.
      let signed = apps + fingerprints.map { [.fingerprint(ExactString($0.text))] }
      let rules = rules(of: statement)
      if rules.isEmpty {
        rows.append(
          row(
            rows.count + 1, link: [[.text("what the manifest of the app names")]], excludes: false,
            apps: signed, comment: nil, anchor: nil))
      }
      for (number, rule) in rules.enumerated() {
        rows.append(
          row(
            rows.count + 1, link: Self.link(rule.rule), excludes: rule.rule.exclude,
            apps: number == 0 ? signed : apps, comment: rule.rule.comments, anchor: rule.anchor))
      }
    }
    return rows.isEmpty
      ? nil
      : .table(
        PageTable(
          "Android 15 and later, in order", columns: Self.columns, rows: rows, layout: .ordered))
  }

  private static func link(_ rule: DynamicRule) -> [[PageText]] {
    var lines: [[PageText]] = []
    if let path = rule.path { lines.append([.code(path)]) }
    lines += rule.query.map {
      [.text("query "), .code(ExactString("\($0.name)=\($0.pattern)"))]
    }
    if let fragment = rule.fragment { lines.append([.text("fragment "), .code(fragment)]) }
    return lines
  }

  // MARK: both

  private static let columns = ["No.", "Link", "Effect", "Apps", "Where"]

  private func row(
    _ number: Int, link: [[PageText]], excludes: Bool, apps: [[PageText]],
    comment: ExactString?, anchor: SourceAnchor?
  ) -> PageRow {
    let about = comment.map { [[PageText.quiet($0)]] } ?? []
    return PageRow(
      [
        PageCell([.text(ExactString(String(number)))]), PageCell(lines: link + about),
        PageCell([
          excludes ? .badge("stays in the browser", .neutral) : .badge("opens the app", .good)
        ]), PageCell(lines: apps),
        PageCell(anchor.map(report.line) ?? [.quiet("added by linkpolicy")]),
      ], tone: excludes ? nil : .good)
  }

  /// What no app opens: the paths that the policy excludes, each once, and everything without a rule.
  private var stays: PageBlock {
    var excluded: [PageText] = []
    var seen: Set<SourceAnchor> = []
    func add(_ path: ExactString?, _ anchor: SourceAnchor?) {
      guard let path, let anchor, seen.insert(anchor).inserted else { return }
      excluded += (excluded.isEmpty ? [] : [.text(", ")]) + [.code(path)] + report.line(anchor)
    }
    for rule in appleRules where rule.component.exclude == true {
      add(rule.component.path, rule.anchor)
    }
    for rule in androidRules where rule.rule.exclude { add(rule.rule.path, rule.anchor) }
    return .text(
      [.text("Web only: ")]
        + (excluded.isEmpty
          ? [.text("every path without a rule.")]
          : excluded + [
            .text(", as far as no rule before opens it, and every path without a rule.")
          ]))
  }

  /// What else the files of the host share with apps.
  private var sharing: SharingTable {
    var table = SharingTable("What else the host shares with apps")
    func apps(_ list: AppleAppList?) -> [PageText] {
      (list?.apps ?? []).map(appleApp).filter { !$0.isEmpty }.joined(by: ", ")
    }
    let android = (host.android?.statements ?? []).flatMap { statement -> [PageText] in
      guard statement.relations.contains(AssetLinks.getLoginCredentials),
        case .androidApp(let package, _) = statement.target
      else { return [] }
      return report.apps(package, in: host.environment)
    }
    let passwords = [apps(host.apple?.webcredentials), android.map { [$0] }.joined(by: ", ")]
    table.add(
      "Passwords and passkeys", passwords.filter { !$0.isEmpty }.joined(by: ", "),
      at: lines(\.credentials))
    table.add("App Clips", apps(host.apple?.appclips), at: lines(\.appClips))
    table.add("Handoff", apps(host.apple?.activitycontinuation), at: lines(\.handoff))
    for flip in host.flips {
      table.add(
        "App Flip on iOS", [.code(flip.url), .text(" opens ")] + appleApp(flip.app),
        at: report.line(flip.anchor))
    }
    for variable in host.apple?.applinks?.substitutionVariables ?? [] {
      table.add(
        "Variable $(\(variable.name))", variable.values.map { [.code($0)] }.joined(by: ", "),
        at: declared.flatMap { domain, document in
          domain.variables.filter { $0.name.value == variable.name }
            .flatMap { report.line(document.anchor($0.name)) }
        })
    }
    return table
  }

  /// What the policies say about the host.
  private var declared: [(domain: Domain, document: PolicyDocument)] {
    report.input.report.workspace.policies.flatMap { document in
      document.policy.domains.filter {
        ASCII.lowercased($0.host.value) == host.host
          && $0.environment.value.environments.contains(host.environment)
      }.map { ($0, document) }
    }
  }

  private func lines(_ key: KeyPath<Domain, [LocatedText]>) -> [PageText] {
    declared.flatMap { domain, document in
      report.lines(domain[keyPath: key].map { document.anchor($0) })
    }
  }
}

/// A table of names and what they stand for.
struct SharingTable {
  private let caption: String
  private var rows: [PageRow] = []

  init(_ caption: String) { self.caption = caption }

  /// Adds a row unless it is empty.
  mutating func add(_ name: String, _ line: [PageText], at places: [PageText] = []) {
    guard !line.isEmpty else { return }
    rows.append(PageRow([PageCell([.text(ExactString(name))]), PageCell(line + places)]))
  }

  /// nil without rows.
  var block: PageBlock? {
    rows.isEmpty ? nil : .table(PageTable(caption, columns: ["What", "With"], rows: rows))
  }
}
