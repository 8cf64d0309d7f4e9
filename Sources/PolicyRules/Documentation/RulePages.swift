import PolicyText

/// Generates the rule pages of the DocC catalog from the registry.
package enum RulePages {
  package struct Page: Sendable {
    /// The path in the repository.
    package var path: String
    package var text: String
  }

  package static let folder = "Sources/LinkPolicy/LinkPolicy.docc"

  /// The index, then one page for each rule.
  package static var files: [Page] {
    [Page(path: "\(folder)/Rules.md", text: index)]
      + RuleRegistry.catalogue.map { Page(path: $0.url, text: text($0)) }
  }

  private static let header =
    "<!-- Generated from the rule registry by `linkpolicy-dev rule-docs`; do not edit. -->\n"

  // MARK: the index

  private static var index: String {
    let rules = RuleRegistry.catalogue
    var text = """
      # Rules

      \(header)
      linkpolicy has \(rules.count) rules. To show a rule in the terminal, run `linkpolicy explain RULE`.

      Severities are the defaults; change them under `severities` in `linkpolicy.yaml`. `--fix` applies safe \
      fixes, `--fix --unsafe-fixes` applies all fixes. Aliases are accepted wherever a rule ID is.

      """
    let families = RuleCategory.allCases.map { category in
      (category, rules.filter { $0.category == category })
    }.filter { !$0.1.isEmpty }
    for (category, rules) in families {
      text +=
        "\n## \(title(category))\n\n| rule | severity | summary | fix |\n| --- | --- | --- | --- |\n"
      for rule in rules {
        text += "| [\(rule.id)](Rules/\(rule.id).md) | \(rule.severity) | \(cell(rule.summary)) | "
        text += "\(fix(rule, found: RuleExampleReport.text(of: rule)).word) |\n"
      }
    }
    text += names + "\n## Topics\n"
    for (category, rules) in families {
      text += "\n### \(title(category))\n\n"
      for rule in rules { text += "- <doc:\(rule.id)>\n" }
    }
    return text
  }

  private static var names: String {
    var text = """

      ## Names

      Rule names have the form `<subject>-<problem>`, without abbreviations. Rules about any value have no \
      subject.

      | subject | meaning |
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
    case .meta: "Suppressions and configuration"
    }
  }

  /// Escapes text for a table cell.
  private static func cell(_ text: String) -> String {
    text.utf8.split(separator: UInt8(ascii: "|"), omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }.joined(separator: "\\|")
  }

  // MARK: a page

  private static func text(_ rule: RuleInfo) -> String {
    let found = RuleExampleReport.text(of: rule)
    var text = "# \(rule.id)\n\n\(header)\n\(rule.summary).\n\n"
    text += "- Severity: \(rule.severity)\n- Category: \(title(rule.category))\n"
    text += "- Fix: \(fix(rule, found: found).sentence)\n"
    if !rule.aliases.isEmpty {
      text += "- Also known as: "
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

  /// Whether the rule has a fix and whether it is safe, according to the findings of the example.
  private static func fix(_ rule: RuleInfo, found: String?) -> (word: String, sentence: String) {
    guard rule.isFixable else { return ("", "none") }
    let isSafe = found?.contains("(--fix)\n") ?? false
    let isUnsafe = found?.contains("(--fix --unsafe-fixes)\n") ?? false
    return switch (isSafe, isUnsafe) {
    case (true, false): ("safe", "safe, `--fix`")
    case (false, true): ("unsafe", "may change the meaning, `--fix --unsafe-fixes`")
    default: ("yes", "`--fix`, or `--fix --unsafe-fixes` if it may change the meaning")
    }
  }

  private static func code(_ example: String, _ kind: RuleInfo.Examples.Kind) -> String {
    let language =
      switch kind {
      case .policy, .deployedAssetLinks: "yaml"
      case .redirectURI, .importedFiles, .siteFiles: "text"
      case .answers: "http"
      case .appleAppSiteAssociation, .assetLinks: "json"
      }
    // Removes the marks for tests and escapes invisible characters.
    let scalars = example.unicodeScalars.filter { $0 != "⟦" && $0 != "⟧" }
    let lines = String(String.UnicodeScalarView(scalars)).utf8.split(
      separator: 0x0A, omittingEmptySubsequences: false
    ).map { UTF8Text.visible(String(decoding: $0, as: UTF8.self)) }
    let text = lines.joined(separator: "\n")
    return "```\(language)\n\(text)\(text.utf8.last == 0x0A ? "" : "\n")```\n"
  }
}
