import Foundation
import PolicyText
import PolicyGenerators
import PolicyModel
import ProjectTestSupport
import Testing

/// A report on many clients: an index and pages of readable size.
struct ReportBookTests {
  private static func input(clients: Int, hosts: Int = 0) -> GeneratorInput {
    var text = "linkpolicy: 1\nname: estate\n"
    if hosts > 0 {
      text += "apps:\n  ios: { platform: ios, bundle_id: com.acme.home, team_id: A1B2C3D4E5 }\n"
      text += "domains:\n"
      for host in 0..<hosts {
        text += "  h\(host).acme.example:\n    links: [{ app: ios, rules: [{ path: /x/* }] }]\n"
      }
    }
    text += "clients:\n"
    for client in 0..<clients {
      text += """
          c\(client):
            provider: generic
            type: web
            client_id: { prod: c\(client)-prod, sandbox: c\(client)-sandbox }
            client_secret: { env: SECRET }
            redirect_uris: { prod: [https://a\(client).acme.example/cb], sandbox: [https://s\(client).acme.example/cb] }

        """
    }
    return GeneratorInput(Workspace(text))
  }

  private static func files(_ input: GeneratorInput) throws -> [String: String] {
    let files = try GeneratorRegistry.files(for: input, targets: ["report"])
    return Dictionary(
      uniqueKeysWithValues: files.map { ($0.path, String(decoding: $0.bytes, as: UTF8.self)) })
  }

  /// Generated once, because it is large.
  private static let large = (try? files(input(clients: 230, hosts: 210))) ?? [:]

  @Test func `a report on few clients is one page, on many an index and pages`() throws {
    #expect(try Self.files(Self.input(clients: 200)).count == 2)
    let files = Self.large
    let names = ["clients-1", "clients-3", "destinations-1", "hosts-1", "hosts-3", "apps-1"]
    for name in ["report"] + names.map({ "report/\($0)" }) {
      #expect(files["\(name).html"] != nil && files["\(name).md"] != nil, "\(name)")
    }
    #expect(files.values.allSatisfy { $0.utf8.count < 1_000_000 })
    #expect(try #require(files["report.html"]).utf8.count < 60_000)
  }

  /// Returns the target of a link: the file and the element in it.
  private static func target(_ link: Substring, from page: String) -> (file: String, id: String?) {
    let parts = link.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
    let base = URL(filePath: "/r/\(page)").deletingLastPathComponent()
    let file =
      parts[0].isEmpty
      ? page : String(base.appending(path: String(parts[0])).standardized.path.dropFirst(3))
    return (file, parts.count > 1 ? String(parts[1]) : nil)
  }

  @Test(arguments: ["html", "md"])
  func `every link on every page has a target`(ending: String) throws {
    let files = Self.large
    var ids: [String: Set<String>] = [:]
    for (path, text) in files {
      ids[path] = Set(text.matches(of: #/ id="([^"]+)"/#).map { String($0.output.1) })
    }
    var count = 0
    for (path, text) in files where path.hasSuffix(ending) {
      let links =
        ending == "html"
        ? text.matches(of: #/ href="([^"]+)"/#).map(\.output.1)
        : text.matches(of: #/\]\(([^)]+)\)/#).map(\.output.1)
      for link in links where !link.contains("Policies/") && !link.contains(".yaml#L") {
        let target = Self.target(link, from: path)
        count += 1
        let place = Comment(rawValue: "\(path): \(link)")
        #expect(target.file.hasSuffix(ending), place)
        #expect(files[target.file] != nil, place)
        if let id = target.id { #expect(ids[target.file]?.contains(id) == true, place) }
      }
    }
    #expect(count > 700)
  }

  @Test func `each client is described once, and pages are ordered by name`() throws {
    let files = Self.large
    let pages = files.filter { $0.key.hasPrefix("report/clients") && $0.key.hasSuffix("html") }
    let described = pages.values.flatMap {
      $0.matches(of: #/<h3 id="client-estate-(c[0-9]+)"/#).map { String($0.output.1) }
    }
    #expect(described.count == 230 && Set(described).count == 230)
    let first = try #require(files["report/clients-1.html"])
    #expect(first.contains("From <a href=\"clients-1.html#client-estate-c0\">"))
    #expect(first.contains(">c188</code></a>."), "byte order: c188 comes before c19")
  }

  @Test func `pages are well-formed and load nothing`() throws {
    let files = Self.large
    for name in ["report.html", "report/clients-3.html", "report/destinations-1.html"] {
      let reading = try PageReading(html: try #require(files[name]))
      let problems = reading.problems.filter { !$0.hasPrefix("leads out") }
      #expect(problems.isEmpty, "\(name): \(problems)")
      #expect(reading.count("h1") == 1 && reading.count("script") == 0)
    }
  }

  // MARK: changes and flows

  private static var told: GeneratorInput {
    get throws {
      var input = try GoldenTests.input("decisions")
      input.report.documentation = DocumentationBase("https://docs.acme.example")
      input.report.findings = Report(
        sources: input.report.workspace.sources,
        diagnostics: [
          Diagnostic(
            rule: "pkce-off", severity: .note, message: "m",
            location: SourceLocation(file: FileID(0), span: SourceSpan(0, 0)))
        ])
      input.report.flows = [
        ReportFlow(
          name: "authorize:google", environment: .prod, outcome: .completes, message: "m",
          place: ("Policies/policy.yaml", 3)),
        ReportFlow(
          name: "authorize:google", environment: .sandbox, outcome: .breaks,
          message: "token exchange: `x` is <wrong>"),
        ReportFlow(name: "apple:ios", environment: .prod, outcome: .inferred, message: "m"),
      ]
      input.report.comparison = ReportComparison(
        older: "v1",
        changes: [
          ReportComparison.Change(
            .narrowing, "p/web", .prod, message: "redirect URI `a|b` removed"),
          ReportComparison.Change(
            .widening, "p/web", .sandbox, message: "scope `x` added",
            proof: ReportComparison.Proof(
              kind: "Request to the token endpoint", fields: [("scope", "x y")],
              request: #"{"kind":"x"}"#,
              old: ReportComparison.Verdict(word: "denied", reason: "no such `scope`"),
              new: ReportComparison.Verdict(word: "allowed", reason: "everything agrees")),
            place: ("Policies/policy.yaml", 4)),
        ])
      return input
    }
  }

  @Test func `the report starts with changes, risks and broken flows`() throws {
    let files = try Self.files(Self.told)
    let html = try PageReading(html: try #require(files["report.html"]))
    let markdown = try PageReading(markdown: try #require(files["report.md"]))
    for reading in [html, markdown] {
      #expect(reading.problems.allSatisfy { $0.contains("docs.acme.example") })
      // Widenings come first.
      let cards = reading.paragraphs.filter {
        $0.hasPrefix("widening: ") || $0.hasPrefix("narrowing: ")
      }
      #expect(cards.count == 2)
      #expect(cards[0].hasPrefix("widening: more is allowed p/web in sandbox"))
      #expect(cards[1].hasPrefix("narrowing: less is allowed p/web in production"))
      #expect(reading.paragraphs.contains("scope x added"))
      #expect(reading.paragraphs.contains("redirect URI a|b removed"))
      #expect(reading.codes.contains("{\"kind\":\"x\"}") && reading.codes.contains("x y"))
      let flow = try #require(reading.rows.first { $0.first == "authorize:google" })
      #expect(flow[1].hasPrefix("completes") && flow[2].contains("token exchange: x is <wrong>"))
      let words = reading.paragraphs.joined(separator: "\n")
      #expect(words.contains("1 widening 1 narrowing changes since v1."))
      #expect(words.contains("1 of 3 sign-ins complete"))
      #expect(words.contains("breaks 1 of 3 sign-ins: flows."))
      #expect(words.contains("inferred 1 of 3 sign-ins, by undocumented platform behavior: flows."))
    }
    let page = "https://docs.acme.example/rules/pkce-off/"
    #expect(try #require(files["report.html"]).contains("<a href=\"\(page)\">pkce-off</a>"))
    #expect(try #require(files["report.md"]).contains("[pkce-off](\(page))"))
  }
}
