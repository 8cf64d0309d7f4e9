import Foundation
import LinkPolicy
import PolicyModel

/// The pages of the documentation site: what people wrote, and what is made from the tables of the program.
///
/// An article stands in the repository once; here its links are turned to where the pages of the site are.
enum Site {
  /// Where the pages go; nothing of it is kept in the repository.
  static let folder = ".build/site/pages"
  /// What was written for the site alone.
  private static let own = "Site/pages"

  static func files() throws -> [DevelopmentTool.Product] {
    let articles = try SiteArticle.all()
    let rules = SiteRules()
    var converter = SiteLinks(
      pages: Dictionary(
        (articles + rules.articles).map { ($0.source, $0.page) },
        uniquingKeysWith: { first, _ in first }),
      titles: Dictionary(
        (articles + rules.articles).map { ($0.name, $0.title) },
        uniquingKeysWith: { first, _ in first }))
    var files: [(path: String, text: String)] = []
    for article in articles + rules.articles {
      files.append((article.page, try converter.convert(article)))
    }
    files += rules.redirects
    files += [
      ("reference/policy.md", SiteLanguage.policy), ("reference/tests.md", SiteLanguage.tests),
      ("reference/configuration.md", SiteLanguage.configuration),
      ("reference/requests.md", SiteLanguage.requests), ("reference/reasons.md", reasons),
      ("reference/commands.md", try SiteCommands.page()),
    ]
    files += try schemas()
    files += try assets()
    // Files that articles lead to are served beside them.
    for path in converter.files.sorted() { files.append(("files/\(path)", try read(path))) }
    return files.map { DevelopmentTool.Product(path: "\(folder)/\($0.path)", text: $0.text) }
  }

  static func read(_ path: String) throws -> String {
    try String(contentsOfFile: path, encoding: .utf8)
  }

  /// What was written for the site alone, its pages aside.
  private static func assets() throws -> [(path: String, text: String)] {
    try FileManager.default.contentsOfDirectory(atPath: "\(own)/assets").sorted().map {
      ("assets/\($0)", try read("\(own)/assets/\($0)"))
    }
  }

  /// The reasons of decisions.
  private static var reasons: String {
    var text = """
      # Reasons

      Every decision has a reason, and scripts may rely on its name. `linkpolicy rules --reasons` lists them in the
      terminal.

      | reason | says |
      | --- | --- |

      """
    for reason in RuleCatalogue.reasons {
      text += "| `\(reason.id)` | \(SiteLanguage.cell(reason.summary)) |\n"
    }
    return text
  }

  /// The JSON Schemas, each under its own name, and a page that lists them.
  private static func schemas() throws -> [(path: String, text: String)] {
    let names = try FileManager.default.contentsOfDirectory(atPath: "Schemas").sorted()
      .filter { $0.hasSuffix(".json") }
    var text = """
      # Schemas

      JSON Schemas of what people write (`policy`, `tests`, `config`) and of every JSON that a command prints.
      They are made from the tables that the program reads by.

      | schema | of |
      | --- | --- |

      """
    var files: [(path: String, text: String)] = []
    for name in names {
      let schema = try read("Schemas/\(name)")
      files.append(("schemas/\(name)", schema))
      let json = try JSONSerialization.jsonObject(with: Data(schema.utf8)) as? [String: Any]
      let summary = json?["description"] as? String ?? json?["title"] as? String ?? ""
      text += "| [`\(name)`](../schemas/\(name)) | \(SiteLanguage.cell(summary)) |\n"
    }
    return files + [("reference/schemas.md", text)]
  }
}
