import AssociationFiles
import PolicyDecision
import PolicyModel
import PolicyText

extension ReportContext {
  /// Which links of the hosts open which app on each platform, and which stay in the browser.
  func section(of hosts: some Collection<Host>) -> PageSection? {
    guard !hosts.isEmpty else { return nil }
    let about: PageText =
      """
      Which links open an app. Each app tries its rules in order, and the first match decides. A link without \
      a match stays in the browser. Android 14 and older ignore these rules and use the app's manifest.
      """
    return PageSection(
      PageID("hosts"), ["Hosts and links"], blocks: [.paragraph(about)],
      parts: hosts.map(part))
  }

  private func part(_ host: Host) -> PageSection {
    let environments = host.compiled.map(\.environment)
    var title: [PageText] = [.code(host.host)]
    for environment in environments {
      title += [" ", .badge(ExactString(environment.heading), .neutral)]
    }
    title += lines(host.compiled.flatMap(\.anchors))
    let contents = host.compiled.map { ReportHostRules(report: self, host: $0).blocks }
    guard let first = contents.first else { return PageSection(host.id, title) }
    if contents.allSatisfy({ $0 == first }) {
      return PageSection(host.id, title, blocks: first)
    }
    return PageSection(
      host.id, title,
      blocks: zip(environments, contents).flatMap { environment, blocks in
        [.paragraph(.strong(ExactString(environment.heading)))] + blocks
      })
  }
}

/// The files of a host in one environment.
private struct ReportHostRules {
  let report: ReportContext
  let host: CompiledHost

  var blocks: [PageBlock] {
    let tree = ReportLinkTree(report: report, host: host).block
    return [tree, apple, android, .text(excluded), sharing.block()].compactMap { $0 }
  }

  // MARK: iOS

  private typealias AppleRule = (
    component: AppleLinkComponent, apps: [ExactString], anchor: SourceAnchor?
  )

  private var appleRules: [AppleRule] {
    (host.apple?.applinks?.details ?? []).enumerated().flatMap { index, entry -> [AppleRule] in
      guard case .components(let rules) = entry.rules else { return [] }
      let anchors = host.appleRules.indices.contains(index) ? host.appleRules[index] : []
      return rules.enumerated().map { number, rule in
        (rule, entry.appIDs, anchors.indices.contains(number) ? anchors[number] : nil)
      }
    }
  }

  private var apple: PageBlock? {
    table(
      "iOS and other Apple platforms, in order",
      appleRules.enumerated().map { number, rule in
        row(
          number + 1, link: Self.link(rule.component), excludes: rule.component.exclude ?? false,
          apps: rule.apps.flatMap(appleApp).map { [$0] }, comment: rule.component.comment,
          anchor: rule.anchor)
      })
  }

  private func appleApp(_ id: ExactString) -> [PageText] {
    report.apps(id, in: host.environment)
  }

  private static func link(_ rule: AppleLinkComponent) -> [[PageText]] {
    var lines: [[PageText]] = []
    if let path = rule.path { lines.append([.code(path)]) }
    switch rule.query {
    case .pattern(let text): lines.append(["query ", .code(text)])
    case .items(let items):
      lines += items.map { ["query ", .code(ExactString("\($0.name)=\($0.pattern)"))] }
    case .ignored, nil: break
    }
    if let fragment = rule.fragment { lines.append(["fragment ", .code(fragment)]) }
    if rule.caseSensitive == false { lines.append([.quiet("ignoring case")]) }
    if rule.percentEncoded == false { lines.append([.quiet("compared after decoding")]) }
    return lines.isEmpty ? [["any link"]] : lines
  }

  // MARK: Android

  /// The statements that open links.
  private var openers: [AssetStatement] {
    (host.android?.statements ?? []).filter { $0.relations.contains(AssetLinks.handleAllURLs) }
  }

  private func rules(of statement: AssetStatement) -> [(rule: DynamicRule, anchor: SourceAnchor?)] {
    guard let package = statement.target.package else { return [] }
    let anchors = host.androidRules[package] ?? []
    return (statement.dynamicRules?.rules ?? []).enumerated().map { number, rule in
      (rule, anchors.indices.contains(number) ? anchors[number] : nil)
    }
  }

  private var android: PageBlock? {
    var rows: [PageRow] = []
    for statement in openers {
      guard case .androidApp(let package, let fingerprints) = statement.target else { continue }
      let apps = report.apps(package, in: host.environment).map { [$0] }
      // Only the first row of an app has its certificates.
      let signed = apps + fingerprints.map { [.fingerprint(ExactString($0.text))] }
      let rules = rules(of: statement)
      if rules.isEmpty {
        rows.append(
          row(
            rows.count + 1, link: [["the links in the app's manifest"]], excludes: false,
            apps: signed, comment: nil, anchor: nil))
      }
      for (number, rule) in rules.enumerated() {
        rows.append(
          row(
            rows.count + 1, link: Self.link(rule.rule), excludes: rule.rule.exclude,
            apps: number == 0 ? signed : apps, comment: rule.rule.comments, anchor: rule.anchor))
      }
    }
    return table("Android 15 and later, in order", rows)
  }

  private static func link(_ rule: DynamicRule) -> [[PageText]] {
    var lines: [[PageText]] = []
    if let path = rule.path { lines.append([.code(path)]) }
    lines += rule.query.map { ["query ", .code(ExactString("\($0.name)=\($0.pattern)"))] }
    if let fragment = rule.fragment { lines.append(["fragment ", .code(fragment)]) }
    return lines
  }

  // MARK: both platforms

  private func table(_ caption: String, _ rows: [PageRow]) -> PageBlock? {
    let columns = ["No.", "Link", "Effect", "Apps", "Line"]
    return rows.isEmpty
      ? nil : .table(PageTable(caption, columns: columns, rows: rows, layout: .ordered))
  }

  private func row(
    _ number: Int, link: [[PageText]], excludes: Bool, apps: [[PageText]],
    comment: ExactString?, anchor: SourceAnchor?
  ) -> PageRow {
    let comment = comment.map { [[PageText.quiet($0)]] } ?? []
    return PageRow(
      [
        PageCell(["\(number)"]), PageCell(lines: link + comment),
        PageCell([
          .badge(excludes ? "stays in the browser" : "opens the app", .neutral)
        ]), PageCell(lines: apps),
        PageCell(anchor.map(report.line) ?? [.quiet("added by linkpolicy")]),
      ])
  }

  /// The paths that the policy excludes, without duplicates.
  private var excluded: [PageText] {
    let excludes =
      appleRules.filter { $0.component.exclude == true }.map { ($0.component.path, $0.anchor) }
      + openers.flatMap(rules).filter(\.rule.exclude).map { ($0.rule.path, $0.anchor) }
    var seen: Set<SourceAnchor> = []
    let paths = excludes.compactMap { path, anchor -> [PageText]? in
      guard let path, let anchor, seen.insert(anchor).inserted else { return nil }
      return [.code(path)] + report.line(anchor)
    }
    return paths.isEmpty
      ? ["Web only: every path without a rule."]
      : ["Web only: "] + paths.joined(by: ", ")
        + [", unless an earlier rule opens it, and every path without a rule."]
  }

  private var sharing: ValueTable {
    var table = ValueTable("What else the host shares with apps", columns: ["What", "With"])
    /// Adds a row unless the text is empty.
    func add(_ name: ExactString, _ text: [PageText], _ lines: [PageText]) {
      table.add(name, text.isEmpty ? [] : text + lines)
    }
    func apps(_ list: AppleAppList?) -> [PageText] {
      (list?.apps ?? []).map(appleApp).filter { !$0.isEmpty }.joined(by: ", ")
    }
    let android = (host.android?.statements ?? [])
      .filter { $0.relations.contains(AssetLinks.getLoginCredentials) }.compactMap(\.target.package)
      .flatMap { report.apps($0, in: host.environment) }
    let passwords = [apps(host.apple?.webcredentials), android.map { [$0] }.joined(by: ", ")]
    add(
      "Passwords and passkeys", passwords.filter { !$0.isEmpty }.joined(by: ", "),
      lines(\.credentials))
    add("App Clips", apps(host.apple?.appclips), lines(\.appClips))
    add("Handoff", apps(host.apple?.activitycontinuation), lines(\.handoff))
    for flip in host.flips {
      add(
        "App Flip on iOS", [.code(flip.url), " opens "] + appleApp(flip.app),
        report.line(flip.anchor))
    }
    for variable in host.apple?.applinks?.substitutionVariables ?? [] {
      add(
        ExactString("Variable $(\(variable.name))"),
        variable.values.map { [.code($0)] }.joined(by: ", "),
        declared.flatMap { domain, document in
          domain.variables.filter { $0.name.value == variable.name }
            .flatMap { report.line(document.anchor($0.name)) }
        })
    }
    return table
  }

  /// The declarations of the host.
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
