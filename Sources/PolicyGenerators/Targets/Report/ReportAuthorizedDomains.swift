import PolicyDecision
import PolicyText

/// Authorized domains of Firebase: the pages that may start a redirect or popup sign-in.
struct ReportAuthorizedDomains {
  private let report: ReportContext

  init(_ report: ReportContext) { self.report = report }

  var section: PageSection? {
    let names = report.input.policy.policyNames
    let tables = names.compactMap(table)
    guard !tables.isEmpty else { return nil }
    return PageSection(
      PageID("authorized-domains"), [.text("Authorized domains")],
      blocks: [
        .text([
          .text(
            """
            Pages on these hosts and below them may sign users in through Firebase, and links in its \
            emails may lead to them.
            """)
        ])
      ] + tables)
  }

  private func table(_ policy: ExactString) -> PageBlock? {
    var order: [ExactString] = []
    var entries: [ExactString: [Environment: Entry]] = [:]
    for environment in Environment.allCases {
      for providers in report.input.policy.providers[environment] ?? []
      where providers.policy == policy {
        for entry in providers.firebase?.authorizedDomains ?? [] {
          if entries[entry.value] == nil { order.append(entry.value) }
          entries[entry.value, default: [:]][environment] = entry
        }
      }
    }
    var table = EnvironmentTable(
      "Authorized domains of \(policy)", subject: "Domain")
    for domain in order {
      table.add([.code(domain)]) { environment in
        entries[domain]?[environment].map {
          [[.badge("authorized", .good)] + report.line($0.anchor)]
        } ?? []
      }
    }
    return table.block
  }
}
