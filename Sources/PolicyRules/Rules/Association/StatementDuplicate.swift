import AssociationFiles
package import PolicyText
import PolicyModel

package struct StatementDuplicate: AssetFileRule {
  package static let info = RuleInfo(
    "statement-duplicate", .association, .note,
    summary: "Disallow several statements for the same app and relation",
    why:
      "Android combines several statements, so nothing is lost. But a key that you replace in "
      + "one of them stays valid in the other. Shown with `--verbose`, because the file works.",
    examples: .init(
      .assetLinks, bad: statements("⟦\"com.acme.home\"⟧"), good: statements("\"com.acme.store\"")),
    references: ["Digital Asset Links: conformance tests (certain)"])
  package init() {}

  private static func statements(_ package: String) -> String {
    func statement(_ package: String) -> String {
      """
        {
          "relation": ["delegate_permission/common.handle_all_urls"],
          "target": {
            "namespace": "android_app",
            "package_name": \(package),
            "sha256_cert_fingerprints": \(ExampleFile.fingerprints)
          }
        }
      """
    }
    return "[\n\(statement("\"com.acme.home\"")),\n\(statement(package))\n]\n"
  }

  package func check(_ file: AssetFile, reporting findings: inout Findings) {
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
