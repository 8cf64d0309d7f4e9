import Foundation
import PolicyTestSupport
import PolicyText
import Testing

@Suite struct SARIFTests {
  private static func run(_ report: Report = SampleReport.report) throws -> [String: Any] {
    let data = Data(SARIFReporter(SampleReport.context).render(report).utf8)
    let log = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    #expect(log["version"] as? String == "2.1.0")
    return try #require((log["runs"] as? [[String: Any]])?.first)
  }

  private static func results(_ report: Report = SampleReport.report) throws -> [[String: Any]] {
    try #require(try run(report)["results"] as? [[String: Any]])
  }

  private static func region(_ result: [String: Any]) throws -> [String: Int] {
    let location = try #require((result["locations"] as? [[String: Any]])?.first)
    let physical = try #require(location["physicalLocation"] as? [String: Any])
    return try #require(physical["region"] as? [String: Int])
  }

  /// `check-jsonschema` in `PATH` or in the variable `CHECK_JSONSCHEMA`.
  private static let validator =
    ProcessInfo.processInfo.environment["CHECK_JSONSCHEMA"] ?? Tool.path("check-jsonschema")

  @Test(
    .needs(validator != nil, "check-jsonschema is not installed"), arguments: [true, false])
  func `a log conforms to the OASIS schema`(isEmpty: Bool) throws {
    let validator = try #require(Self.validator)
    try Tool.withTemporaryDirectory { directory in
      let file = directory.appending(path: "out.sarif")
      let report = isEmpty ? SampleReport.empty : SampleReport.report
      try Data(SampleReport.output("sarif", report).utf8).write(to: file)
      let schema = Fixtures.root.appending(path: "Tests/Schemas/sarif-2.1.0.json").path
      let result = try Tool.run(validator, ["--schemafile", schema, file.path])
      #expect(result.status == 0, "\(result.output)")
    }
  }

  @Test func `every result has the properties that GitHub requires`() throws {
    let run = try Self.run()
    let driver = try #require((run["tool"] as? [String: Any])?["driver"] as? [String: Any])
    let rules = try #require(driver["rules"] as? [[String: Any]])
    let results = try Self.results()
    #expect(results.count == SampleReport.report.diagnostics.count)
    for rule in rules {
      for key in ["shortDescription", "fullDescription", "help"] {
        let text = try #require((rule[key] as? [String: String])?["text"])
        #expect(!text.isEmpty && text.count <= 1_024)
      }
      #expect((rule["help"] as? [String: String])?["markdown"] != nil)
    }
    for result in results {
      let index = try #require(result["ruleIndex"] as? Int)
      #expect(rules[index]["id"] as? String == result["ruleId"] as? String)
      let locations = try #require(result["locations"] as? [[String: Any]])
      let physical = try #require(locations.first?["physicalLocation"] as? [String: Any])
      let uri = try #require((physical["artifactLocation"] as? [String: String])?["uri"])
      #expect(!uri.isEmpty && !uri.hasPrefix("/"))
      #expect(uri.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F })
      #expect(!uri.contains(":"))
      let region = try Self.region(result)
      #expect(Set(region.keys) == ["startLine", "startColumn", "endLine", "endColumn"])
      #expect(region.values.allSatisfy { $0 >= 1 })
      let prints = try #require(result["partialFingerprints"] as? [String: String])
      #expect(prints["primaryLocationLineHash"]?.contains(":") == true)
      #expect(prints["linkpolicyFinding/v2"]?.utf8.count == 32)
    }
    let wildcard = try #require(rules.first { $0["id"] as? String == "uri-wildcard" })
    let properties = try #require(wildcard["properties"] as? [String: Any])
    #expect(properties["security-severity"] as? String == "8.0")
  }

  @Test func `columns are UTF-16 code units`() throws {
    #expect(try Self.run()["columnKind"] as? String == "utf16CodeUnits")
    let results = try Self.results()
    let wildcard = try #require(results.first { $0["ruleId"] as? String == "uri-wildcard" })
    // `uris: ["😀é", https://*`: the emoji has two code units.
    #expect(try Self.region(wildcard)["startColumn"] == 23)
    let last = try #require(results.first { $0["ruleId"] as? String == "uri-idn" })
    #expect(try Self.region(last)["startColumn"] == 11)
  }

  @Test func `notes with a location are related locations that the message refers to`() throws {
    let wildcard = try #require(
      try Self.results().first { $0["ruleId"] as? String == "uri-wildcard" })
    let related = try #require(wildcard["relatedLocations"] as? [[String: Any]])
    #expect(related.compactMap { $0["id"] as? Int } == [1, 2])
    let text = try #require((wildcard["message"] as? [String: String])?["text"])
    #expect(text.contains("[the domain is authorized here](1)"))
    #expect(text.contains(#"[here \[too\](1)](2)"#))
  }

  @Test func `a value can't create a link`() throws {
    let hostile = try #require(
      try Self.results().first { $0["ruleId"] as? String == "no-such-rule" })
    let text = try #require((hostile["message"] as? [String: String])?["text"])
    #expect(!text.contains("[x](http://evil)"))
  }

  @Test(arguments: [
    ("a b.yaml", "a%20b.yaml"), ("./x/y.yaml", "x/y.yaml"), ("c:d/é.yaml", "c%3Ad/%C3%A9.yaml"),
    ("", "unknown"), ("<stdin>", "%3Cstdin%3E"), ("a#b?c%.yaml", "a%23b%3Fc%25.yaml"),
  ])
  func `a path is a relative URI reference`(name: String, uri: String) throws {
    let report = Report(
      sources: [SourceFile(name: name, bytes: [])],
      diagnostics: [
        Diagnostic(
          rule: "r", severity: .error, message: "m",
          location: SourceLocation(file: FileID(0), span: SourceSpan(0, 0)))
      ])
    #expect(SampleReport.output("sarif", report).contains("\"uri\": \"\(uri)\""))
  }

  @Test func `results are limited to GitHub's maximum, with the most severe first`() throws {
    let findings = (0..<25_010).map { index in
      Diagnostic(
        rule: "r", severity: index == 25_009 ? .error : .note, message: "m",
        location: SourceLocation(file: FileID(0), span: SourceSpan(index, index + 1)))
    }
    let report = Report(
      sources: [SourceFile(name: "a", bytes: Array(repeating: 0x61, count: 25_010))],
      diagnostics: findings)
    let results = try Self.results(report)
    #expect(results.count == 25_000)
    #expect(results.last?["level"] as? String == "error")
  }
}

/// Fingerprints, by which services recognize the same finding over time.
@Suite struct FingerprintTests {
  static func fingerprints(_ messages: String...) -> [String] {
    let source = SourceFile(name: "p.yaml", bytes: Array("a: [b, b]\n".utf8))
    let diagnostics = messages.enumerated().map { index, message in
      Diagnostic(
        rule: "uri-http", severity: .error, message: message,
        location: SourceLocation(
          file: FileID(0), span: SourceSpan(4 + 3 * index, 5 + 3 * index)), path: "a[\(index)]")
    }
    let report = Report(sources: [source], diagnostics: diagnostics)
    return report.diagnostics.enumerated().map { index, diagnostic in
      FindingKey(diagnostic, in: report, file: "p.yaml").fingerprint(occurrence: index)
    }
  }

  @Test func `a reworded message keeps the fingerprint`() {
    #expect(Self.fingerprints("old", "old") == Self.fingerprints("new", "other"))
  }

  @Test func `findings with the same key have different fingerprints`() {
    #expect(Set(Self.fingerprints("m", "m")).count == 2)
  }
}

/// The published vectors of the fingerprint that GitHub's upload action computes.
@Suite struct LineHashTests {
  static let vectors: [(text: String, hashes: [String])] = [
    ("", ["c129715d7a2bc9a3:1"]),
    (
      " a\nb\n  \t\tc\n d",
      ["271789c17abda88f:1", "54703d4cd895b18:1", "180aee12dab6264:1", "a23a3dc5e078b07b:1"]
    ),
    (
      String(repeating: "Lorem ipsum dolor sit amet.\n", count: 10),
      [
        "a7f2ff13bc495cf2:1", "a7f2ff13bc495cf2:2", "a7f2ff13bc495cf2:3", "a7f2ff13bc495cf2:4",
        "a7f2ff13bc495cf2:5", "a7f2ff13bc495cf2:6", "a7f2ff1481e87703:1", "a9cf91f7bbf1862b:1",
        "55ec222b86bcae53:1", "cc97dc7b1d7d8f7b:1", "c129715d7a2bc9a3:1",
      ]
    ),
  ]

  private func hashes(_ text: String) -> [String] {
    LineHashes(SourceFile(name: "f", bytes: Array(text.utf8))).lines
  }

  @Test(arguments: vectors) func `a published vector has its hash`(text: String, expected: [String])
  {
    #expect(hashes(text) == expected)
  }

  @Test(arguments: [("a\nb\nc", "a\r\nb\r\nc"), ("a\nb\nc", "a\rb\rc"), ("a b\nc", "  ab\t\n c")])
  func `whitespace and the kind of line ending don't matter`(left: String, right: String) {
    #expect(hashes(left) == hashes(right))
  }

  @Test(arguments: ["", "a", "a\n", "\n\n", "a\r\n\r\nb", "é😀\n x", "\u{FEFF}a\nb"])
  func `every line has a hash`(text: String) {
    let source = SourceFile(name: "f", bytes: Array(text.utf8))
    #expect(hashes(text).count == source.lineStarts.count)
    #expect(!hashes(text).contains(""))
  }
}

/// Links to the rule pages of a documentation site.
@Suite struct RuleLinkTests {
  private static let base = DocumentationBase("https://docs.acme.example/linkpolicy")
  private static let page = "https://docs.acme.example/linkpolicy/rules/uri-wildcard/"

  @Test(arguments: [
    ("https://docs.example", "https://docs.example/"), ("http://[::1]:8000/x/", nil),
    ("https://a.example/a%20b", "https://a.example/a%20b/"),
  ])
  func `a base ends with a slash`(text: String, url: String?) throws {
    let base = try #require(DocumentationBase(text))
    #expect(base.url == url ?? text)
    #expect(base.page(of: "uri-http") == base.url + "rules/uri-http/")
  }

  @Test(arguments: [
    "", "docs.example", "/docs", "//docs.example", "ftp://a.example", "javascript:alert(1)",
    "https://", "https:///x", "https://:80", "https://u@a.example", "https://a.example?q=1",
    "https://a.example#x", "https://a.example/\u{1B}[31m", "https://a.example/a b",
    "https://a.example/\"><b>", "https://a.example/)", "https://ä.example", "HTTPS://a.example",
    "https://a.example\n",
  ])
  func `an invalid base URL is rejected`(text: String) {
    #expect(DocumentationBase(text) == nil)
  }

  @Test func `SARIF, JSON, text and GitHub link to the rule's page`() throws {
    var context = SampleReport.context
    context.documentation = Self.base
    let report = SampleReport.report
    let sarif = SARIFReporter(context).render(report)
    #expect(sarif.contains("\"helpUri\": \"\(Self.page)\""))
    let json = JSONReporter(version: "1.2.3", documentation: Self.base).render(report)
    #expect(json.contains("\"url\": \"\(Self.page)\""))
    #expect(TextReporter(documentation: Self.base).render(report).contains("docs: \(Self.page)\n"))
    #expect(GitHubReporter(context).render(report).contains("%0Adocs: \(Self.page)\n"))
  }

  @Test func `without a base there are no links`() {
    for name in SampleReport.names {
      let output = SampleReport.output(name)
      #expect(!output.contains("helpUri") && !output.contains("docs: "), "\(name)")
    }
  }

  @Test(.needs("check-jsonschema"))
  func `a log with links conforms to the OASIS schema`() throws {
    var context = SampleReport.context
    context.documentation = Self.base
    try Tool.withTemporaryDirectory { directory in
      let file = directory.appending(path: "out.sarif")
      try Data(SARIFReporter(context).render(SampleReport.report).utf8).write(to: file)
      let schema = Fixtures.root.appending(path: "Tests/Schemas/sarif-2.1.0.json").path
      let validator = try #require(Tool.path("check-jsonschema"))
      let result = try Tool.run(validator, ["--schemafile", schema, file.path])
      #expect(result.status == 0, "\(result.output)")
    }
  }
}
