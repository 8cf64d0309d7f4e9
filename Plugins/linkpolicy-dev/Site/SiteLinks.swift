import Foundation

/// Turns the Markdown of articles into that of the site: links, symbols, and the headings of DocC.
struct SiteLinks {
  /// The page of a file of the repository.
  let pages: [String: String]
  /// The heading of an article, by its name.
  let titles: [String: String]
  /// Files that articles lead to and that are no pages.
  private(set) var files: Set<String> = []
  private let names: [String: String]

  init(pages: [String: String], titles: [String: String]) {
    // The sections of the README are many pages; a link to it means the first.
    var pages = pages
    pages["README.md"] = "index.md"
    self.pages = pages
    self.titles = titles
    var names: [String: String] = [:]
    for (source, page) in pages {
      names[URL(fileURLWithPath: source).deletingPathExtension().lastPathComponent] = page
    }
    self.names = names
  }

  /// The text of a page.
  mutating func convert(_ article: SiteArticle) throws -> String {
    var output: [String] = []
    var isCode = false
    for line in article.text.components(separatedBy: "\n") {
      if line.hasPrefix("```") {
        isCode.toggle()
        output.append(line)
      } else if isCode {
        output.append(line)
      } else if line.hasPrefix("<!-- Generated") || line == "## Overview" || line == "## Topics" {
        continue
      } else {
        // Markdown of the site begins a list after an empty line only.
        let isItem = line.hasPrefix("* ") || line.hasPrefix("- ")
        let previous = output.last ?? ""
        if isItem, !previous.isEmpty, !previous.hasPrefix("* "), !previous.hasPrefix("- "),
          !previous.hasPrefix("  ")
        {
          output.append("")
        }
        output.append(try inline(line, article))
      }
    }
    return output.joined(separator: "\n")
  }

  private mutating func inline(_ line: String, _ article: SiteArticle) throws -> String {
    var text = line.replacing(#/``(\w+)``/#) { "`\($0.output.1)`" }
    for match in text.matches(of: #/<doc:([\w-]+)>/#).reversed() {
      let name = String(match.output.1)
      guard let page = names[name] else { throw SiteError("\(article.source): no page \(name)") }
      let link = "[\(titles[name] ?? name)](\(Self.way(from: article.page, to: page)))"
      text.replaceSubrange(match.range, with: link)
    }
    for match in text.matches(of: #/\[([^\]]*)\]\(([^)\s]+)\)/#).reversed() {
      let (words, target) = (String(match.output.1), String(match.output.2))
      guard !target.hasPrefix("#"), !target.contains("://"),
        article.source.hasPrefix("Site/") == false,
        !line.contains("<doc:")
      else { continue }
      text.replaceSubrange(match.range, with: link(words, target, article))
    }
    return text
  }

  /// A link of an article; its words alone where the site has nothing to show.
  private mutating func link(_ words: String, _ target: String, _ article: SiteArticle) -> String {
    let parts = target.split(separator: "#", maxSplits: 1).map { String($0) }
    let folder = URL(fileURLWithPath: "/" + article.source).deletingLastPathComponent()
    let path = String(folder.appendingPathComponent(parts[0]).standardized.path.dropFirst())
    let anchor = parts.count > 1 ? "#\(parts[1])" : ""
    if let page = pages[path] {
      return "[\(words)](\(Self.way(from: article.page, to: page))\(anchor))"
    }
    let isFile =
      (try? URL(fileURLWithPath: path).resourceValues(forKeys: [.isRegularFileKey]))?.isRegularFile
    guard isFile == true, !path.hasSuffix(".md") else { return words }
    files.insert(path)
    return "[\(words)](\(Self.way(from: article.page, to: "files/\(path)")))"
  }

  /// The way from one page to another.
  static func way(from page: String, to target: String) -> String {
    var from = page.split(separator: "/").dropLast()
    var to = target.split(separator: "/")[...]
    while let first = from.first, to.count > 1, first == to.first {
      from = from.dropFirst()
      to = to.dropFirst()
    }
    return String(repeating: "../", count: from.count) + to.joined(separator: "/")
  }
}
