import PolicyText

/// The documentation of the rules as files of the DocC catalogue, made from the registry.
package enum RulePages {
  /// A file of the repository.
  package struct Page: Sendable {
    /// Relative to the repository.
    package var path: String
    package var text: String
  }

  /// The folder of the catalogue.
  package static let folder = "Sources/LinkPolicy/LinkPolicy.docc"

  /// The index, then one page for each rule in the order of the catalogue.
  package static var files: [Page] {
    [Page(path: "\(folder)/Rules.md", text: index)]
      + RuleRegistry.catalogue.map { Page(path: $0.url, text: text($0)) }
  }

  private static let header =
    "<!-- Generated from the rule registry by `linkpolicy-dev rule-docs`; do not edit. -->\n"

  // MARK: the index

  /// All rules by category.
  private static var index: String {
    let rules = RuleRegistry.catalogue
    var text = """
      # Rules

      \(header)
      What linkpolicy reports: \(rules.count) rules. `linkpolicy explain RULE` shows a page in the \
      terminal.

      Severities are the defaults; `severities` in `linkpolicy.yaml` changes them. Rules with a fix are \
      applied by `--fix` where the fix is safe, else by `--unsafe-fixes`. Other names of a rule are \
      accepted wherever its id is.

      """
    let families = RuleCategory.allCases.map { category in
      (category, rules.filter { $0.category == category })
    }.filter { !$0.1.isEmpty }
    for (category, rules) in families {
      text +=
        "\n## \(title(category))\n\n| rule | severity | says | fix |\n| --- | --- | --- | --- |\n"
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

  /// How rules are called.
  private static var names: String {
    var text = """

      ## Names

      A rule is called `<subject>-<fault>`, without abbreviations. What any value may have wrong needs no \
      subject.

      | subject | is about |
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
    case .deployment: "Deployments, as `verify` finds them"
    case .meta: "Suppressions and configuration"
    }
  }

  /// Text within a table.
  private static func cell(_ text: String) -> String {
    text.utf8.split(separator: UInt8(ascii: "|"), omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }.joined(separator: "\\|")
  }

  // MARK: a page

  private static func text(_ rule: RuleInfo) -> String {
    let found = RuleExampleReport.text(of: rule)
    var text = "# \(rule.id)\n\n\(header)\n\(sentence(rule.summary))\n\n"
    text += "- Severity: \(rule.severity)\n- Category: \(title(rule.category))\n"
    text += "- Fix: \(fix(rule, found: found).sentence)\n"
    if !rule.aliases.isEmpty {
      text += "- Also known as: "
      text += rule.aliases.map { "`\($0)`" }.joined(separator: ", ") + "\n"
    }
    text += "\n## Why\n\n\(rule.why)\n"
    text += "\n## Wrong\n\n\(code(rule.examples.bad, rule.examples.kind))"
    if let found {
      text += "\nlinkpolicy says:\n\n```text\n\(found)```\n"
    }
    text += "\n## Right\n\n\(code(rule.examples.good, rule.examples.kind))"
    if !rule.references.isEmpty {
      text += "\n## References\n\n"
      for reference in rule.references { text += "- \(reference)\n" }
    }
    return text
  }

  /// Whether there is a fix, and whether it may change the meaning: what the findings of the example say.
  private static func fix(_ rule: RuleInfo, found: String?) -> (word: String, sentence: String) {
    guard rule.isFixable else { return ("", "none") }
    let isSafe = found?.contains("(--fix)\n") ?? false
    let isUnsafe = found?.contains("(--fix --unsafe-fixes)\n") ?? false
    return switch (isSafe, isUnsafe) {
    case (true, false): ("safe", "safe, `--fix`")
    case (false, true): ("unsafe", "may change the meaning, `--fix --unsafe-fixes`")
    default: ("yes", "`--fix`, or `--fix --unsafe-fixes` where it may change the meaning")
    }
  }

  /// A statement with a capital letter and a full stop.
  private static func sentence(_ summary: String) -> String {
    guard let first = summary.unicodeScalars.first else { return summary }
    let rest = String(summary.unicodeScalars.dropFirst())
    let isCode = first == "`"
    return (isCode ? String(first) : String(first).uppercased()) + rest + "."
  }

  private static func code(_ example: String, _ kind: RuleInfo.Examples.Kind) -> String {
    let language =
      switch kind {
      case .policy, .deployedAssetLinks: "yaml"
      case .redirectURI, .importedFiles, .siteFiles: "text"
      case .answers: "http"
      case .appleAppSiteAssociation, .assetLinks: "json"
      }
    // The marks around the finding are for tests; what nobody sees is written out.
    let scalars = example.unicodeScalars.filter { $0 != "⟦" && $0 != "⟧" }
    let lines = String(String.UnicodeScalarView(scalars)).utf8.split(
      separator: 0x0A, omittingEmptySubsequences: false
    ).map { UTF8Text.visible(String(decoding: $0, as: UTF8.self)) }
    let text = lines.joined(separator: "\n")
    return "```\(language)\n\(text)\(text.utf8.last == 0x0A ? "" : "\n")```\n"
  }
}
