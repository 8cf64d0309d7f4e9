import Foundation
import PolicyGenerators
import PolicyModel
import PolicyTestSupport
import PolicyText
import ProjectTestSupport
import Testing

/// The map, the tree of links, the filters and the collapsed sections of the report.
struct ReportPictureTests {
  private static func html(_ text: String) throws -> String {
    let files = try GeneratorRegistry.files(
      for: GeneratorInput(Workspace(text)), targets: ["report"])
    let file = try #require(files.first { $0.path == "report.html" })
    return String(decoding: file.bytes, as: UTF8.self)
  }

  // MARK: links

  private static let links = Fixtures.policy("report-links")

  @Test func `a node of the tree lists links and apps with true examples`() throws {
    let reading = try PageReading(html: Self.html(Self.links))
    func row(_ pattern: String) throws -> [String] {
      try #require(reading.rows.first { $0[0] == pattern || $0[0].hasSuffix(" \(pattern)") })
    }
    // The longer rule above matches some of the links. Examples of the pattern alone would hide
    // that.
    let orders = try row("/orders/*")
    #expect(orders[1].hasPrefix("ios: some, such as /orders"))
    #expect(orders[2].hasPrefix("droid: some, such as /orders"))
    #expect(try row("/orders/internal/*")[1] == "browser")
    #expect(try row("/item/*")[1].contains("?id="))
    #expect(try row("/help")[1...2] == ["ios: all", "droid: all"])
    let root = try row("/*")
    #expect(root[1].hasPrefix("ios: some"))
    let menu = try row("/menu/today/*")
    #expect(menu[1] == "ios: all" && menu[2] == "browser")
    #expect(menu[3].contains("only iOS /menu/today"))
    // The shortest differences, which a reader wouldn't think of.
    #expect(root[3].contains("only iOS /item?id=;") && root[3].contains("only Android /"))
    #expect(try row("/help")[3] == "none")
  }

  // MARK: columns of the map

  @Test(
    arguments: [
      // The only host of each environment, registered by one owner.
      (["https://app.acme.example/cb"], ["https://app.sandbox.acme.example/cb"], true),
      (["https://app.acme.example/cb"], ["https://acme-sandbox.example/cb"], false),
      (["https://acme.web.app/cb"], ["https://acme-sandbox.web.app/cb"], false),
      (
        ["https://app.acme.example/cb", "https://www.acme.example/cb"],
        ["https://sandbox.acme.example/cb"], false
      ),
      ([], ["https://sandbox.acme.example/cb"], false),
    ])
  func `a sandbox host shares the column of the production host`(
    prod: [String], sandbox: [String], isShared: Bool
  ) throws {
    let html = try Self.html(
      """
      linkpolicy: 1
      name: acme
      clients:
        portal:
          provider: generic
          type: web
          client_id: { prod: acme-prod, sandbox: acme-sandbox }
          client_secret: { env: SECRET }
          redirect_uris: { prod: [\(prod.joined(separator: ", "))], sandbox: [\(sandbox[0])] }

      """)
    let host = try #require(sandbox[0].split(separator: "/").dropFirst().first)
    #expect(html.contains("portal: 1 redirect URI at \(host) in sandbox"))
    #expect(html.contains("A sandbox host of the same owner") == isShared)
    #expect(!html.contains(">\(host)</text>") == isShared)
  }

  // MARK: many clients

  private static func clients(_ count: Int) -> String {
    var text = "linkpolicy: 1\nname: estate\nclients:\n"
    for number in 0..<count {
      let host = number % 3 == 0 ? "c\(number).partner.co.uk" : "c\(number).estate.example"
      text += """
          c\(number):
            provider: generic
            type: web
            client_id: { prod: c\(number)-prod, sandbox: c\(number)-sandbox }
            client_secret: { env: SECRET }
            redirect_uris: { prod: [https://\(host)/cb], sandbox: [https://s.\(host)/cb] }
            pkce: \(number % 5 == 0 ? "optional" : "required")

        """
    }
    return text
  }

  @Test func `the map of 200 clients groups by domain and filters without a script`() throws {
    let html = try Self.html(Self.clients(200))
    let labels = html.matches(
      of: #/<label for="map-filter-([0-9]+)">([^<]+) <span class="count">([0-9]+)</#)
    #expect(
      labels.map { String($0.2) } == [
        "All clients", "Worth a look", "estate.example", "partner.co.uk",
      ])
    let rows = html.matches(of: #/<div class="r( f[0-9 f]+)">/#).map { String($0.1) + " " }
    #expect(rows.count == 200)
    for label in labels {
      #expect(rows.count { $0.contains(" f\(label.1) ") } == Int(label.3), "\(label.2)")
    }
    // Clients that need attention are shown first.
    #expect(html.contains(#"id="map-filter-1" checked"#))
    for number in 1..<DrawingListLimit.filters {
      #expect(
        html.contains(
          "input:nth-of-type(\(number + 1)):checked ~ .rows :is(.g, .r):not(.f\(number))"))
    }
    #expect(html.contains("<strong>partner.co.uk</strong>"))
    let reading = try PageReading(html: html)
    #expect(reading.problems.isEmpty, "\(reading.problems)")
  }

  /// The number of filters in the style sheet.
  private enum DrawingListLimit { static let filters = 18 }

  @Test func `the clients with most problems come first, and strict ones are collapsed`() throws {
    let html = try Self.html(Self.clients(100))
    let reading = try PageReading(html: html)
    let names = reading.rows.filter { $0.count == 11 && $0[1].hasPrefix("web") }.map { $0[0] }
    #expect(names.count == 100)
    #expect(names.prefix(20).allSatisfy { (Int($0.dropFirst()) ?? 1).isMultiple(of: 5) })
    #expect(html.contains("<summary>Strict clients: 80 rows</summary>"))
    #expect(html.contains("Wildcard-like"))
  }

  @Test func `a host wraps only between labels`() throws {
    let html = try Self.html(Self.clients(1))
    #expect(html.contains(#"https://<span class="host">c0.<wbr>partner.<wbr>co.<wbr>uk</span>/cb"#))
    #expect(html.contains(".host { white-space: nowrap; }"))
  }

  @Test func `the index leads to every client without a script`() throws {
    let html = try Self.html(Self.clients(30))
    let nav = try #require(html.components(separatedBy: "</nav>").first)
    #expect(nav.contains("Index of "))
    #expect(nav.matches(of: #/href="#client-estate-c[0-9]+"/#).count == 30)
  }

  @Test(arguments: [
    ("a.b.example", "b.example"), ("example", "example"), ("a.b.co.uk", "b.co.uk"),
    ("x.acme.web.app", "acme.web.app"), ("203.0.113.7", "203.0.113.7"), ("[::1]", "[::1]"),
    ("web.app", "web.app"), ("x.acme.s3.amazonaws.com", "acme.s3.amazonaws.com"),
  ])
  func `a registered domain belongs to one owner`(host: String, domain: String) {
    #expect(HostName(ExactString(host)).registrable == ExactString(domain))
  }
}

/// A page as Python's HTML parser reads it. GitHub's parser converts Markdown first.
struct PageReading: Decodable {
  /// Errors in the document.
  var problems: [String]
  /// How often each element occurs.
  var counts: [String: Int]
  /// The text of each cell in each row.
  var rows: [[String]]
  /// The text of paragraphs and list items outside of tables.
  var paragraphs: [String]
  /// The contents of `code` elements, sorted.
  var codes: [String]

  func count(_ tag: String) -> Int { counts[tag] ?? 0 }

  init(html: String) throws { self = try Self.read(html, "html") }
  init(markdown: String) throws { self = try Self.read(markdown, "md") }

  private static func read(_ text: String, _ kind: String) throws -> PageReading {
    let program = try #require(Tool.path("python3"), "python3 is not installed")
    return try Tool.withTemporaryDirectory { directory in
      let page = directory.appending(path: "page.\(kind)")
      try Data(text.utf8).write(to: page)
      let result = try Tool.run(program, ["-c", Fixtures.program("page_reading.py"), page.path])
      try #require(result.status == 0, "\(result.output)")
      return try JSONDecoder().decode(PageReading.self, from: Data(result.output.utf8))
    }
  }
}
