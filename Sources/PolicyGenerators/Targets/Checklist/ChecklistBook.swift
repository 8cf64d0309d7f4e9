import PolicyDecision
import PolicyText

/// The checklist of many clients: `checklist.md` is an index, what it leads to lies in `checklist/`.
struct ChecklistBook {
  private static let folder = "checklist"
  /// Fields on a page.
  private static let rows = 500

  /// Seen from the folder.
  private let report: ReportContext

  init(_ report: ReportContext) {
    var report = report
    report.isBelow = true
    self.report = report
  }

  /// The index and all pages; none for policies that no console has to know of.
  var files: [GeneratedFile] {
    // Console by console, so that a page is about one of them.
    let pages = Checklist(report).consoles.flatMap { console in
      console.pieces(ofRows: Self.rows).map { (console: console.title, section: $0) }
    }
    guard !pages.isEmpty else { return [] }
    let names = report.input.policy.policyNames.map(\.string)
    // A heading that counts where it cannot name them all.
    let title =
      "Console checklist of "
      + (names.count <= 12 ? names.joined(separator: ", ") : "\(names.count) policies")
    let rows = pages.enumerated().map { index, page in
      let captions = Self.captions(of: page.section)
      return PageRow([
        PageCell([.link(link(index, below: Self.folder, ExactString("Page \(index + 1)")))]),
        PageCell(page.console), PageCell(Self.separated(page.section.leafTitles)),
        PageCell([.text(ExactString(captions.first ?? ""))]),
        PageCell([.text(ExactString(captions.last ?? ""))]),
        PageCell([.text(ExactString(String(page.section.rowCount)))]),
      ])
    }
    let contents = PageSection(
      PageID("pages"), [.text("Pages")],
      blocks: [
        .table(
          PageTable(
            "Pages", columns: ["Page", "Console", "Environment", "From", "To", "Values"],
            rows: rows))
      ])
    return [
      ChecklistTarget.file(
        "checklist", title, [.text(Checklist.lead)], report.input, [contents])
    ]
      + pages.enumerated().map { index, page in
        ChecklistTarget.file(
          "\(Self.folder)/checklist-\(index + 1)", "\(title), page \(index + 1) of \(pages.count)",
          [], report.input, [page.section], neighbours: neighbours(index, of: pages.count))
      }
  }

  private func neighbours(_ index: Int, of count: Int) -> [PageLink] {
    var links = [PageLink(RelativeURL(up: 1, down: ["checklist.md"]), "Whole checklist")]
    if index > 0 { links.append(link(index - 1, "Previous page")) }
    if index + 1 < count { links.append(link(index + 1, "Next page")) }
    return links
  }

  private func link(
    _ index: Int, below folder: String? = nil, _ text: ExactString
  ) -> PageLink {
    PageLink(
      RelativeURL(up: 0, down: (folder.map { [$0] } ?? []) + ["checklist-\(index + 1).md"]), text)
  }

  /// What the tables of a section are about, in order.
  private static func captions(of section: PageSection) -> [String] {
    section.blocks.compactMap { if case .table(let table) = $0 { table.caption } else { nil } }
      + section.parts.flatMap { captions(of: $0) }
  }

  private static func separated(_ titles: [PageText]) -> [PageText] {
    titles.enumerated().flatMap { $0.offset == 0 ? [$0.element] : [.text(", "), $0.element] }
  }
}
