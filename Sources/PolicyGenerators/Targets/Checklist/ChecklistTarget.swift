import PolicyDecision
import PolicyText

/// `checklist.md`: what has to be typed into consoles that no file configures, page by page.
package struct ChecklistTarget: GeneratorTarget {
  package static let name = "checklist"
  package static let summary = "checklist.md: every value to paste, per console page"
  package init() {}

  /// No file for policies that no console has to know of.
  package func files(for input: GeneratorInput) throws(GeneratorError) -> [GeneratedFile] {
    let report = ReportContext(input)
    guard ReportTarget.isOnePage(report) else { return ChecklistBook(report).files }
    let sections = Checklist(report).consoles
    guard !sections.isEmpty else { return [] }
    let names = input.policy.policyNames.map(\.string).joined(separator: ", ")
    return [
      Self.file(
        "checklist", "Console checklist of \(names)", [.text(Checklist.lead)], input, sections)
    ]
  }

  /// A file with a page; the path has no ending yet.
  static func file(
    _ path: String, _ title: String, _ lead: [PageText], _ input: GeneratorInput,
    _ sections: [PageSection], neighbours: [PageLink] = []
  ) -> GeneratedFile {
    let page = Page(
      title: title, lead: lead, origin: input.header, sections: sections, neighbours: neighbours)
    return GeneratedFile(path: "\(path).md", target: name, bytes: MarkdownPage(page).bytes)
  }
}
