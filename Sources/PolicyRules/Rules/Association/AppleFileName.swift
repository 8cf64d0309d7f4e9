package import PolicyDiagnostics
import PolicySourceTree
import PolicyText

/// An `apple-app-site-association` under a name or in a folder where no device looks.
package struct AppleFileName: AppleFileRule {
  package static let info = RuleInfo(
    "apple-file-name", .association, .error, aliases: ["file-name"],
    summary: "the file is called apple-app-site-association, without extension, in .well-known",
    why:
      "Apple's servers ask for `/.well-known/apple-app-site-association` (or the root) and for "
      + "nothing else: under another name there is no file, and iOS opens the browser.",
    examples: .init(
      .appleAppSiteAssociation,
      bad: "⟦⟧# file: apple-app-site-association.json\n{ \"appclips\": {} }\n",
      good: "{ \"appclips\": {} }\n"
    ),
    references: ["Apple: supporting associated domains"])
  package init() {}

  package func check(_ file: AppleFile, reporting findings: inout Findings) {
    check(file.tree.source.name, &findings)
  }

  package func check(unreadableAppleFile file: SourceFile, reporting findings: inout Findings) {
    check(file.name, &findings)
  }

  private func check(_ path: String, _ findings: inout Findings) {
    let parts = path.utf8.split(separator: UInt8(ascii: "/")).map { ExactString(decoding: $0) }
    guard let name = parts.last else { return }
    if name == "apple-app-site-association.json" {
      findings.reportFile(
        "the name must be `apple-app-site-association` without extension: iOS asks for nothing else",
        help: "rename it, and serve it as `application/json` all the same")
    } else if name == "apple-app-site-association", parts.dropLast().last == "well-known" {
      findings.reportFile(
        "the folder must be `.well-known`, with its dot: iOS asks for nothing else",
        help: "rename the folder; see to it that your host deploys dot folders")
    }
  }
}
