import Foundation
import PolicyTestSupport
import PolicyText
import Testing

@Suite struct FormatTests {
  @Test(arguments: SampleReport.names)
  func `a format is as recorded`(name: String) throws {
    try Golden.check(Array(SampleReport.output(name).utf8), "reports/sample.\(name)")
  }

  @Test(arguments: SampleReport.names)
  func `an empty report is a complete document`(name: String) throws {
    try Golden.check(
      Array(SampleReport.output(name, SampleReport.empty).utf8), "reports/empty.\(name)")
  }

  @Test(arguments: SampleReport.names)
  func `a secret is never printed`(name: String) {
    #expect(!SampleReport.output(name).contains("s3cr3t-value"))
  }

  @Test(arguments: SampleReport.names)
  func `no format prints terminal escapes`(name: String) {
    let output = SampleReport.output(name)
    #expect(output.unicodeScalars.allSatisfy { $0 == "\n" || $0.value >= 0x20 && $0.value != 0x7F })
    #expect(!output.unicodeScalars.contains("\u{202E}"))
  }

  @Test(arguments: SampleReport.names)
  func `the same report gives the same bytes`(name: String) {
    #expect(SampleReport.output(name) == SampleReport.output(name))
  }

  @Test(arguments: ["json", "sarif", "gitlab"])
  func `JSON formats are valid JSON`(name: String) throws {
    _ = try JSONSerialization.jsonObject(with: Data(SampleReport.output(name).utf8))
  }

  @Test(.needs("xmllint"), arguments: ["junit", "checkstyle"])
  func `XML formats are well-formed and keep hostile strings within their element`(name: String)
    throws
  {
    let xmllint = try #require(Tool.path("xmllint"))
    try Tool.withTemporaryDirectory { directory in
      let file = directory.appending(path: "out.xml")
      try Data(SampleReport.output(name).utf8).write(to: file)
      let result = try Tool.run(xmllint, ["--noout", file.path])
      #expect(result.status == 0, "\(result.output)")
    }
  }

  /// Most lines are printable ASCII, which is printed without changes. The characters after the
  /// mark need escaping.
  @Test(arguments: ["", "é", "\t", "\u{202E}"])
  func `a mark is below its bytes`(rest: String) {
    let line = "name: acme  "
    let source = SourceFile(name: "p.yaml", bytes: Array("\(line)\(rest)\n".utf8))
    for start in 0..<line.utf8.count {
      for end in start...line.utf8.count {
        let finding = Diagnostic(
          rule: "r", severity: .error, message: "m",
          location: SourceLocation(file: FileID(0), span: SourceSpan(start, end)))
        let output = TextReporter().render(Report(sources: [source], diagnostics: [finding]))
        let mark = String(repeating: "^", count: max(1, end - start))
        #expect(output.contains("  | " + String(repeating: " ", count: start) + mark + "\n"))
      }
    }
  }

  @Test func `a workflow command is one line for any message`() {
    let lines = SampleReport.output("github").split(separator: "\n")
    #expect(lines.count == SampleReport.report.diagnostics.count)
    for line in lines {
      #expect(
        line.hasPrefix("::error ") || line.hasPrefix("::warning ") || line.hasPrefix("::notice "))
      // The properties end at the second `::`, and no value can contain one.
      let properties = line.dropFirst(2).components(separatedBy: "::")[0]
      #expect(properties.contains("title=linkpolicy ("))
    }
    #expect(lines.first?.hasPrefix("::error") == true)
    #expect(lines.last?.hasPrefix("::notice") == true)
    #expect(lines.last?.contains("file=Policies/a b%3Ac%2C%25%2C") == true)
  }

  @Test func `GitLab fingerprints are unique in a report and independent of lines`() throws {
    func fingerprints(_ report: Report) throws -> [String] {
      let data = Data(GitLabReporter(SampleReport.context).render(report).utf8)
      let entries = try #require(try JSONSerialization.jsonObject(with: data) as? [[String: Any]])
      return entries.compactMap { $0["fingerprint"] as? String }
    }
    func report(shiftedBy count: Int) -> Report {
      let text = String(repeating: "#\n", count: count) + "a: xx\nb: xx\n"
      func finding(_ start: Int, _ path: String) -> Diagnostic {
        Diagnostic(
          rule: "r", severity: .error, message: "m",
          location: SourceLocation(
            file: FileID(0), span: SourceSpan(start + 2 * count, start + 2 + 2 * count)), path: path
        )
      }
      return Report(
        sources: [SourceFile(name: "a.yaml", bytes: Array(text.utf8))],
        diagnostics: [finding(3, "l[\(count)].x"), finding(9, "l[7].x")])
    }
    let before = try fingerprints(report(shiftedBy: 0))
    #expect(Set(before).count == 2)
    #expect(before == (try fingerprints(report(shiftedBy: 5))))
  }
}

/// A report with everything that is difficult to format: values that try to break out, columns that
/// depend on the unit, secrets, several files, notes with and without locations, fixes.
enum SampleReport {
  static let hostileName = "Policies/a b:c,%,\u{1F600}&\"'<x>.yaml"
  static let hostile =
    "`]]>` `\"'<&>` `%0A::error::x` `\n::warning::y` `\u{1B}[31m` `\u{202E}` `[x](http://evil)` `]]`"

  static let policy = SourceFile(
    name: "Policies/acme.yaml",
    bytes: Array(
      """
      linkpolicy: 1
      name: acme
      client_secret: s3cr3t-value
      uris: ["😀é", https://*.acme.example/cb]
      \tlast: é😀x

      """.utf8))
  static let hostileFile = SourceFile(
    name: hostileName, bytes: Array("x: ]]>\u{1B}[31m\r\ny: 1\n".utf8))

  static let report = Report(
    sources: [policy, hostileFile], diagnostics: findings, files: FileCounts(policies: 2),
    redactions: [location(0, "s3cr3t-value")], suppressed: 3)

  static let empty = Report(sources: [policy], diagnostics: [])

  /// Returns the location of a string in a file.
  static func location(_ file: Int, _ text: String) -> PolicyText.SourceLocation {
    let bytes = [policy, hostileFile][file].bytes
    let range = bytes.firstRange(of: Array(text.utf8)) ?? 0..<0
    return PolicyText.SourceLocation(
      file: FileID(file), span: SourceSpan(range.lowerBound, range.upperBound))
  }

  private static var findings: [Diagnostic] {
    [
      Diagnostic(
        rule: "client-secret-in-policy", severity: .error,
        message: "a policy must not hold a secret", help: "write { env: NAME }",
        location: location(0, "s3cr3t-value"), path: "client_secret",
        fixes: [
          Fix(
            "quote it", isSafe: true,
            edits: [.init(location(0, "s3cr3t-value"), "\"s3cr3t-value\"")])
        ]),
      Diagnostic(
        rule: "uri-wildcard", severity: .error, environment: .prod,
        message: "`*` is not allowed in a redirect URI", help: "list each URI",
        label: "matches all",
        location: location(0, "*"), path: "uris[1]",
        notes: [
          .init("the domain is authorized here", at: location(0, "name: acme")),
          .init("a list without place"), .init("here [too](1)", at: location(1, "y: 1")),
        ],
        fixes: [
          Fix(
            "write two URIs", isSafe: false,
            edits: [.init(location(0, "*"), "a\u{1F600}"), .init(location(1, "1\n"), "2\n")])
        ]),
      Diagnostic(
        rule: "uri-idn", severity: .warning, message: "non-ASCII", location: location(0, "x\n"),
        path: "last"),
      Diagnostic(
        rule: "no-such-rule", severity: .note, message: hostile, help: hostile,
        location: location(1, "]]>\u{1B}[31m\r\ny"), path: "domains[\"]]>\"].x[12]"),
    ]
  }

  static let info = RuleInfo(
    "uri-wildcard", .uri, .error, summary: "a redirect URI has no wildcard",
    why: "Everything fits.",
    examples: .init(.redirectURI, bad: "https://⟦*⟧.a.example", good: "https://a.example"),
    references: ["RFC 9700 section 4.1.3"])

  static let context = ReporterContext(
    version: "1.2.3", rule: { $0 == "uri-wildcard" ? info : nil })

  /// All formats by name.
  static let reporters: [(name: String, reporter: any Reporter)] = [
    ("text", TextReporter()), ("json", JSONReporter(version: "1.2.3")),
    ("oneline", OnelineReporter()), ("sarif", SARIFReporter(context)),
    ("github", GitHubReporter(context)), ("gitlab", GitLabReporter(context)),
    ("junit", JUnitReporter()), ("checkstyle", CheckstyleReporter()),
    ("xcode", XcodeReporter()),
  ]

  static let names = reporters.map(\.name)

  static func output(_ name: String, _ report: Report = report) -> String {
    reporters.first { $0.name == name }?.reporter.render(report) ?? ""
  }
}
