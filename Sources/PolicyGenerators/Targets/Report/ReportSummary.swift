import PolicyDecision
import PolicyText
import PolicyModel

/// What there is, in numbers, and what deserves a second look.
struct ReportSummary {
  private let report: ReportContext

  init(_ report: ReportContext) { self.report = report }

  var section: PageSection {
    var blocks: [PageBlock] = [.text(state)]
    if let change { blocks.append(.text(change)) }
    if let completion { blocks.append(.text(completion)) }
    let remarks = remarks
    if !remarks.isEmpty {
      blocks += [.text([.strong("Worth a second look")]), .list(remarks)]
    }
    blocks += [numbers.block, .table(policies)].compactMap { $0 }
    return PageSection(PageID("summary"), [.text("Summary")], blocks: blocks)
  }

  /// The findings in one line.
  private var state: [PageText] {
    let findings = report.input.report.findings
    let warnings = findings.count { $0.severity == .warning }
    let notes = findings.count { $0.severity == .note }
    let accepted = report.input.report.accepted
    var text: [PageText] = []
    if warnings + notes == 0 {
      text = [.badge("clean", .good), .text(" No finding remains")]
    } else {
      if warnings > 0 { text.append(.badge(Self.count(warnings, "warning"), .careful)) }
      if warnings > 0, notes > 0 { text.append(.text(" ")) }
      if notes > 0 { text.append(.badge(Self.count(notes, "note"), .neutral)) }
      text.append(.text(" and no error"))
    }
    if accepted > 0 {
      text.append(.text(ExactString("; \(Self.count(accepted, "finding")) accepted with a reason")))
    }
    return text + [.text(".")]
  }

  /// What changed, in one line; nil where nothing was compared.
  private var change: [PageText]? {
    guard let comparison = report.input.report.comparison else { return nil }
    let since: [PageText] = [.text(" since "), .code(comparison.older), .text(".")]
    guard !comparison.changes.isEmpty else {
      return [.badge("unchanged", .good), .text(" Nobody may do more or less")] + since
    }
    let badges = ReportComparison.Effect.allCases.compactMap { effect -> [PageText]? in
      let count = comparison.count(effect)
      guard count > 0 else { return nil }
      return [ReportChanges.badge(effect, ExactString("\(count) \(effect.rawValue)"))]
    }
    return badges.joined(by: " ") + [.text(" "), .link(PageLink(PageID("changes"), "changes"))]
      + since
  }

  static func count(_ count: Int, _ word: String) -> ExactString {
    ExactString("\(count) \(word)\(count == 1 ? "" : word.hasSuffix("s") ? "es" : "s")")
  }

  private var numbers: EnvironmentTable {
    var table = EnvironmentTable(
      "What there is in each environment", subject: "Number of", joinsEqual: false,
      layout: .numbers)
    func add(_ name: String, _ count: (Environment) -> Int) {
      table.add(name, line: { [.text(ExactString(String(count($0))))] })
    }
    let policy = report.input.policy
    add("Clients") { policy.clients[$0]?.count ?? 0 }
    add("Redirect URIs") { (policy.clients[$0] ?? []).reduce(0) { $0 + $1.redirectURIs.count } }
    add("Hosts with association files") { environment in
      report.input.hosts.hosts.count { $0.environment == environment }
    }
    add("Apps") { environment in
      report.apps.count { $0.declared.exists(in: environment) }
    }
    add("Authorized domains") { environment in
      (policy.providers[environment] ?? []).reduce(0) {
        $0 + ($1.firebase?.authorizedDomains.count ?? 0)
      }
    }
    return table
  }

  /// What is allowed and weakens a client, or easily surprises.
  private var remarks: [[PageText]] {
    func remark(_ text: ExactString, _ isMeant: (ReportContext.Client) -> Bool) -> [PageText]? {
      let clients = report.clients.filter(isMeant)
      return clients.isEmpty ? nil : [.text(text)] + report.references(clients) + [.text(".")]
    }
    return flows
      + [
        remark("PKCE is not required of ") { $0.declared.effectivePKCE == .optional },
        remark("A request may come without state from ") { $0.declared.state?.value == .optional },
        remark("Any port of this device receives codes of ") {
          $0.compiled.values.contains { client in
            client.type == .native && client.redirectURIs.contains { Self.isLoopback($0.value) }
          }
        },
        remark("A request may name no redirect URI from ") {
          $0.compiled.values.contains { $0.omittedRedirectURI != nil }
        },
        remark("Only production knows ") {
          $0.compiled[.prod] != nil && $0.compiled[.sandbox] == nil
        },
        remark("Only sandbox knows ") {
          $0.compiled[.prod] == nil && $0.compiled[.sandbox] != nil
        },
      ].compactMap { $0 }
  }

  /// How many sign-ins complete; nil where none was run.
  private var completion: [PageText]? {
    guard let flows = report.input.report.flows, !flows.isEmpty else { return nil }
    let complete = flows.count { $0.outcome == .completes }
    return [
      .badge(
        ExactString("\(complete) of \(Self.count(flows.count, "sign-in"))"),
        complete == flows.count ? .good : .neutral), .text(" complete, by the "),
      .link(PageLink(PageID("flows"), "flows")), .text(" of the policies."),
    ]
  }

  /// Sign-ins that do not complete, or for which nobody vouches.
  private var flows: [[PageText]] {
    let flows = report.input.report.flows ?? []
    func remark(_ outcome: ReportFlow.Outcome, _ words: String) -> [PageText]? {
      let count = flows.count { $0.outcome == outcome }
      guard count > 0 else { return nil }
      return [
        .badge(ExactString(outcome.rawValue), ReportFlows.tone(outcome)),
        .text(ExactString(" \(count) of \(Self.count(flows.count, "sign-in"))\(words): ")),
        .link(PageLink(PageID("flows"), "flows")), .text("."),
      ]
    }
    return [
      remark(.breaks, ""),
      remark(.inferred, ", on what no platform documents"),
    ].compactMap { $0 }
  }

  /// Without a port, so that a native client may use any (RFC 8252 section 7.3).
  private static func isLoopback(_ uri: ExactString) -> Bool {
    ["http://127.0.0.1", "http://[::1]"].contains { origin in
      uri.hasPrefix(origin) && [0x2F, 0x3F].contains(uri.utf8.dropFirst(origin.utf8.count).first)
    }
  }

  private var policies: PageTable {
    let all = report.input.report.workspace.policies
    let shown = all.prefix(ReportTarget.largestPage)
    let caption = "The policies that this report is made from"
    return PageTable(
      shown.count == all.count ? caption : "\(caption), the first \(shown.count) of \(all.count)",
      columns: ["Policy", "About", "Owner"],
      rows: shown.map { document in
        let policy = document.policy
        let line = policy.name.map { report.line(document.anchor($0)) } ?? []
        return PageRow([
          PageCell([.code(document.name)] + line),
          PageCell(lines: policy.description.map { [[.text($0.value)]] } ?? []),
          PageCell(lines: policy.owner.map { [[.text($0.value)]] } ?? []),
        ])
      })
  }
}
