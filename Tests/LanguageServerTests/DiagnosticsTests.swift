import Foundation
import LanguageServer
import LinkPolicy
import PolicyTestSupport
import PolicyText
import Testing

/// The editor shows the same findings as `validate`.
@Suite struct DiagnosticsTests {
  /// Returns location, severity, rule and message of each finding in the format of the protocol.
  private static func expected(
    _ report: Report, _ name: String, _ encoding: PositionEncoding = .utf16
  ) -> [String] {
    report.diagnostics.filter { report.sources[$0.location.file.index].name == name }.map {
      let positions = TextPositions(report.sources[$0.location.file.index], encoding)
      let start = positions.position(of: $0.location.span.start)
      let end = positions.position(of: $0.location.span.end)
      return
        "\(start.line):\(start.character)-\(end.line):\(end.character) \($0.rule) \($0.message)"
    }
  }

  private static func found(_ values: [JSONValue]) -> [String] {
    values.map { value in
      func part(_ end: String, _ key: String) -> Int {
        value[path: "range", end, key]?.integer ?? -1
      }
      let message = value["message"]?.stringValue ?? ""
      return "\(part("start", "line")):\(part("start", "character"))-"
        + "\(part("end", "line")):\(part("end", "character")) \(value["code"]?.stringValue ?? "") "
        + message.components(separatedBy: "\nhelp: ")[0].components(separatedBy: "\nnote: ")[0]
    }
  }

  @Test func `each fixture has the findings of validate`() throws {
    var count = 0
    for path in try Fixtures.files(below: "Tests/Fixtures")
    where path.hasSuffix(".yaml") && !path.hasSuffix("linkpolicy.yaml") {
      let text = try Fixtures.text(path)
      guard text.hasPrefix("linkpolicy:") || text.contains("\nlinkpolicy:") else { continue }
      var session = ServerSession(["Policies/p.yaml": "linkpolicy: 1\n"])
      session.open("Policies/p.yaml", text)
      session.settle()
      let file = InputFile(name: "Policies/p.yaml", text: text)
      let expected = Self.expected(Project([file]).report, "Policies/p.yaml")
      let found = Self.found(session.findings["file:///w/Policies/p.yaml"] ?? [])
      #expect(found == expected, "\(path)")
      count += expected.count
    }
    #expect(count > 300)
  }

  @Test func `random edits end with the findings of validate`() throws {
    var random = SeededRandom(seed: 31)
    let start = try Fixtures.text("Policies/acme-home.yaml")
    var session = ServerSession(["Policies/p.yaml": start])
    session.open("Policies/p.yaml", start)
    var text = start
    let pieces = ["x", "\n", "  ", "#", ": ", "😀", "\"", "http://", "]", "ü"]
    for version in 2..<(2 + TestForm.size(60, full: 300)) {
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      let line = Int.random(in: 0..<lines.count, using: &random)
      let units = Array(lines[line].utf16)
      var column = Int.random(in: 0...units.count, using: &random)
      if column > 0, column < units.count, UTF16.isTrailSurrogate(units[column]) { column -= 1 }
      let new = random.one(of: pieces)
      let edit: JSONValue = [
        "range": [
          "start": ["line": .int(line), "character": .int(column)],
          "end": ["line": .int(line), "character": .int(column)],
        ], "text": .string(new), "newText": .string(new),
      ]
      session.notify(
        "textDocument/didChange",
        [
          "textDocument": ["uri": "file:///w/Policies/p.yaml", "version": .int(version)],
          "contentChanges": [edit],
        ])
      text = Edits.applied([edit], to: text)
      guard version.isMultiple(of: 5) else { continue }
      session.settle()
      // Found in a directory, like the editor's files: without its marker it is not a policy.
      var file = InputFile(name: "Policies/p.yaml", text: text)
      file.isExplicit = false
      file.isAmongPolicies = true
      let report = Project([file]).report
      #expect(
        Self.found(session.findings["file:///w/Policies/p.yaml"] ?? [])
          == Self.expected(report, "Policies/p.yaml"))
      if version.isMultiple(of: 50) {
        text = start
        session.open("Policies/p.yaml", start, version: version)
      }
    }
  }

  @Test(arguments: ["", "# later\n", "name: acme\n", "linkpolcy: 1\nname: acme\n"])
  func `a document without a marker in a policy directory has a finding`(text: String) {
    var session = ServerSession(["Policies/p.yaml": text])
    session.open("Policies/p.yaml", text)
    session.open("Policies/new.yaml", text)
    session.open("elsewhere/p.yaml", text.replacing("linkpolcy: 1\n", with: ""))
    session.settle()
    for name in ["p", "new"] {
      let found = Self.found(session.findings["file:///w/Policies/\(name).yaml"] ?? [])
      #expect(found.count == 1 && found.first?.contains("not-a-policy") == true, "\(found)")
    }
    #expect((session.findings["file:///w/elsewhere/p.yaml"] ?? []).isEmpty)
  }

  @Test(arguments: [PositionEncoding.utf8, .utf16, .utf32])
  func `the negotiated encoding applies to edits`(_ encoding: PositionEncoding) throws {
    var random = SeededRandom(seed: 77)
    let name = "Policies/p.yaml"
    let start = NameTests.policy
    var session = ServerSession(
      [name: start], capabilities: ["general": ["positionEncodings": [.string(encoding.rawValue)]]])
    var lines: [[Unicode.Scalar]] = []
    func units(_ scalars: ArraySlice<Unicode.Scalar>) -> Int {
      scalars.reduce(0) { count, scalar in
        switch encoding {
        case .utf8: count + UTF8.width(scalar)
        case .utf16: count + UTF16.width(scalar)
        case .utf32: count + 1
        }
      }
    }
    let pieces = ["x", "  ", "#", ": ", "😀", "\"", "http://", "]", "ü", "漢字", "e\u{301}", ""]
    for version in 2..<(2 + TestForm.size(60, full: 3_400)) {
      if version % 20 == 2 {
        session.open(name, start, version: version)
        lines = start.split(separator: "\n", omittingEmptySubsequences: false).map {
          Array($0.unicodeScalars)
        }
      }
      let line = Int.random(in: 0..<lines.count, using: &random)
      let from = Int.random(in: 0...lines[line].count, using: &random)
      let to = min(lines[line].count, from + Int.random(in: 0...2, using: &random))
      let new = random.one(of: pieces)
      session.notify(
        "textDocument/didChange",
        [
          "textDocument": ["uri": .string("file:///w/\(name)"), "version": .int(version)],
          "contentChanges": [
            [
              "range": [
                "start": ["line": .int(line), "character": .int(units(lines[line][..<from]))],
                "end": ["line": .int(line), "character": .int(units(lines[line][..<to]))],
              ], "text": .string(new),
            ]
          ],
        ])
      lines[line].replaceSubrange(from..<to, with: Array(new.unicodeScalars))
      guard version % 20 == 1 else { continue }
      session.settle()
      let text = lines.map { String(String.UnicodeScalarView($0)) }.joined(separator: "\n")
      var file = InputFile(name: name, text: text)
      file.isExplicit = false
      file.isAmongPolicies = true
      #expect(session.server.text(of: "file:///w/\(name)") == Array(text.utf8))
      #expect(
        Self.found(session.findings["file:///w/\(name)"] ?? [])
          == Self.expected(Project([file]).report, name, encoding))
    }
  }

  @Test func `findings are published for the file that they are in`() {
    let invalid = cleanPolicy.replacing("type: web", with: "type: wep")
    var session = ServerSession(["Policies/a.yaml": invalid, "other/x.yaml": "a: 1\n"])
    session.settle()
    let uri = "file:///w/Policies/a.yaml"
    #expect(session.findings[uri]?.isEmpty == false)
    // An open document replaces the file on disk until it is closed.
    session.open("Policies/a.yaml", cleanPolicy)
    session.settle()
    #expect(session.findings[uri]?.isEmpty == true)
    session.notify("textDocument/didClose", ["textDocument": ["uri": .string(uri)]])
    session.settle()
    #expect(session.findings[uri]?.isEmpty == false)
    // Two files that conflict: findings are published for both.
    session.open("Policies/b.yaml", cleanPolicy)
    session.settle()
    #expect(session.findings["file:///w/Policies/b.yaml"]?.isEmpty == false)
    session.notify("textDocument/didClose", ["textDocument": ["uri": "file:///w/Policies/b.yaml"]])
    session.settle()
    #expect(session.findings["file:///w/Policies/b.yaml"]?.isEmpty == true)
  }

  @Test func `association files are checked, and an invalid configuration is reported`() {
    var session = ServerSession([
      "Policies/a.yaml": cleanPolicy, "linkpolicy.yaml": "linkpolicy_config: 1\nseverity: {}\n",
    ])
    session.settle()
    #expect(session.findings["file:///w/linkpolicy.yaml"]?.isEmpty == false)
    var other = ServerSession(["Policies/a.yaml": cleanPolicy])
    other.open("public/apple-app-site-association", "{\"applinks\": {")
    other.settle()
    #expect(other.findings["file:///w/public/apple-app-site-association"]?.isEmpty == false)
  }
}

/// An editor never shows a byte of a secret.
@Suite struct SecretTests {
  @Test(arguments: SecretForms.forms.indices)
  func `an editor shows no secret`(form: Int) {
    var random = SeededRandom(seed: UInt64(form))
    let secret = SecretForms.secret(&random)
    let policy = SecretForms.policy(
      SecretForms.forms[form]("client_secret", secret), place: TestForm.isFull ? form % 5 : 1)
    check(policy, secret)
  }

  @Test(arguments: SecretSpellings.lines)
  func `an editor shows no key or token`(line: String) {
    var random = SeededRandom(seed: UInt64(line.utf8.count))
    for content in SecretSpellings.someContents(&random) {
      let policy = SecretForms.policy(
        [line.replacing("§", with: content.line)], place: 1)
      check(policy, String(content.body.prefix(24)))
    }
  }

  private func check(_ policy: String, _ secret: String) {
    var session = ServerSession(["Policies/a.yaml": policy])
    session.open("Policies/a.yaml", policy)
    session.settle()
    var shown = session.findings.values.flatMap { $0 } + session.sent
    let document: JSONValue = ["uri": "file:///w/Policies/a.yaml"]
    for (number, line) in policy.split(separator: "\n", omittingEmptySubsequences: false)
      .enumerated()
    where line.contains(secret.prefix(8)) || line.contains("client_secret") {
      for column in [line.utf16.count / 2, line.utf16.count] {
        for method in ["hover", "completion", "definition", "signatureHelp"] {
          shown.append(
            session.request(
              "textDocument/\(method)",
              [
                "textDocument": document,
                "position": ["line": .int(number), "character": .int(column)],
              ]))
        }
      }
    }
    for method in ["documentSymbol", "codeLens", "documentLink", "foldingRange"] {
      shown.append(session.request("textDocument/\(method)", ["textDocument": document]))
    }
    for message in shown {
      let text = message.text()
      #expect(!text.contains(secret.prefix(8)), "\(text) of\n\(policy)")
    }
  }
}
