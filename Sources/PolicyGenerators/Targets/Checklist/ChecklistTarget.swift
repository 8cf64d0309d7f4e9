import PolicyDecision
import PolicyText

/// `checklist.md`: what has to be typed into consoles that no file configures, page by page.
package struct ChecklistTarget: GeneratorTarget {
  package static let name = "checklist"
  package static let summary = "checklist.md: every value to paste, per console page"
  package init() {}

  /// No file for policies that no console has to know of.
  package func files(for input: GeneratorInput) throws(GeneratorError) -> [GeneratedFile] {
    let sections = Checklist(ReportContext(input)).consoles
    guard !sections.isEmpty else { return [] }
    let names = input.policy.policyNames
    let page = Page(
      title: "Console checklist of " + names.map(\.string).joined(separator: ", "),
      lead: [.text(Checklist.lead)], origin: input.header, sections: sections)
    return [
      GeneratedFile(path: "checklist.md", target: Self.name, text: MarkdownPage(page).text)
    ]
  }
}
