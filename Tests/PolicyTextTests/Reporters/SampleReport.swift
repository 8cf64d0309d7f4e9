import PolicyText

/// A report with everything that formats can stumble over: values that try to break out, columns that
/// differ by unit, secrets, several files, notes with and without places, fixes.
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
    redactions: [place(0, "s3cr3t-value")], suppressed: 3)

  static let empty = Report(sources: [policy], diagnostics: [])

  /// The place of a text in a file.
  static func place(_ file: Int, _ text: String) -> SourceLocation {
    let bytes = [policy, hostileFile][file].bytes
    let range = bytes.firstRange(of: Array(text.utf8)) ?? 0..<0
    return SourceLocation(file: FileID(file), span: SourceSpan(range.lowerBound, range.upperBound))
  }

  private static var findings: [Diagnostic] {
    [
      Diagnostic(
        rule: "client-secret-in-policy", severity: .error,
        message: "a policy must not hold a secret", help: "write { env: NAME }",
        location: place(0, "s3cr3t-value"), path: "client_secret",
        fixes: [
          Fix(
            "quote it", isSafe: true, edits: [.init(place(0, "s3cr3t-value"), "\"s3cr3t-value\"")])
        ]),
      Diagnostic(
        rule: "uri-wildcard", severity: .error, environment: .prod,
        message: "`*` is not allowed in a redirect URI", help: "list each URI",
        label: "matches all",
        location: place(0, "*"), path: "uris[1]",
        notes: [
          .init("the domain is authorized here", at: place(0, "name: acme")),
          .init("a list without place"), .init("here [too](1)", at: place(1, "y: 1")),
        ],
        fixes: [
          Fix(
            "write two URIs", isSafe: false,
            edits: [.init(place(0, "*"), "a\u{1F600}"), .init(place(1, "1\n"), "2\n")])
        ]),
      Diagnostic(
        rule: "uri-idn", severity: .warning, message: "non-ASCII", location: place(0, "x\n"),
        path: "last"),
      Diagnostic(
        rule: "no-such-rule", severity: .note, message: hostile, help: hostile,
        location: place(1, "]]>\u{1B}[31m\r\ny"), path: "domains[\"]]>\"].x[12]"),
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
