import Foundation
import LinkPolicy
import PolicyRules

/// A page for each rule at `/rules/ID/`, the table of all, and a way from each other name.
struct SiteRules {
  /// The pages, made from those of the library's documentation.
  let articles: [SiteArticle] = RulePages.files.map { page in
    let isIndex = page.path == "\(RulePages.folder)/Rules.md"
    let name = URL(fileURLWithPath: page.path).lastPathComponent
    var text = page.text
    // The lists of links are for DocC alone.
    if isIndex, let topics = text.range(of: "\n## Topics\n") {
      text = String(text[..<topics.lowerBound])
    }
    return SiteArticle(
      source: page.path, page: isIndex ? "rules/index.md" : "rules/\(name)", text: text)
  }

  /// A document for each alias. One of several rules names all of them.
  var redirects: [(path: String, text: String)] {
    let ids = Set(RuleCatalogue.rules.map(\.id.rawValue))
    var targets: [String: [String]] = [:]
    for rule in RuleCatalogue.rules {
      for alias in rule.aliases where !ids.contains(alias.rawValue) {
        targets[alias.rawValue, default: []].append(rule.id.rawValue)
      }
    }
    return targets.sorted { $0.key < $1.key }.map { alias, rules in
      ("rules/\(alias)/index.html", Self.document(alias, rules.sorted()))
    }
  }

  /// Names of rules are letters, digits and `-`: nothing in them is markup.
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
      <p>This rule is called \(links) now.</p>
      </main>
      </body>
      </html>

      """
  }
}
