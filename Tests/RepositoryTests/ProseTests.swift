import Foundation
import PolicyRules
import PolicyTestSupport
import Testing

/// Messages, documentation and comments are in plain technical English, as `CONTRIBUTING.md`
/// describes.
@Suite struct ProseTests {
  /// The number of exceptions. Lower a number when the test says so; never raise one.
  private static let maxima = [
    "messages": 162, "docs": 10, "comments": 155, "summaries without a verb": 2,
    "messages over 100 characters": 1, "sentences over 30 words": 11,
  ]

  /// Phrases of the first versions, which read like a translation.
  private static let dialect = [
    #"\b(?:is|are|was|were) no (?!longer\b|more\b|later\b|need\b)[a-z`]"#,
    #"\b(?:is|are) none\b"#,
    #"\b(?:asks|brings|finds|gives|has|knows|names|needs|opens|reads|takes) (?:no|nothing|none)\b(?! longer)"#,
    #"\b(?:no|some|every)body\b|\bwhoever\b"#,
    #"\b(?:a|an|any|as|each|every|its|no|one|this) texts?\b(?! (?:editor|file|format))|\btexts\b"#,
    #"\b(?:stands?|standing)\b(?! for\b)|\b(?:lies?|lying)\b"#,
    #"\bbehind (?:a|an|it|its|the|them|what)\b|\bbesides?\b"#,
    #"\bmend(?:s|ed|ing)?\b|\bfaults?\b"#,
    #"\banew\b|\bnevertheless\b|\ball the same\b|\btherefore\b|\bso that\b|\botherwise\b(?!,)"#,
    #"\b(?:at|in) (?:its|the) place\b|\bhas no place\b|\b(?:all|no) places\b"#,
    #"\bways? (?:back|in|into|out|there)\b|\bby way of\b|\bthe other way round\b"#,
    #"\bin force\b|\bin (?:one )?form\b|\bblanks?\b(?! lines?)|\bline ends?\b"#,
    #"\b(?:are|be|been|is|was|were) (?:also |never |not |only |then )?asked\b"#,
    #"\bcounts? (?:as well|here|once|only|too)\b|\b(?:do|does) not count\b"#,
    #"\bnot said\b|\bsays? nothing\b|\bcannot be told\b|\bis not known\b|\bnothing is known\b"#,
    #"\blets? (?:an attacker |it |them )?in\b"#,
    #"\bholds? (?:a|an|it|no|that|the|them|what)\b"#,
    #"\bwhere (?:nothing|there (?:is|are)|that is|needed)\b"#,
    #"\b(?:estates?|twins?)\b|\bof a kind\b"#,
  ]

  // MARK: surfaces

  /// A page that describes a rule.
  private struct RulePage {
    var name: String
    /// The first paragraph.
    var summary: String
    /// What linkpolicy prints for the bad example.
    var report: String?

    /// The messages of the report, without severity and rule.
    var messages: [String] {
      (report ?? "").matches(of: #/(?m)^(?:error|warning|note)\[[\w-]+\]: (.*)$/#)
        .map { String($0.output.1) }
    }
  }

  private static let pages: [RulePage] = RulePages.pages.map { page in
    let report = page.text.components(separatedBy: "linkpolicy reports:\n\n```text\n")
      .dropFirst().first
    return RulePage(
      name: "\(page.id)", summary: page.text.components(separatedBy: "\n")[2],
      report: report?.components(separatedBy: "```").first)
  }

  /// The paths of hand-written pages.
  private static func guides() throws -> [String] {
    let folders = ["Sources/LinkPolicy/LinkPolicy.docc", "docs", "Editors"]
    let files = try folders.flatMap { try RepositoryFiles.all(in: $0) }
    return ["README.md"] + files.filter { $0.hasSuffix(".md") }
  }

  /// The paragraphs and list items of a page, without code blocks, tables and link targets.
  private static func paragraphs(_ page: String) throws -> [String] {
    let prose = try Fixtures.text(page).components(separatedBy: "```").enumerated()
      .filter { $0.offset.isMultiple(of: 2) }.map(\.element).joined()
    return prose.replacing(#/``?[^`]*``?/#, with: "`x`").replacing(#/\]\([^)]*\)/#, with: "]")
      .replacing(#/\n(?=\s*(?:[*|-]|\d+\.) )/#, with: "\n\n")
      .components(separatedBy: "\n\n").filter { !$0.hasPrefix("|") && !$0.hasPrefix("<!--") }
      .map { $0.replacing("\n", with: " ") }
  }

  /// Strings by surface. A string in the code is prose if it has a space and two words.
  private static let surfaces: [String: [String]] = {
    do {
      return try readSurfaces()
    } catch {
      Issue.record(error)
      return [:]
    }
  }()

  private static func readSurfaces() throws -> [String: [String]] {
    var found: [String: [String]] = [:]
    let tools = try RepositoryFiles.swift(in: "Plugins")
    for file in try RepositoryFiles.product() + tools {
      let text = SwiftText(file.lines.joined(separator: "\n"))
      found["comments", default: []] += text.comments
      guard !file.path.contains("/PolicyGenerators/") else { continue }
      let isHelp = file.path.contains("/Arguments/") || file.path.contains("/Shapes/")
      found[isHelp ? "help" : "messages", default: []] += text.strings.filter {
        $0.contains(" ") && $0.matches(of: #/[A-Za-z]{2,}/#).count > 1
      }
    }
    found["summaries"] = pages.map(\.summary)
    let documents = ["ARCHITECTURE.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md"]
    found["docs"] = try (guides() + documents).flatMap(paragraphs)
    return found
  }

  // MARK: tests

  @Test(arguments: ["messages", "summaries", "docs", "comments"])
  func `messages, documentation and comments are plain English`(surface: String) throws {
    let texts = try #require(Self.surfaces[surface])
    #expect(texts.count > 100)
    let joined = texts.map { $0.replacing("\n", with: " ") }.joined(separator: "\n")
    let lines = joined as NSString
    let hits = try Self.dialect.flatMap { pattern in
      try NSRegularExpression(pattern: pattern)
        .matches(in: joined, range: NSRange(location: 0, length: lines.length))
        .map { hit -> String in
          let line = lines.substring(with: lines.lineRange(for: hit.range))
          return "\(lines.substring(with: hit.range)): \(line)"
        }
    }
    expect(hits, atMost: surface)
  }

  @Test func `a rule summary starts with a verb`() {
    let verbs = ["Allow", "Disallow", "Limit", "Report", "Require"]
    #expect(Self.pages.count > 200)
    expect(
      Self.pages.filter { page in !verbs.contains { page.summary.hasPrefix($0 + " ") } }
        .map { "\($0.name): \($0.summary)" }, atMost: "summaries without a verb")
  }

  @Test func `the finding of an example has help and a short message`() {
    let printed = Self.pages.filter { $0.report != nil }
    #expect(printed.count > 150)
    expect(
      printed.filter { $0.report?.contains("\nhelp: ") == false }.map(\.name),
      atMost: "examples without help")
    expect(
      printed.flatMap(\.messages).filter { $0.count > 100 }, atMost: "messages over 100 characters")
  }

  @Test func `a finding about a key names its path`() {
    let messages = Self.pages.filter { ["unknown-key", "wrong-type"].contains($0.name) }
      .flatMap(\.messages)
    #expect(messages.count >= 2)
    expect(
      messages.filter { !$0.contains(#/^unknown key `[^`]+`|^`[^`]+` must be /#) },
      atMost: "findings without the path of the key")
  }

  @Test func `sentences of the README and the guides are short`() throws {
    let sentences = try Self.guides().flatMap { page in
      try Self.paragraphs(page).flatMap { $0.split(separator: #/[.:?!] (?=[A-Z`*\[])/#) }
        .map { "\(page): \($0)" }
    }
    #expect(sentences.count > 500)
    expect(
      sentences.filter { $0.split(separator: " ").count > 31 }, atMost: "sentences over 30 words")
  }

  @Test func `no page starts with an identifier in capitals`() throws {
    let starts =
      Self.pages.map(\.summary) + (try Self.guides().compactMap { try Self.paragraphs($0).first })
    for start in starts {
      #expect(!start.contains(#/^[A-Z][\w-]*(?:_\w|\.[a-z])/#), "\(start)")
    }
  }

  private func expect(
    _ found: [String], atMost name: String,
    sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) {
    let maximum = Self.maxima[name] ?? 0
    if found.count > maximum {
      Issue.record(
        "\(found.count) \(name), at most \(maximum):\n\(found.prefix(40).joined(separator: "\n"))",
        sourceLocation: sourceLocation)
    } else if found.count < maximum {
      Issue.record(
        "lower the maximum of \(name) from \(maximum) to \(found.count)",
        sourceLocation: sourceLocation)
    }
  }
}
