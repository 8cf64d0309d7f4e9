import PolicyDecision
import PolicyText

/// `report.html` and `report.md`: who may go where, with the line of the policy beside everything.
package struct ReportTarget: GeneratorTarget {
  package static let name = "report"
  package static let summary = "report.html, report.md: who may go where, with links to lines"
  /// More clients, hosts or apps than these are no page that anybody reads: there is an index then.
  package static let largestPage = 200
  package init() {}

  package func files(for input: GeneratorInput) throws(GeneratorError) -> [GeneratedFile] {
    var files: [GeneratedFile] = []
    forEachFile(for: input) { files.append($0) }
    return files
  }

  package func forEachFile(for input: GeneratorInput, _ take: (GeneratedFile) -> Void) {
    let report = ReportContext(input)
    guard Self.isOnePage(report) else { return ReportBook(report).forEachFile(take) }
    let page = ReportPage(report).page
    take(GeneratedFile(path: "report.html", target: Self.name, bytes: HTMLPage(page).bytes))
    take(GeneratedFile(path: "report.md", target: Self.name, bytes: MarkdownPage(page).bytes))
  }

  /// Whether somebody reads what is said of all that on one page.
  static func isOnePage(_ report: ReportContext) -> Bool {
    max(report.clients.count, report.hosts.count, report.apps.count) <= largestPage
  }
}

/// The report as a page; it always holds both environments.
struct ReportPage {
  private let report: ReportContext

  init(_ report: ReportContext) { self.report = report }

  /// Sections that would say nothing are left out.
  var page: Page {
    let sections: [PageSection?] = [
      ReportSummary(report).section,
      ReportChanges(report).section,
      ReportFindings(report).section,
      ReportMatrix(report).section(of: report.clients),
      ReportFlows(report).section,
      ReportDestinations(report).section,
      ReportClients(report).section,
      ReportHosts(report).section,
      ReportAuthorizedDomains(report).section,
      ReportApps(report).section,
      ReportProviders(report).section,
      Checklist(report).section,
    ]
    return Page(
      title: Self.title(report), lead: [.text(Self.lead)], origin: report.input.header,
      sections: sections.compactMap { $0 })
  }

  static let lead: ExactString = """
    Who may sign in where, in production and sandbox. The link beside a value leads to the line of the \
    policy that says so.
    """

  /// Names all policies, or counts them where that would be no heading.
  static func title(_ report: ReportContext) -> String {
    let names = report.input.policy.policyNames.map(\.string)
    guard names.count <= 12 else { return "\(names.count) sign-in policies" }
    return (names.count == 1 ? "Sign-in policy " : "Sign-in policies ")
      + names.joined(separator: ", ")
  }
}
