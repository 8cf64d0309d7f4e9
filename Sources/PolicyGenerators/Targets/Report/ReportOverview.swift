import PolicyDecision
import PolicyModel
import PolicyText

// The sections about all policies: summary, changes, findings, flows.

extension ReportContext {
  /// `1 client`, `2 clients`
  static func count(_ count: Int, _ word: String) -> ExactString {
    ExactString("\(count) \(word)\(count == 1 ? "" : "s")")
  }

  /// A message whose values are in backticks.
  static func message(_ message: ExactString) -> [PageText] {
    let pieces = message.utf8.split(
      separator: UInt8(ascii: "`"), omittingEmptySubsequences: false
    ).map { ExactString(decoding: $0) }
    // The backticks must be pairs.
    guard !pieces.count.isMultiple(of: 2) else { return [.text(message)] }
    return pieces.enumerated().compactMap { index, piece in
      if index.isMultiple(of: 2) { return piece.isEmpty ? nil : .text(piece) }
      return .code(piece)
    }
  }

  // MARK: summary

  /// Counts, and the settings to check.
  var summary: PageSection {
    var blocks: [PageBlock] = [.text(findingsLine)]
    if let changesLine { blocks.append(.text(changesLine)) }
    if let flowsLine { blocks.append(.text(flowsLine)) }
    let remarks = remarks
    if !remarks.isEmpty { blocks += [.paragraph(.strong("Check these")), .list(remarks)] }
    blocks += [counts.block, .table(policies)].compactMap { $0 }
    return PageSection(PageID("summary"), ["Summary"], blocks: blocks)
  }

  private var findingsLine: [PageText] {
    let warnings = input.report.findings.count(.warning)
    let notes = input.report.findings.count(.note)
    var text: [PageText] = []
    if warnings + notes == 0 {
      text = [.badge("clean", .good), " No findings"]
    } else {
      if warnings > 0 { text.append(.badge(Self.count(warnings, "warning"), .careful)) }
      if warnings > 0, notes > 0 { text.append(" ") }
      if notes > 0 { text.append(.badge(Self.count(notes, "note"), .neutral)) }
      text.append(" and no errors")
    }
    let accepted = input.report.findings.suppressed
    if accepted > 0 { text.append("; \(Self.count(accepted, "finding")) accepted with a reason") }
    return text + ["."]
  }

  private var changesLine: [PageText]? {
    guard let comparison = input.report.comparison else { return nil }
    let since: [PageText] = [" since ", .code(comparison.older), "."]
    guard !comparison.changes.isEmpty else {
      return [.badge("unchanged", .neutral), " The same requests are allowed"] + since
    }
    let badges = ReportComparison.Effect.allCases.compactMap { effect -> [PageText]? in
      let count = comparison.count(effect)
      return count > 0 ? [Self.badge(effect, "\(count) \(effect.rawValue)")] : nil
    }
    return badges.joined(by: " ") + [" ", .link(PageLink(PageID("changes"), "changes"))] + since
  }

  private var flowsLine: [PageText]? {
    guard let flows = input.report.flows, !flows.isEmpty else { return nil }
    let complete = flows.count { $0.outcome == .completes }
    return [
      .badge(
        ExactString("\(complete) of \(Self.count(flows.count, "sign-in"))"),
        complete == flows.count ? .good : .neutral), " complete, as the ",
      .link(PageLink(PageID("flows"), "flows")), " of the policies show.",
    ]
  }

  private var counts: EnvironmentTable {
    var table = EnvironmentTable(
      "Number of entries in each environment", subject: "Number of", joinsEqual: false,
      layout: .numbers)
    func add(_ name: PageText, _ count: (Environment) -> Int) {
      table.add(name, line: { ["\(count($0))"] })
    }
    let policy = input.policy
    add("Clients") { policy.clients[$0]?.count ?? 0 }
    add("Redirect URIs") { (policy.clients[$0] ?? []).reduce(0) { $0 + $1.redirectURIs.count } }
    add("Hosts with association files") { environment in
      input.hosts.hosts.count { $0.environment == environment }
    }
    add("Apps") { environment in apps.count { $0.declared.exists(in: environment) } }
    add("Authorized domains") { environment in
      (policy.providers[environment] ?? []).reduce(0) {
        $0 + ($1.firebase?.authorizedDomains.count ?? 0)
      }
    }
    return table
  }

  /// Settings that weaken a client or are easy to overlook.
  private var remarks: [[PageText]] {
    func remark(_ text: PageText, _ applies: (Client) -> Bool) -> [PageText]? {
      let clients = clients.filter(applies)
      return clients.isEmpty ? nil : [text] + references(clients) + ["."]
    }
    func flows(_ outcome: ReportFlow.Outcome, _ words: String) -> [PageText]? {
      let flows = input.report.flows ?? []
      let count = flows.count { $0.outcome == outcome }
      guard count > 0 else { return nil }
      return [
        .badge(ExactString(outcome.rawValue), outcome.tone),
        " \(count) of \(Self.count(flows.count, "sign-in"))\(words): ",
        .link(PageLink(PageID("flows"), "flows")), ".",
      ]
    }
    return [
      flows(.breaks, ""), flows(.inferred, ", by undocumented platform behavior"),
      remark("PKCE is optional for ") { $0.declared.effectivePKCE == .optional },
      remark("A request can omit state for ") { $0.declared.state?.value == .optional },
      remark("Any port of the user's device receives codes of ") {
        $0.compiled.values.contains { client in
          client.type == .native
            && client.redirectURIs.contains { LoopbackAddress.isFlexible($0.value) }
        }
      },
      remark("A request can omit the redirect URI for ") {
        $0.compiled.values.contains { $0.omittedRedirectURI != nil }
      },
      remark("Only production has ") {
        $0.compiled[.prod] != nil && $0.compiled[.sandbox] == nil
      },
      remark("Only sandbox has ") {
        $0.compiled[.prod] == nil && $0.compiled[.sandbox] != nil
      },
    ].compactMap { $0 }
  }

  private var policies: PageTable {
    let all = input.report.workspace.policies
    let shown = all.prefix(ReportTarget.largestPage)
    let caption = "The policies of this report"
    return PageTable(
      shown.count == all.count ? caption : "\(caption), the first \(shown.count) of \(all.count)",
      columns: ["Policy", "About", "Owner"],
      rows: shown.map { document in
        let policy = document.policy
        return PageRow([
          PageCell([.code(document.name)] + line(policy.name, document)),
          PageCell(lines: policy.description.map { [[.text($0.value)]] } ?? []),
          PageCell(lines: policy.owner.map { [[.text($0.value)]] } ?? []),
        ])
      })
  }

  // MARK: changes

  /// The changes, widening first.
  var changesSection: PageSection? {
    guard let comparison = input.report.comparison, !comparison.changes.isEmpty else { return nil }
    let sorted = ReportComparison.Effect.allCases.flatMap { effect in
      comparison.changes.filter { $0.effect == effect }
    }
    let (cards, maximum) = (60, 500)
    var blocks: [PageBlock] = [
      .paragraph(
        """
        Each change with a request that the older and the newer policies decide differently. More permissive changes \
        come first.
        """)
    ]
    blocks += sorted.prefix(cards).map { .card(card($0)) }
    let others = sorted.dropFirst(cards)
    if !others.isEmpty {
      blocks.append(
        .table(
          PageTable(
            "More changes since \(comparison.older)",
            columns: ["Effect", "Environment", "Change", "Line"],
            rows: others.prefix(maximum).map(row))))
    }
    if others.count > maximum {
      blocks.append(
        .paragraph(
          "\(others.count - maximum) more: run ", .code("linkpolicy diff"), " for all changes."))
    }
    return PageSection(PageID("changes"), ["What changed"], blocks: blocks)
  }

  private func card(_ change: ReportComparison.Change) -> PageCard {
    let tone = change.effect.tone
    var facts: [PageCard.Fact] = []
    if let proof = change.proof {
      let fields = proof.fields.map { field -> [PageText] in
        [.text(field.name), " ", .code(field.value)]
      }
      facts = [
        PageCard.Fact(
          name: "Example",
          value: [.text(ExactString(proof.kind)), ": "] + fields.joined(by: ", ")),
        PageCard.Fact(
          name: "Before",
          value: [.badge(ExactString(proof.old.word), .neutral), " "]
            + Self.message(proof.old.reason)),
        // In the color of the change: a request that is now allowed is a risk.
        PageCard.Fact(
          name: "Now",
          value: [.badge(ExactString(proof.new.word), tone), " "] + Self.message(proof.new.reason)),
        PageCard.Fact(
          name: "Try it",
          value: [.code("linkpolicy simulate --requests -"), " with ", .code(proof.request)]),
      ]
    }
    let place = change.place.map { [line($0.file, $0.line)] } ?? []
    return PageCard(
      tone: tone,
      title: [
        Self.badge(change.effect, "\(change.effect.rawValue): \(change.effect.words)"), " ",
        .code(change.subject), .text(ExactString(" in \(change.environment.heading.lowercased())")),
      ] + place, text: Self.message(change.message), facts: facts)
  }

  private func row(_ change: ReportComparison.Change) -> PageRow {
    PageRow(
      [
        PageCell([Self.badge(change.effect, ExactString(change.effect.rawValue))]),
        PageCell([.text(ExactString(change.environment.rawValue))]),
        PageCell(lines: [[.code(change.subject)], Self.message(change.message)]),
        PageCell(lines: change.place.map { [[line($0.file, $0.line)]] } ?? []),
      ], tone: change.effect == .widening ? .careful : nil)
  }

  private static func badge(_ effect: ReportComparison.Effect, _ text: ExactString) -> PageText {
    .badge(text, effect.tone)
  }

  private static func badge(_ effect: ReportComparison.Effect, _ text: String) -> PageText {
    badge(effect, ExactString(text))
  }

  // MARK: findings

  var findingsSection: PageSection? {
    let findings = input.report.findings.diagnostics
    guard !findings.isEmpty else { return nil }
    let maximum = 1_000
    var blocks: [PageBlock] = [
      .paragraph(
        "Findings of ", .code("linkpolicy validate"), ". Run ", .code("linkpolicy explain RULE"),
        " for the reason and the fix."),
      .table(
        PageTable(
          "Warnings and notes", columns: ["Rule", "Severity", "Environment", "Finding", "Line"],
          rows: findings.prefix(maximum).map(row))),
    ]
    if findings.count > maximum {
      blocks.append(.paragraph("\(findings.count - maximum) more findings are not shown."))
    }
    return PageSection(PageID("findings"), ["Findings"], blocks: blocks)
  }

  private func row(_ finding: Diagnostic) -> PageRow {
    let isWarning = finding.severity >= .warning
    let source = input.report.findings.sources[finding.location.file.index]
    var lines = [Self.message(ExactString(finding.message))]
    if let help = finding.help {
      lines.append([.quiet("Help: ")] + Self.message(ExactString(help)))
    }
    let rule =
      input.report.documentation.map { PageText.link(PageLink(finding.rule, at: $0)) }
      ?? .code(ExactString(finding.rule.rawValue))
    return PageRow(
      [
        PageCell([rule]),
        PageCell([
          .badge(ExactString(finding.severity.rawValue), isWarning ? .careful : .neutral)
        ]),
        PageCell([.text(ExactString(finding.environment?.rawValue ?? "both"))]),
        PageCell(lines: lines),
        PageCell([
          line(
            ExactString(source.name), source.position(of: finding.location.span.start).line)
        ]),
      ], tone: isWarning ? .careful : nil)
  }

  // MARK: invariants

  var invariantsSection: PageSection? {
    let results = input.report.invariants
    guard !results.isEmpty else { return nil }
    return PageSection(
      PageID("invariants"), ["Invariants"],
      blocks: [
        .paragraph(
          "Properties that all clients or all links must have, checked for every value and every link."
        ),
        .table(
          PageTable(
            "Invariants and whether they hold", columns: ["Invariant", "State", "Line"],
            rows: results.map { result in
              let state = PageText.badge(ExactString(result.state.rawValue), result.state.tone)
              let place = input.report.workspace.source(
                of: result.document.anchor(result.name))
              return PageRow([
                PageCell([.text(result.name.value)]),
                PageCell(
                  lines: [[state]]
                    + (result.message.map { [Self.message(ExactString($0))] } ?? [])),
                PageCell(lines: place.map { [[line(ExactString($0.file), $0.line)]] } ?? []),
              ])
            })),
      ])
  }

  // MARK: flows

  /// The first flows of production as pictures, those that don't complete first.
  private func diagrams(of flows: [ReportFlow]) -> [PageBlock] {
    let maximum = 60
    let shown = flows.filter { $0.environment == .prod || $0.outcome != .completes }
    let sorted =
      shown.filter { $0.outcome != .completes } + shown.filter { $0.outcome == .completes }
    return sorted.prefix(maximum).compactMap { flow in
      flow.diagram.map {
        .drawing(
          $0.drawing { url($0.file, $0.line) },
          summary: ExactString("\(flow.name):\(flow.environment.rawValue)"))
      }
    }
  }

  var flowsSection: PageSection? {
    guard let flows = input.report.flows, !flows.isEmpty else { return nil }
    var order: [ExactString] = []
    var found: [ExactString: [Environment: ReportFlow]] = [:]
    for flow in flows {
      if found[flow.name] == nil { order.append(flow.name) }
      found[flow.name, default: [:]][flow.environment] = flow
    }
    var table = EnvironmentTable("Result of each sign-in", subject: "Flow", joinsEqual: false)
    for name in order {
      table.add(.code(name)) { environment in
        guard let flow = found[name]?[environment] else { return [] }
        let badge = PageText.badge(ExactString(flow.outcome.rawValue), flow.outcome.tone)
        let first = [badge] + (flow.place.map { [line($0.file, $0.line)] } ?? [])
        return flow.outcome == .completes ? [first] : [first, Self.message(flow.message)]
      }
    }
    return PageSection(
      PageID("flows"), ["Flows"],
      blocks: [
        .paragraph(
          """
          The policies' own requests from end to end: the link or URL that starts a sign-in, the app or \
          browser that opens it, the response, the tokens.
          """, " Run ", .code("linkpolicy flow"), " for the steps."), table.block,
      ].compactMap { $0 } + diagrams(of: flows))
  }
}

extension InvariantResult.State {
  fileprivate var tone: PageTone {
    switch self {
    case .holds: .good
    case .selectsNothing, .undecided: .careful
    case .violated: .bad
    }
  }
}

extension ReportComparison.Effect {
  /// More permissive is a risk, less is safe.
  fileprivate var tone: PageTone {
    switch self {
    case .widening, .undecided: .careful
    case .narrowing: .good
    case .neutral: .neutral
    }
  }

  fileprivate var words: String {
    switch self {
    case .widening: "more is allowed"
    case .narrowing: "less is allowed"
    case .neutral: "no known request is decided differently"
    case .undecided: "too large to compare"
    }
  }
}

extension ReportFlow.Outcome {
  fileprivate var tone: PageTone {
    switch self {
    case .completes: .good
    case .inferred: .careful
    case .breaks: .bad
    }
  }
}
