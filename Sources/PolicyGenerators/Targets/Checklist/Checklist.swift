import PolicyDecision
import PolicyText
import PolicyModel

/// The consoles of Google, Firebase and Apple, each with its pages and what belongs into their fields.
struct Checklist {
  private let report: ReportContext

  init(_ report: ReportContext) { self.report = report }

  /// Above everything.
  static let lead: ExactString = """
    What has to be typed in by hand, page by page. Secrets are not here: the place where each is kept \
    stands in its field. The link beside a value leads to the line of the policy that says so.
    """

  /// A section for each console that has something to be told.
  var consoles: [PageSection] {
    [
      section(
        "checklist-linking", "Google account linking",
        "Google Home Developer Console, the project, Account linking."
      ) { LinkingConsole(report: report, document: $0, environment: $1).pages },
      section(
        "checklist-google-cloud", "Google Cloud",
        "Google Cloud console, the project, Google Auth Platform."
      ) { GoogleCloudConsole(report: report, document: $0, environment: $1).pages },
      section(
        "checklist-firebase", "Firebase", "Firebase console, the project."
      ) { FirebaseConsole(report: report, document: $0, environment: $1).pages },
      section(
        "checklist-apple", "Apple",
        "Apple Developer, Certificates, Identifiers and Profiles; App Store Connect for store IDs."
      ) { AppleConsole(report: report, document: $0, environment: $1).pages },
      section(
        "checklist-test-tool", "App Flip test tool",
        "Google's test tool for App Flip, in place of what it comes with."
      ) { TestTool(report: report, document: $0, environment: $1).pages },
    ].compactMap { $0 }
  }

  /// The same as a part of the report.
  var section: PageSection? {
    let parts = consoles
    guard !parts.isEmpty else { return nil }
    return PageSection(
      PageID("checklist"), [.text("Console checklist")],
      blocks: [.text([.text(Self.lead)])], parts: parts)
  }

  /// A console: a part for each environment, with the pages of all policies. nil where it has nothing.
  private func section(
    _ id: StaticString, _ title: ExactString, _ place: ExactString,
    pages: (PolicyDocument, Environment) -> [ConsolePage]
  ) -> PageSection? {
    var ids = PageIDs()
    let parts = Environment.allCases.compactMap { environment -> PageSection? in
      let blocks = report.input.report.workspace.policies.flatMap { document in
        pages(document, environment).compactMap { page in
          page.block(of: report.hasSeveralPolicies ? document.name : nil)
        }
      }
      guard !blocks.isEmpty else { return nil }
      return PageSection(
        ids.id(id, [ExactString(environment.rawValue)]), [.text(ExactString(environment.heading))],
        blocks: blocks)
    }
    guard !parts.isEmpty else { return nil }
    return PageSection(
      ids.id(id, []), [.text(title)], blocks: [.text([.text(place)])], parts: parts)
  }
}
