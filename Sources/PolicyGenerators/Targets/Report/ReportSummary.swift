import PolicyDecision
import PolicyDiagnostics
import PolicyModel
import PolicyText

/// What there is, in numbers, and what deserves a second look.
struct ReportSummary {
  private let report: ReportContext

  init(_ report: ReportContext) { self.report = report }

  var section: PageSection {
    var blocks: [PageBlock] = [.text(state)]
    blocks += [numbers.block, remarks.isEmpty ? nil : .list(remarks), .table(policies)]
      .compactMap { $0 }
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
      text = [.badge("clean", .good), .text(" Nothing remains to be looked at")]
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

  private static func count(_ count: Int, _ word: String) -> ExactString {
    ExactString("\(count) \(word)\(count == 1 ? "" : "s")")
  }

  private var numbers: EnvironmentTable {
    var table = EnvironmentTable(
      "What there is in each environment", subject: "Number of", joinsEqual: false)
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
      let clients = report.clients.filter(isMeant).map { [report.reference($0)] }
      return clients.isEmpty ? nil : [.text(text)] + clients.joined(by: ", ") + [.text(".")]
    }
    return [
      remark("PKCE is not required of ") { $0.declared.effectivePKCE == .optional },
      remark("A request may come without state from ") { $0.declared.state?.value == .optional },
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

  private var policies: PageTable {
    PageTable(
      "The policies that this report is made from", columns: ["Policy", "About", "Owner"],
      rows: report.input.report.workspace.policies.map { document in
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
