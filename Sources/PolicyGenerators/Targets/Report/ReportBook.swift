import PolicyText
import PolicyModel

/// A report on many: `report.html` and `report.md` are an index, what it leads to lies in `report/`.
///
/// One page at a time is built, written down and handed over, so that memory holds no more than that.
struct ReportBook {
  /// Pages about one thing.
  private struct Chapter {
    var name: String
    var title: String
    /// What each page is about: its first and last entry, and how it is built.
    var pages: [Leaf]
  }

  /// One page of a chapter.
  private struct Leaf {
    var first: PageText
    var last: PageText
    var count: Int
    var sections: () -> [PageSection]
  }

  private static let folder = "report"
  /// Clients, hosts or apps on a page: about half a megabyte.
  private static let entries = 100
  /// Rows of a table on a page.
  private static let rows = 500

  /// Seen from the folder.
  private let report: ReportContext
  /// The page that describes something, without its ending.
  private let places: [PageID: String]
  private let clients: [ReportContext.Client]
  private let apps: [ReportContext.App]

  init(_ report: ReportContext) {
    // By name: whoever looks for one finds the page by its first and last.
    clients = Self.sorted(report.clients) { ($0.document.name, $0.declared.id.value) }
    apps = Self.sorted(report.apps) { ($0.document.name, $0.declared.id.value) }
    var places: [PageID: String] = [:]
    for (kind, ids) in [
      ("clients", clients.map(\.id)), ("apps", apps.map(\.id)), ("hosts", report.hosts.map(\.id)),
    ] {
      for (index, id) in ids.enumerated() {
        places[id] = "\(kind)-\(index / Self.entries + 1)"
      }
    }
    self.places = places
    var report = report
    report.isBelow = true
    self.report = report
  }

  /// By the names of policies and entries; of equal ones the first stays in front.
  private static func sorted<Entry>(
    _ entries: [Entry], by name: (Entry) -> (ExactString, ExactString)
  ) -> [Entry] {
    let names = entries.map(name)
    return entries.indices.sorted { names[$0] < names[$1] }.map { entries[$0] }
  }

  // MARK: files

  /// Hands over the index and all pages.
  func forEachFile(_ take: (GeneratedFile) -> Void) {
    let chapters = self.chapters
    for file in index(chapters) { take(file) }
    for chapter in chapters {
      for (index, leaf) in chapter.pages.enumerated() {
        let sections = leaf.sections()
        for ending in ["html", "md"] {
          let page = Page(
            title: "\(chapter.title), page \(index + 1) of \(chapter.pages.count)",
            lead: [.text("From "), leaf.first, .text(" to "), leaf.last, .text(".")],
            origin: report.input.header, sections: sections,
            neighbours: neighbours(index, of: chapter, ending))
          take(
            file(
              "\(Self.folder)/\(chapter.name)-\(index + 1)", page, ending,
              address: { address($0, from: "", ending) }))
        }
      }
    }
  }

  private func file(
    _ path: String, _ page: Page, _ ending: String, address: @escaping (PageID) -> ExactString
  ) -> GeneratedFile {
    GeneratedFile(
      path: "\(path).\(ending)", target: ReportTarget.name,
      bytes: ending == "html"
        ? HTMLPage(page, address: address).bytes : MarkdownPage(page, address: address).bytes)
  }

  private func address(_ id: PageID, from folder: String, _ ending: String) -> ExactString {
    guard let place = places[id] else { return ExactString("#\(id.text)") }
    return ExactString("\(folder)\(place).\(ending)#\(id.text)")
  }

  private func neighbours(_ index: Int, of chapter: Chapter, _ ending: String) -> [PageLink] {
    func link(_ number: Int, _ text: ExactString) -> PageLink {
      PageLink(RelativeURL(up: 0, down: ["\(chapter.name)-\(number + 1).\(ending)"]), text)
    }
    var links = [PageLink(RelativeURL(up: 1, down: ["report.\(ending)"]), "Whole report")]
    if index > 0 { links.append(link(index - 1, "Previous page")) }
    if index + 1 < chapter.pages.count { links.append(link(index + 1, "Next page")) }
    return links
  }

  // MARK: the index

  private func index(_ chapters: [Chapter]) -> [GeneratedFile] {
    var report = report
    report.isBelow = false
    let before = [ReportSummary(report).section, ReportChanges(report).section]
    let after = [ReportFlows(report).section, ReportFindings(report).section]
    return ["html", "md"].map { ending in
      let sections = before + [contents(chapters, ending)] + after
      let page = Page(
        title: ReportPage.title(report), lead: [.text(ReportPage.lead)],
        origin: report.input.header, sections: sections.compactMap { $0 })
      return file("report", page, ending) { address($0, from: "\(Self.folder)/", ending) }
    }
  }

  private func contents(_ chapters: [Chapter], _ ending: String) -> PageSection {
    let tables = chapters.map { chapter -> PageBlock in
      .table(
        PageTable(
          chapter.title, columns: ["Page", "From", "To", "Entries"],
          rows: chapter.pages.enumerated().map { index, leaf in
            let url = RelativeURL(
              up: 0, down: [Self.folder, "\(chapter.name)-\(index + 1).\(ending)"])
            return PageRow([
              PageCell([.link(PageLink(url, ExactString("\(chapter.title) \(index + 1)")))]),
              PageCell([leaf.first]), PageCell([leaf.last]),
              PageCell([.text(ExactString(String(leaf.count)))]),
            ])
          }))
    }
    return PageSection(
      PageID("pages"), [.text("Pages")],
      blocks: [.text([.text("In the order of names: a page tells its first and its last.")])]
        + tables)
  }

  // MARK: chapters

  private var chapters: [Chapter] {
    let destinations = ReportDestinations(report)
    var chapters = [
      Chapter(
        name: "clients", title: "Clients",
        pages: leaves(clients, Self.entries, { report.reference($0) }) { part in
          [ReportMatrix(report).section(of: part), ReportClients(report).section(of: part)]
        }),
      Chapter(
        name: "destinations", title: "Where codes go",
        pages: leaves(destinations.origins, Self.rows, { .code($0) }) {
          [destinations.section(of: $0)]
        }),
      Chapter(
        name: "hosts", title: "Hosts and links",
        pages: leaves(report.hosts, Self.entries, { .reference($0.id, $0.host) }) {
          [ReportHosts(report).section(of: $0)]
        }),
      Chapter(
        name: "apps", title: "Apps",
        pages: leaves(apps, Self.entries, { report.reference($0) }) {
          [ReportApps(report).section(of: $0)]
        }),
    ]
    for (name, title, section) in [
      ("domains", "Authorized domains", ReportAuthorizedDomains(report).section),
      ("providers", "Providers", ReportProviders(report).section),
      ("checklist", "Console checklist", Checklist(report).section),
    ] {
      guard let section else { continue }
      chapters.append(Chapter(name: name, title: title, pages: pieces(of: section)))
    }
    return chapters.filter { !$0.pages.isEmpty }
  }

  private func leaves<Entry>(
    _ entries: [Entry], _ size: Int, _ name: (Entry) -> PageText,
    _ sections: @escaping (ArraySlice<Entry>) -> [PageSection?]
  ) -> [Leaf] {
    stride(from: 0, to: entries.count, by: size).map { start in
      let end = min(start + size, entries.count)
      return Leaf(
        first: name(entries[start]), last: name(entries[end - 1]), count: end - start,
        sections: { sections(entries[start..<end]).compactMap { $0 } })
    }
  }

  private func pieces(of section: PageSection) -> [Leaf] {
    section.pieces(ofRows: Self.rows).map { piece in
      let names = piece.leafTitles
      return Leaf(
        first: names.first ?? .text(""), last: names.last ?? .text(""), count: piece.rowCount,
        sections: { [piece] })
    }
  }
}
