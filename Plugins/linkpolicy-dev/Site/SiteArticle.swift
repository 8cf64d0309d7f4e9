import Foundation
import PolicyRules

/// A page of the site that has its text from a file of the repository.
struct SiteArticle {
  /// The file, relative to the repository; links of the text start there.
  var source: String
  /// The page, relative to the site.
  var page: String
  var text: String

  /// As `<doc:NAME>` has it.
  var name: String {
    URL(fileURLWithPath: source).deletingPathExtension().lastPathComponent
  }

  /// The first heading.
  var title: String {
    text.split(separator: "\n").first { $0.hasPrefix("# ") }.map { String($0.dropFirst(2)) } ?? name
  }

  private static let catalogue = RulePages.folder

  /// Everything that people wrote.
  static func all() throws -> [SiteArticle] {
    try own() + fixed.map { SiteArticle(source: $0, page: $1, text: try Site.read($0)) }
      + imports() + editors() + readme()
  }

  private static let fixed: [(String, String)] = [
    ("\(catalogue)/Import.md", "guides/adopt.md"),
    ("\(catalogue)/ContinuousIntegration.md", "guides/ci.md"),
    ("\(catalogue)/Deployments.md", "guides/verify.md"),
    ("\(catalogue)/GeneratedCode.md", "guides/generated-code.md"),
    ("\(catalogue)/Servers.md", "guides/servers.md"),
    ("\(catalogue)/SwiftPackages.md", "guides/swift-packages.md"),
    ("\(catalogue)/Library.md", "guides/library.md"),
    ("\(catalogue)/ThreatModel.md", "about/threat-model.md"),
    ("SECURITY.md", "about/security.md"), ("CHANGELOG.md", "about/changelog.md"),
    ("Editors/README.md", "guides/editor/index.md"),
  ]

  private static func names(in folder: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
  }

  /// Pages that were written for the site.
  private static func own() throws -> [SiteArticle] {
    try names(in: "Site/pages").filter { $0.hasSuffix(".md") }.map {
      SiteArticle(source: "Site/pages/\($0)", page: $0, text: try Site.read("Site/pages/\($0)"))
    }
  }

  /// `ImportAssociationFiles.md` is `migrate/association-files.md`.
  private static func imports() throws -> [SiteArticle] {
    try names(in: "\(catalogue)/Import").map { file in
      var page = ""
      for character in file.dropFirst("Import".count) {
        // `Auth0` is one word.
        if character.isUppercase, !page.isEmpty { page += "-" }
        page += character.lowercased()
      }
      let source = "\(catalogue)/Import/\(file)"
      return SiteArticle(source: source, page: "migrate/\(page)", text: try Site.read(source))
    }
  }

  private static func editors() throws -> [SiteArticle] {
    try names(in: "Editors").filter {
      FileManager.default.fileExists(atPath: "Editors/\($0)/README.md")
    }
    .map {
      let source = "Editors/\($0)/README.md"
      return SiteArticle(
        source: source, page: "guides/editor/\($0).md", text: try Site.read(source))
    }
  }

  /// Sections of the README that are guides: their commands are run by its tests.
  private static func readme() throws -> [SiteArticle] {
    let pages = [
      "Validate": "guides/validate.md", "Generate": "guides/generate.md",
      "Simulate": "guides/simulate.md", "Flow": "guides/flow.md", "Replay": "guides/replay.md",
      "Test": "guides/test.md", "Compare, ask, accept": "guides/compare.md",
      "Look at it": "guides/look.md",
      "What it promises": "about/promises.md",
    ]
    let sections = try Site.read("README.md").components(separatedBy: "\n## ").dropFirst()
    let found = sections.compactMap { section -> SiteArticle? in
      let title = section.prefix { $0 != "\n" }
      guard let page = pages[String(title)] else { return nil }
      return SiteArticle(source: "README.md", page: page, text: "# \(section)\n")
    }
    guard found.count == pages.count else {
      throw SiteError("the README lacks a section that the site has a page of")
    }
    return found
  }
}

/// What keeps the site from being made.
struct SiteError: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}
