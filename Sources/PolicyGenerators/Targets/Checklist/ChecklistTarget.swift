import PolicyDecision
import PolicyModel
import PolicyText

/// `checklist.md`: the values to enter in consoles that don't support configuration files, page by
/// page.
package struct ChecklistTarget: GeneratorTarget {
  package static let name = "checklist"
  package static let isDefault = true

  private static let folder = "checklist"

  /// Returns no file if no console needs a value. With many entries, `checklist.md` is an index of
  /// pages in the folder `checklist`.
  package static func files(for input: GeneratorInput) throws(GeneratorError) -> [GeneratedFile] {
    var report = ReportContext(input)
    let isOnePage = report.isOnePage
    report.isInSubfolder = !isOnePage
    let consoles = report.consoles
    guard !consoles.isEmpty else { return [] }
    let count = input.policy.policyNames.count
    let title = "Console checklist of \(report.policyTitle ?? "\(count) policies")"
    func file(
      _ path: String, _ title: String, lead: [PageText] = [], _ sections: [PageSection],
      neighbors: [PageLink] = []
    ) -> GeneratedFile {
      let page = Page(
        title: title, lead: lead, origin: input.header, sections: sections, neighbors: neighbors)
      return GeneratedFile(path: "\(path).md", target: name, text: page.markdown())
    }
    let lead: [PageText] = [ReportContext.checklistLead]
    if isOnePage { return [file("checklist", title, lead: lead, consoles)] }
    // A page has values of one console.
    let pages = consoles.flatMap { console in
      console.pieces(ofRows: 500).map { (console: console.title, section: $0) }
    }
    let index = file("checklist", title, lead: lead, [contents(pages)])
    return [index]
      + pages.enumerated().map { index, page in
        var neighbors = [PageLink(RelativeURL(up: 1, down: ["checklist.md"]), "Whole checklist")]
        if index > 0 { neighbors.append(link([], index - 1, "Previous page")) }
        if index + 1 < pages.count { neighbors.append(link([], index + 1, "Next page")) }
        return file(
          "\(folder)/checklist-\(index + 1)", "\(title), page \(index + 1) of \(pages.count)",
          [page.section], neighbors: neighbors)
      }
  }

  private static func contents(
    _ pages: [(console: [PageText], section: PageSection)]
  ) -> PageSection {
    let rows = pages.enumerated().map { index, page in
      let captions = captions(of: page.section)
      return PageRow([
        PageCell([.link(link([folder], index, ExactString("Page \(index + 1)")))]),
        PageCell(page.console), PageCell(page.section.leafTitles.map { [$0] }.joined(by: ", ")),
        PageCell(["\(captions.first ?? "")"]), PageCell(["\(captions.last ?? "")"]),
        PageCell(["\(page.section.rowCount)"]),
      ])
    }
    let columns = ["Page", "Console", "Environment", "From", "To", "Values"]
    return PageSection(
      PageID("pages"), ["Pages"],
      blocks: [.table(PageTable("Pages", columns: columns, rows: rows))])
  }

  private static func link(_ folders: [String], _ index: Int, _ text: ExactString) -> PageLink {
    PageLink(RelativeURL(up: 0, down: folders + ["checklist-\(index + 1).md"]), text)
  }

  private static func captions(of section: PageSection) -> [String] {
    section.blocks.compactMap { if case .table(let table) = $0 { table.caption } else { nil } }
      + section.parts.flatMap { captions(of: $0) }
  }
}

extension ReportContext {
  fileprivate static let checklistLead: PageText =
    """
    The values to enter by hand, page by page. For a secret, the field says where it is kept. The link next to a \
    value leads to its line in the policy.
    """

  /// The checklist as a section of the report.
  var checklist: PageSection? {
    let parts = consoles
    return parts.isEmpty
      ? nil
      : PageSection(
        PageID("checklist"), ["Console checklist"], blocks: [.paragraph(Self.checklistLead)],
        parts: parts)
  }

  /// A section per console that needs a value.
  fileprivate var consoles: [PageSection] {
    [
      console(
        "checklist-linking", "Google account linking",
        "Google Home Developer Console, the project, Account linking.", \.linking),
      console(
        "checklist-google-cloud", "Google Cloud",
        "Google Cloud console, the project, Google Auth Platform.", \.googleCloud),
      console("checklist-firebase", "Firebase", "Firebase console, the project.", \.firebase),
      console(
        "checklist-apple", "Apple",
        "Apple Developer, Certificates, Identifiers and Profiles; App Store Connect for store IDs.",
        \.apple),
      console(
        "checklist-test-tool", "App Flip test tool",
        "Google's test tool for App Flip: replace its example values.", \.testTool),
    ].compactMap { $0 }
  }

  /// A section of a console for each environment, with the pages of all policies.
  private func console(
    _ id: StaticString, _ title: PageText, _ about: PageText,
    _ pages: KeyPath<ConsolePages, [ValueTable]>
  ) -> PageSection? {
    var ids = PageIDs()
    let parts = Environment.allCases.compactMap { environment -> PageSection? in
      let blocks = input.report.workspace.policies.flatMap { document in
        ConsolePages(report: self, document: document, environment: environment)[keyPath: pages]
          .compactMap { $0.block(of: hasSeveralPolicies ? document.name : nil) }
      }
      guard !blocks.isEmpty else { return nil }
      return PageSection(
        ids.id(id, [ExactString(environment.rawValue)]),
        [.text(ExactString(environment.heading))], blocks: blocks)
    }
    guard !parts.isEmpty else { return nil }
    return PageSection(ids.id(id, []), [title], blocks: [.paragraph(about)], parts: parts)
  }
}
