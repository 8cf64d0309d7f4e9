import Foundation
import PolicyText
import PolicyGenerators
import PolicyModel
import PolicyTestSupport
import ProjectTestSupport
import Testing

/// The report, read by independent parsers.
struct ReportTests {
  /// Reads the report of a golden case.
  static func page(_ name: String, _ ending: String) throws -> String {
    let files = try GeneratorRegistry.files(for: GoldenTests.input(name), targets: ["report"])
    let file = try #require(files.first { $0.path == "report.\(ending)" })
    return String(decoding: file.bytes, as: UTF8.self)
  }

  @Test(arguments: GoldenTests.cases)
  func `HTML is well-formed, its links resolve and it loads nothing`(name: String) throws {
    let reading = try PageReading(html: Self.page(name, "html"))
    #expect(reading.problems.isEmpty, "\(reading.problems)")
    #expect(reading.count("h1") == 1 && reading.count("main") == 1 && reading.count("nav") == 1)
    #expect(reading.count("table") > 5 && reading.count("table") == reading.count("caption"))
    for tag in ["script", "link", "img", "iframe", "object", "form", "base"] {
      #expect(reading.count(tag) == 0, "\(tag)")
    }
  }

  @Test(arguments: GoldenTests.cases)
  func `Markdown has the same contents as HTML`(name: String) throws {
    let markdown = try PageReading(markdown: Self.page(name, "md"))
    #expect(markdown.problems.isEmpty, "\(markdown.problems)")
    let html = try PageReading(html: Self.page(name, "html"))
    #expect(markdown.count("table") == html.count("table"))
    #expect(markdown.rows.count == html.rows.count)
    #expect(markdown.codes == html.codes)
  }

  @Test(arguments: GoldenTests.cases)
  func `a value is on the line that its link leads to`(name: String) throws {
    let html = try Self.page(name, "html")
      .replacing(#/<wbr>|<span class="host">/#, with: "").replacing("</span>", with: "")
    let links = html.matches(
      of: #/<code>([^<]*)</code><a class="line" href="\.\./([^"#]+)#L([0-9]+)"/#)
    #expect(links.count > 20)
    for link in links {
      let file = Fixtures.root.appending(path: "Tests/Goldens/generate/\(name)/\(link.2)")
      let lines = try String(contentsOf: file, encoding: .utf8).components(separatedBy: "\n")
      let line = lines[try #require(Int(link.3)) - 1]
      let value = link.1.replacingOccurrences(of: "&amp;", with: "&")
      // Fingerprints are shown in the format of the consoles, whatever the policy's format is.
      func digits(_ text: String) -> String { text.lowercased().replacing(":", with: "") }
      let isAvailable = line.contains(value) || digits(line).contains(digits(value))
      #expect(isAvailable, "\(link.2):\(link.3) does not hold \(value)")
    }
  }

  @Test func `text has a contrast of 4.5 to 1 in light and dark mode`() throws {
    let html = try Self.page("decisions", "html")
    let themes = html.matches(of: #/:root \{([^}]*--page[^}]*)\}/#).map { theme in
      Dictionary(
        theme.1.matches(of: #/--([a-z-]+): #([0-9a-f]{6});/#).map { (String($0.1), $0.2) },
        uniquingKeysWith: { first, _ in first })
    }.filter { !$0.isEmpty }
    #expect(themes.count == 2)
    func luminance(_ color: Substring) throws -> Double {
      let value = try #require(Int(color, radix: 16))
      let parts = [value >> 16 & 255, value >> 8 & 255, value & 255].map { part -> Double in
        let share = Double(part) / 255
        return share <= 0.03928 ? share / 12.92 : pow((share + 0.055) / 1.055, 2.4)
      }
      return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]
    }
    let pairs =
      ["text", "quiet", "link"].flatMap { [($0, "page"), ($0, "panel")] }
      + ["good", "careful", "bad", "neutral"].map { ($0, "\($0)-back") }
    for theme in themes {
      for (front, back) in pairs {
        let a = try luminance(try #require(theme[front]))
        let b = try luminance(try #require(theme[back]))
        #expect((max(a, b) + 0.05) / (min(a, b) + 0.05) >= 4.5, "\(front) on \(back)")
      }
    }
  }

  // MARK: hostile values

  /// Strings that could break out of a table cell, in addition to those for literals.
  static let hostile =
    CodeTests.hostile.filter { $0.utf8.count < 1_000 } + [
      "a|b", "\\|", "``", "`|`", "\\", "<b>x</b>", "<!--", "&amp;", "&#35;", "[x](javascript:y)",
      "![x](https://a.example/x.png)", "https://a.example/x", "www.a.example", "a@b.example",
      "# x", "- x", "1. x", "12", "+", "=", "---", "> x", "*x*", "_x_", "~~x~~", ":smile:", "$x$",
      "<details>", "</code></td></table>", "\"><img src=x>", "' onclick='x", "a  b", "!", "@user",
      "x:", "x: y", "2) x", "é*", "~",
    ]

  static var hostilePage: Page {
    get throws {
      var ids = PageIDs()
      let id = ids.id("x", ["<\"'>"])
      let rows = hostile.map { text -> PageRow in
        let value = ExactString(text)
        return PageRow([
          PageCell([.code(value)]), PageCell([.text(value)]), PageCell([.strong(value)]),
          PageCell([.quiet(value)]), PageCell([.badge(value, .careful)]),
          PageCell([.reference(id, value)]), PageCell([.fingerprint(value)]),
          PageCell([.line(PolicyLine(file: value, line: 7))]),
          PageCell([
            .line(
              PolicyLine(
                file: value, line: 7, url: RelativeURL(up: 1, down: [text + "x"]), label: value))
          ]),
        ])
      }
      let columns = ["code", "text", "strong", "quiet", "badge", "ref", "print", "file", "link"]
      return Page(
        title: "<title>&|*", origin: GeneratedHeader(files: ["a"]),
        sections: [
          PageSection(
            id, [.text("<x>&|*")],
            blocks: [.table(PageTable("<caption>&|*", columns: columns, rows: rows))]),
          PageSection(
            PageID("texts"), [.text("Texts")],
            blocks: hostile.filter { !$0.isEmpty }.map { .text([.text(ExactString($0))]) }),
          PageSection(
            PageID("lists"), [.text("Lists")],
            blocks: [.list(hostile.map { [.text(ExactString($0))] })]),
        ])
    }
  }

  private func expectHostile(_ reading: PageReading) {
    #expect(reading.problems.isEmpty, "\(reading.problems)")
    for tag in ["script", "img", "b", "h4", "del", "ol", "hr", "blockquote", "pre"] {
      #expect(reading.count(tag) == 0, "\(tag)")
    }
    let rows = reading.rows.filter { $0.first != "code" }
    #expect(rows.count == Self.hostile.count)
    for (text, row) in zip(Self.hostile, rows) {
      let shown = DisplayText.visible(text)
      let place = Comment(rawValue: shown)
      #expect(row[0].exact == (text.isEmpty ? "(empty)" : shown).exact, place)
      for cell in row[1...4] { #expect(cell.exact == shown.exact, place) }
      #expect(row[7].exact == (shown + ":7").exact, place)
      #expect(row[8].exact == shown.exact, place)
      if !text.isEmpty {
        #expect(row[5].exact == shown.exact, place)
        #expect(row[6].contains(shown), place)
      }
    }
    let texts = Self.hostile.map { DisplayText.visible($0).exact }.filter { !$0.isEmpty }
    let paragraphs = reading.paragraphs.filter { !$0.isEmpty && !$0.hasPrefix("Generated by") }.map(
      \.exact)
    // Once as paragraphs, once as list items.
    #expect(Array(paragraphs.suffix(2 * texts.count)) == texts + texts)
  }

  @Test func `no value breaks out in HTML`() throws {
    expectHostile(try PageReading(html: Self.hostilePage.html()))
  }

  @Test func `no value breaks out in Markdown`() throws {
    expectHostile(try PageReading(markdown: Self.hostilePage.markdown()))
  }

  @Test(arguments: ["javascript:alert(1)", "//evil.example", "a b", "ä", "..", "x\"y", "\n"])
  func `a relative URL stays relative`(component: String) {
    let url = RelativeURL(up: 1, down: [component, "x.yaml"]).text
    #expect(url.hasPrefix("../") && url.hasSuffix("/x.yaml"))
    #expect(!url.utf8.contains { "\":<> \n".utf8.contains($0) })
    #expect(url.utf8.dropFirst(3).dropLast(7).allSatisfy { $0 != UInt8(ascii: "/") })
  }

  @Test func `IDs are unique even if case is ignored`() {
    var ids = PageIDs()
    let given = ["a/b", "A-b", "a b", "", "ä"].map { ids.id("x", [ExactString($0)]).text.string }
    #expect(Set(given.map { $0.lowercased() }).count == given.count)
  }

  // MARK: hidden values

  @Test func `a secret in a policy does not appear in the report`() throws {
    let workspace = Workspace(
      """
      linkpolicy: 1
      name: leaky
      clients:
        web:
          provider: generic
          type: web
          client_id: leaky-web
          client_secret: GOCSPX-s3cr3t
          redirect_uris: [https://app.example/cb]
      providers:
        google_sign_in:
          web: { client_id: x.apps.googleusercontent.com, client_secret: GOCSPX-s3cr3t }
        apple: { platforms: [web], private_key: GOCSPX-s3cr3t }

      """)
    let files = try GeneratorRegistry.files(for: GeneratorInput(workspace), targets: ["report"])
    #expect(files.count == 2)
    for file in files {
      let text = String(decoding: file.bytes, as: UTF8.self)
      #expect(text.contains("leaky-web"))
      #expect(!text.contains("s3cr3t"))
    }
  }

  @Test func `a file outside of the repository is shown by name, without a link`() throws {
    let text = "linkpolicy: 1\nname: far\nowner: me\n"
    var input = GeneratorInput(Workspace(texts: [("/home/x/Policies/far.yaml", text)]))
    input.report.files = [:]
    let files = try GeneratorRegistry.files(for: input, targets: ["report"])
    for file in files {
      let text = String(decoding: file.bytes, as: UTF8.self)
      #expect(text.contains("far.yaml:2") || text.contains("far.yaml&#58;2"))
      #expect(!text.contains("home") && !text.contains("Policies/"))
    }
  }

  @Test func `findings have their rule, help and line`() throws {
    var input = try GoldenTests.input("decisions")
    input.report.findings = Report(
      sources: input.report.workspace.sources,
      diagnostics: [
        Diagnostic(
          rule: "pkce-off", severity: .warning, environment: .prod,
          message: "client `a|b` is <odd>", help: "write `pkce: required`",
          location: SourceLocation(file: FileID(0), span: SourceSpan(0, 0)))
      ], suppressed: 2)
    let files = try GeneratorRegistry.files(for: input, targets: ["report"])
    let html = try PageReading(html: String(decoding: files[0].bytes, as: UTF8.self))
    let markdown = try PageReading(markdown: String(decoding: files[1].bytes, as: UTF8.self))
    for reading in [html, markdown] {
      let row = try #require(reading.rows.first { $0.first == "pkce-off" })
      #expect(row[1] == "warning" && row[2] == "prod")
      #expect(row[3].contains("client a|b is <odd>") && row[3].contains("write pkce: required"))
      #expect(reading.paragraphs.contains { $0.contains("2 findings accepted with a reason") })
    }
  }
}

extension String {
  fileprivate var exact: ExactString { ExactString(self) }
}
