import PolicyDecision
import PolicyText

/// `report.html` and `report.md`: who may go where, with the line of the policy beside everything.
package struct ReportTarget: GeneratorTarget {
  package static let name = "report"
  package static let summary = "report.html, report.md: who may go where, with links to lines"
  package init() {}

  package func files(for input: GeneratorInput) throws(GeneratorError) -> [GeneratedFile] {
    let page = ReportPage(input).page
    return [
      GeneratedFile(path: "report.html", target: Self.name, text: HTMLPage(page).text),
      GeneratedFile(path: "report.md", target: Self.name, text: MarkdownPage(page).text),
    ]
  }
}

/// The report as a page; it always holds both environments.
struct ReportPage {
  private let report: ReportContext

  init(_ input: GeneratorInput) { report = ReportContext(input) }

  /// Sections that would say nothing are left out.
  var page: Page {
    let names = report.input.policy.policyNames
    let title =
      (names.count == 1 ? "Sign-in policy " : "Sign-in policies ")
      + names.map(\.string).joined(separator: ", ")
    let sections: [PageSection?] = [
      ReportSummary(report).section,
      ReportFindings(report).section,
      ReportClients(report).section,
      ReportDestinations(report).section,
      ReportHosts(report).section,
      ReportAuthorizedDomains(report).section,
      ReportApps(report).section,
      ReportProviders(report).section,
      Checklist(report).section,
    ]
    return Page(
      title: title,
      lead: [
        .text(
          "Who may sign in where, in production and sandbox. The link beside a value leads to the line of the policy that says so."
        )
      ], origin: report.input.header, sections: sections.compactMap { $0 })
  }
}
