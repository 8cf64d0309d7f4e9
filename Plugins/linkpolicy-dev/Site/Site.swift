import Foundation
import LinkPolicy
import PolicyRules

/// The parts of the documentation site that come from the program; `Site/hooks.py` inserts them
/// into the pages of `docs/`.
///
/// A fragment replaces the comment `<!-- generated: NAME -->` in a page. Each rule has its own
/// page.
enum Site {
  static let folder = ".build/site/generated"

  static func files() throws -> [DevelopmentTool.Product] {
    let fragments = [
      ("policy", SiteLanguage.policy), ("tests", SiteLanguage.tests),
      ("configuration", SiteLanguage.configuration), ("requests", SiteLanguage.requests),
      ("reasons", reasons), ("commands", try SiteCommands.fragment()), ("rules", RulePages.index),
    ]
    return fragments.map { DevelopmentTool.Product(path: "\(folder)/\($0).md", text: $1) }
      + RulePages.pages.map {
        DevelopmentTool.Product(path: "\(folder)/rules/\($0.id).md", text: $0.text)
      }
      + redirects.map {
        DevelopmentTool.Product(path: "\(folder)/rules/\($0.alias)/index.html", text: $0.text)
      }
  }

  private static var reasons: String {
    "| reason | meaning |\n| --- | --- |\n"
      + DecisionReason.allCases.map { "| `\($0.rawValue)` | \(SiteLanguage.cell($0.summary)) |\n" }
      .joined()
  }

  // MARK: former names of rules

  /// A document for each alias of a rule. An alias of several rules links to all of them.
  private static var redirects: [(alias: String, text: String)] {
    let ids = Set(RuleCatalogue.rules.map(\.id.rawValue))
    var targets: [String: [String]] = [:]
    for rule in RuleCatalogue.rules {
      for alias in rule.aliases where !ids.contains(alias.rawValue) {
        targets[alias.rawValue, default: []].append(rule.id.rawValue)
      }
    }
    return targets.sorted { $0.key < $1.key }.map { ($0, document($0, $1.sorted())) }
  }

  /// Rule IDs are letters, digits and `-`, so they need no escaping.
  private static func document(_ alias: String, _ rules: [String]) -> String {
    let links = rules.map { "<a href=\"../\($0)/\">\($0)</a>" }.joined(separator: ", ")
    let refresh =
      rules.count == 1
      ? "\n<meta http-equiv=\"refresh\" content=\"0; url=../\(rules[0])/\">" : ""
    return """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="robots" content="noindex">\(refresh)
      <title>\(alias) - linkpolicy</title>
      </head>
      <body>
      <main>
      <h1>\(alias)</h1>
      <p>The current name of this rule is \(links).</p>
      </main>
      </body>
      </html>

      """
  }
}
