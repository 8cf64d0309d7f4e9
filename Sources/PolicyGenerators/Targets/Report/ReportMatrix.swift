import PolicyDecision
import PolicyText
import PolicyModel

/// Who may sign in where: a row for each client, a column for each environment.
struct ReportMatrix {
  private let report: ReportContext

  init(_ report: ReportContext) { self.report = report }

  /// The matrix of some clients; nil without any.
  func section(of clients: some Collection<ReportContext.Client>) -> PageSection? {
    guard !clients.isEmpty else { return nil }
    return PageSection(
      PageID("matrix"), [.text("Who may sign in where")], blocks: [.table(table(clients))])
  }

  private func table(_ clients: some Collection<ReportContext.Client>) -> PageTable {
    PageTable(
      "Each client with its ID and the number of its addresses",
      columns: ["Client", "Type", "Production", "Sandbox", "state", "PKCE"],
      rows: clients.map { client in
        let isCareful =
          client.declared.state?.value == .optional || client.declared.effectivePKCE == .optional
        return PageRow(
          [
            PageCell([report.reference(client)]),
            PageCell([.text(ExactString(ReportClients.type(client.declared)))]),
            cell(client, .prod), cell(client, .sandbox),
            PageCell(ReportClients.stateLine(client)), PageCell(ReportClients.pkceLine(client)),
          ], tone: isCareful ? .careful : nil)
      })
  }

  private func cell(_ client: ReportContext.Client, _ environment: Environment) -> PageCell {
    guard let compiled = client.compiled[environment] else { return PageCell(lines: []) }
    var doors = [ReportSummary.count(compiled.redirectURIs.count, "address")]
    if compiled.flipUniversalLink != nil { doors.append("App Flip on iOS") }
    if compiled.flipIntentAction != nil { doors.append("App Flip on Android") }
    return PageCell(lines: [
      report.value(compiled.clientID),
      [.quiet(ExactString(doors.map(\.string).joined(separator: ", ")))],
    ])
  }
}
