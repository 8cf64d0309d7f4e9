import PolicyDecision
import PolicyModel
import PolicyText

/// `report.html` and `report.md`: who may sign in where, with links to the lines of the policies.
package struct ReportTarget: GeneratorTarget {
  package static let name = "report"
  package static let isDefault = true
  /// The maximum number of clients, hosts or apps on one page; with more, the report is an index
  /// and pages in the folder `report`.
  package static let largestPage = 200

  package static func files(for input: GeneratorInput) throws(GeneratorError) -> [GeneratedFile] {
    let report = ReportContext(input)
    guard report.isOnePage else { return PagedReport(report).files }
    let sections: [PageSection?] = [
      ReportMap(report).section, report.summary, report.changesSection, report.findingsSection,
      report.invariantsSection,
      report.matrix(of: report.clients), report.flowsSection,
      ReportDestinations(report).section, report.section(of: report.clients),
      report.section(of: report.hosts), report.authorizedDomains, report.section(of: report.apps),
      report.providers, report.checklist,
    ]
    let page = report.page(sections)
    return ["html", "md"].map { format in file("report", page, format) }
  }

  /// - Parameters:
  ///   - path: without file name extension.
  ///   - format: `html` or `md`.
  static func file(
    _ path: String, _ page: @autoclosure @escaping @Sendable () -> Page, _ format: String,
    address: @escaping @Sendable (PageID) -> ExactString = { ExactString("#\($0.text)") }
  ) -> GeneratedFile {
    GeneratedFile(path: "\(path).\(format)", target: name) {
      let page = page()
      return Array(
        (format == "html" ? page.html(address: address) : page.markdown(address: address)).utf8)
    }
  }
}

extension ReportContext {
  var isOnePage: Bool { max(clients.count, hosts.count, apps.count) <= ReportTarget.largestPage }

  func page(_ sections: [PageSection?]) -> Page {
    let kind = input.policy.policyNames.count == 1 ? "Sign-in policy" : "Sign-in policies"
    var lead: [PageText] = [
      """
      Who may sign in where, in production and sandbox. The link next to a value leads to its line in the \
      policy.
      """
    ]
    if let commit = input.report.commit { lead += [" As of ", .text(commit), "."] }
    return Page(
      title: policyTitle.map { "\(kind) \($0)" }
        ?? "\(input.policy.policyNames.count) sign-in policies",
      lead: lead, origin: input.header, sections: sections.compactMap { $0 })
  }

  /// The names of the policies; nil if there are too many for a title.
  var policyTitle: String? {
    let names = input.policy.policyNames.map(\.string)
    return names.count <= 12 ? names.joined(separator: ", ") : nil
  }
}

/// A report with many clients, hosts or apps: an index, and pages in the folder `report`.
private struct PagedReport {
  /// The pages about one subject.
  struct Chapter {
    var name: String
    var title: String
    var pages: [Leaf]
  }

  struct Leaf {
    var first: PageText
    var last: PageText
    /// The number of entries on the page.
    var count: Int
    var sections: @Sendable () -> [PageSection]
  }

  static let folder = "report"
  /// The maximum number of clients, hosts or apps on a page.
  static let entries = 100
  /// The maximum number of table rows on a page.
  static let rows = 500

  /// The report, with URLs relative to the folder.
  private let report: ReportContext
  /// The pages of sections, without file name extension.
  private let pages: [PageID: String]
  private let clients: [ReportContext.Client]
  private let apps: [ReportContext.App]

  init(_ report: ReportContext) {
    // Sorted, so the names of the first and last entry identify the page of an entry.
    clients = Self.sorted(report.clients) { ($0.document.name, $0.declared.id.value) }
    apps = Self.sorted(report.apps) { ($0.document.name, $0.declared.id.value) }
    var pages: [PageID: String] = [:]
    for (name, ids) in [
      ("clients", clients.map(\.id)), ("apps", apps.map(\.id)), ("hosts", report.hosts.map(\.id)),
    ] {
      for (index, id) in ids.enumerated() { pages[id] = "\(name)-\(index / Self.entries + 1)" }
    }
    self.pages = pages
    var report = report
    report.isInSubfolder = true
    self.report = report
  }

  private static func sorted<Entry>(
    _ entries: [Entry], by name: (Entry) -> (ExactString, ExactString)
  ) -> [Entry] {
    let names = entries.map(name)
    return entries.indices.sorted { names[$0] < names[$1] }.map { entries[$0] }
  }

  var files: [GeneratedFile] {
    let chapters = self.chapters
    return ["html", "md"].flatMap { format -> [GeneratedFile] in
      let index = ReportTarget.file("report", index(chapters, format), format) {
        address($0, from: "\(Self.folder)/", format)
      }
      return [index]
        + chapters.flatMap { chapter in
          chapter.pages.enumerated().map { index, leaf in
            ReportTarget.file(
              "\(Self.folder)/\(chapter.name)-\(index + 1)",
              page(
                leaf, index, of: chapter.name, chapter.title, count: chapter.pages.count, format),
              format
            ) { address($0, from: "", format) }
          }
        }
    }
  }

  @Sendable private func page(
    _ leaf: Leaf, _ index: Int, of chapter: String, _ title: String, count: Int, _ format: String
  ) -> Page {
    func link(_ number: Int, _ text: ExactString) -> PageLink {
      PageLink(RelativeURL(up: 0, down: ["\(chapter)-\(number + 1).\(format)"]), text)
    }
    var neighbors = [PageLink(RelativeURL(up: 1, down: ["report.\(format)"]), "Whole report")]
    if index > 0 { neighbors.append(link(index - 1, "Previous page")) }
    if index + 1 < count { neighbors.append(link(index + 1, "Next page")) }
    return Page(
      title: "\(title), page \(index + 1) of \(count)",
      lead: ["From ", leaf.first, " to ", leaf.last, "."],
      origin: report.input.header, sections: leaf.sections(), neighbors: neighbors)
  }

  private func address(_ id: PageID, from folder: String, _ format: String) -> ExactString {
    guard let page = pages[id] else { return ExactString("#\(id.text)") }
    return ExactString("\(folder)\(page).\(format)#\(id.text)")
  }

  private func index(_ chapters: [Chapter], _ format: String) -> Page {
    var report = report
    report.isInSubfolder = false
    let tables = chapters.map { chapter -> PageBlock in
      let rows = chapter.pages.enumerated().map { index, leaf in
        let url = RelativeURL(
          up: 0, down: [Self.folder, "\(chapter.name)-\(index + 1).\(format)"])
        return PageRow([
          PageCell([.link(PageLink(url, ExactString("\(chapter.title) \(index + 1)")))]),
          PageCell([leaf.first]), PageCell([leaf.last]), PageCell(["\(leaf.count)"]),
        ])
      }
      return .table(
        PageTable(chapter.title, columns: ["Page", "From", "To", "Entries"], rows: rows))
    }
    let contents = PageSection(
      PageID("pages"), ["Pages"],
      blocks: [.paragraph("Sorted by name; a row shows the first and last entry of a page.")]
        + tables)
    return report.page([
      ReportMap(report).section, report.summary, report.changesSection, contents,
      report.flowsSection, report.findingsSection,
      report.invariantsSection,
    ])
  }

  private var chapters: [Chapter] {
    let report = report
    let destinations = ReportDestinations(report)
    var chapters = [
      Chapter(
        name: "clients", title: "Clients",
        pages: leaves(clients, Self.entries, { report.reference($0) }) {
          [report.matrix(of: $0), report.section(of: $0)]
        }),
      Chapter(
        name: "destinations", title: "Where codes go",
        pages: leaves(destinations.origins, Self.rows, { .code($0) }) {
          [destinations.section(of: $0)]
        }),
      Chapter(
        name: "hosts", title: "Hosts and links",
        pages: leaves(report.hosts, Self.entries, { .reference($0.id, $0.host) }) {
          [report.section(of: $0)]
        }),
      Chapter(
        name: "apps", title: "Apps",
        pages: leaves(apps, Self.entries, { report.reference($0) }) { [report.section(of: $0)] }),
    ]
    for (name, title, section) in [
      ("domains", "Authorized domains", report.authorizedDomains),
      ("providers", "Providers", report.providers),
      ("checklist", "Console checklist", report.checklist),
    ] {
      let pages = (section?.pieces(ofRows: Self.rows) ?? []).map { piece in
        let names = piece.leafTitles
        return Leaf(
          first: names.first ?? "", last: names.last ?? "", count: piece.rowCount,
          sections: { [piece] })
      }
      chapters.append(Chapter(name: name, title: title, pages: pages))
    }
    return chapters.filter { !$0.pages.isEmpty }
  }

  private func leaves<Entry: Sendable>(
    _ entries: [Entry], _ size: Int, _ name: (Entry) -> PageText,
    _ sections: @escaping @Sendable (ArraySlice<Entry>) -> [PageSection?]
  ) -> [Leaf] {
    stride(from: 0, to: entries.count, by: size).map { start in
      let part = entries[start..<min(start + size, entries.count)]
      return Leaf(
        first: part.first.map(name) ?? "", last: part.last.map(name) ?? "", count: part.count,
        sections: { sections(part).compactMap { $0 } })
    }
  }
}
