import PolicyText
import PolicyModel

struct StatementDuplicate: AssetFileRule {
  static let info = RuleInfo(
    "statement-duplicate", .association, .note,
    summary: "Disallow several statements for the same app and relation",
    why:
      "Android combines several statements, so nothing is lost. But a key that you replace in "
      + "one of them stays valid in the other. Shown with `--verbose`, because the file works.",
    examples: .init(
      .assetLinks, bad: statements("⟦\"com.acme.home\"⟧"), good: statements("\"com.acme.store\"")),
    references: ["Digital Asset Links: conformance tests (certain)"])

  private static func statements(_ package: String) -> String {
    ExampleFile.android().dropLast("\n]\n".count) + ","
      + ExampleFile.android(package: package).dropFirst()
  }

  func check(_ file: AssetFile, reporting findings: inout Findings) {
    var first: [ExactString: LocatedText] = [:]
    for app in file.apps {
      guard let package = app.package else { continue }
      var other: LocatedText?
      for relation in app.relations {
        let key = ExactString("\(relation) \(package.value)")
        if let known = first[key], known.node != package.node {
          other = known
        } else {
          first[key] = package
        }
      }
      guard let other else { continue }
      findings.report(
        package.node, "duplicate statement for \(package.value.quoted) with the same relation",
        help: "list all fingerprints in one statement",
        notes: [findings.note("first here", at: other.node)], isMinor: true)
    }
  }
}
