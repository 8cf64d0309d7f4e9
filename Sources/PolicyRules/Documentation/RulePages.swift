package import PolicyText

/// The documentation of the rules in Markdown, for the documentation site.
package enum RulePages {
  /// The page of a rule.
  package struct Page: Sendable {
    package var id: RuleID
    package var text: String
  }

  /// A page for each rule.
  package static var pages: [Page] {
    RuleRegistry.catalogue.map { Page(id: $0.id, text: text($0)) }
  }

  // MARK: the index

  /// Tables of all rules by category, and of the subjects in their IDs.
  package static var index: String {
    var text = ""
    for category in RuleCategory.allCases {
      let rules = RuleRegistry.catalogue.filter { $0.category == category }
      guard !rules.isEmpty else { continue }
      text +=
        "## \(title(category))\n\n| rule | severity | summary | fix |\n| --- | --- | --- | --- |\n"
      for rule in rules {
        text += "| [\(rule.id)](\(rule.id).md) | \(rule.severity) | \(cell(rule.summary)) | "
        text += "\(fix(rule, found: RuleExampleReport.text(of: rule)).word) |\n"
      }
      text += "\n"
    }
    return text + names
  }

  private static var names: String {
    var text = """
      ## Names

      A rule ID consists of a subject and a problem. Rules that apply to any value have no subject.

      | subject | applies to |
      | --- | --- |

      """
    for subject in RuleNames.subjects { text += "| `\(subject.name)` | \(subject.meaning) |\n" }
    return text
  }

  private static func title(_ category: RuleCategory) -> String {
    switch category {
    case .syntax: "Syntax of files"
    case .structure: "Structure of policies"
    case .uri: "Redirect URIs, origins and endpoints"
    case .linking: "Google account linking and App Flip"
    case .environment: "Production and sandbox"
    case .client: "OAuth clients"
    case .native: "Native clients"
    case .android: "Android apps"
    case .domain: "Authorized domains"
    case .association: "Association files and links"
    case .firebase: "Firebase email actions"
    case .google: "Google Sign-In"
    case .apple: "Sign in with Apple"
    case .import: "Imports"
    case .deployment: "Deployments (`verify`)"
    case .invariant: "Invariants"
    case .meta: "Suppressions and configuration"
    }
  }

  /// Escapes text for a table.
  private static func cell(_ text: String) -> String {
    text.utf8.split(separator: UInt8(ascii: "|"), omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }.joined(separator: "\\|")
  }

  // MARK: a page

  private static func text(_ rule: RuleInfo) -> String {
    let found = RuleExampleReport.text(of: rule)
    var text = "# \(rule.id)\n\n\(sentence(rule.summary))\n\n"
    text += "- Severity: \(rule.severity)\n- Category: \(title(rule.category))\n"
    text += "- Fix: \(fix(rule, found: found).sentence)\n"
    if !rule.aliases.isEmpty {
      text += "- Aliases: "
      text += rule.aliases.map { "`\($0)`" }.joined(separator: ", ") + "\n"
    }
    text += "\n## Why\n\n\(rule.why)\n"
    text += "\n## Wrong\n\n\(code(rule.examples.bad, rule.examples.kind))"
    if let found {
      text += "\nlinkpolicy reports:\n\n```text\n\(found)```\n"
    }
    text += "\n## Right\n\n\(code(rule.examples.good, rule.examples.kind))"
    if !rule.references.isEmpty {
      text += "\n## References\n\n"
      for reference in rule.references { text += "- \(reference)\n" }
    }
    return text
  }

  /// Whether there is a fix, and whether it is unsafe, derived from the findings of the example.
  private static func fix(_ rule: RuleInfo, found: String?) -> (word: String, sentence: String) {
    guard rule.isFixable else { return ("", "none") }
    let isSafe = found?.contains("(--fix)\n") ?? false
    let isUnsafe = found?.contains("(--fix --unsafe-fixes)\n") ?? false
    return switch (isSafe, isUnsafe) {
    case (true, false): ("safe", "safe (`--fix`)")
    case (false, true): ("unsafe", "can change the meaning (`--fix --unsafe-fixes`)")
    default: ("yes", "`--fix`, or `--fix --unsafe-fixes` if it can change the meaning")
    }
  }

  /// A sentence; an identifier at the start keeps its case.
  private static func sentence(_ summary: String) -> String {
    let first = summary.prefix { $0 != " " }
    let isWord = first.unicodeScalars.allSatisfy { ("a"..."z").contains($0) }
    return (isWord ? summary.prefix(1).uppercased() + summary.dropFirst() : summary) + "."
  }

  private static func code(_ example: String, _ kind: RuleInfo.Examples.Kind) -> String {
    let language =
      switch kind {
      case .policy, .deployedAssetLinks: "yaml"
      case .redirectURI, .importedFiles, .siteFiles: "text"
      case .answers: "http"
      case .appleAppSiteAssociation, .assetLinks: "json"
      }
    // The marks around the finding are for tests. Invisible characters are escaped.
    let lines = RuleInfo.unmarked(example).utf8.split(
      separator: 0x0A, omittingEmptySubsequences: false
    ).map { DisplayText.visible(String(decoding: $0, as: UTF8.self)) }
    let text = lines.joined(separator: "\n")
    return "```\(language)\n\(text)\(text.utf8.last == 0x0A ? "" : "\n")```\n"
  }
}
