import Foundation
import PolicyModel
import PolicyTestSupport
import PolicyText
import Testing

/// Compares files with the key tables.
@Suite struct StructureCheckerTests {
  private static func document(_ text: String) -> PolicyDocument {
    let source = SourceFile(name: "p.yaml", bytes: Array(text.utf8))
    return PolicyDocument(YAMLReader.read(source, file: FileID(0)))
  }

  @Test(arguments: StructureFixture.ok) func `a valid file has no findings`(
    fixture: StructureFixture
  ) throws {
    #expect(try fixture.document().diagnostics.map { "\($0.rule) \($0.message)" } == [])
  }

  @Test(arguments: StructureFixture.err) func `a finding is on its line and nowhere else`(
    fixture: StructureFixture
  ) throws {
    let document = try fixture.document()
    let found = document.diagnostics.map {
      "\(document.tree.source.position(of: $0.location.span.start).line) \($0.rule)"
    }.sorted()
    #expect(try found == fixture.expected())
  }

  @Test func `there are fixtures`() {
    #expect(StructureFixture.ok.count >= 7)
    #expect(StructureFixture.err.count >= 13)
  }

  @Test(arguments: [
    ("reditect_uris: []", "`redirect_uris`"), ("redirect-uris: []", "`redirect_uris`"),
    ("callbacks: []", "`redirect_uris`"), ("CLIENT_ID: a", "`client_id`"),
    ("pcke: required", "`pkce`"),
  ]) func `for an unknown key, the finding suggests the right one`(line: String, meant: String)
    throws
  {
    let document = Self.document(
      "linkpolicy: 1\nname: a\nclients:\n  c:\n    provider: generic\n    type: web\n    \(line)\n")
    let finding = try #require(document.diagnostics.first { $0.rule == "unknown-key" })
    #expect(finding.help?.contains(meant) == true)
    #expect(finding.fixes.first?.edits.first?.replacement == meant.replacing("`", with: ""))
    #expect(finding.fixes.first?.isSafe == false)
    #expect(finding.path == "clients.c.\(line.prefix { $0 != ":" })")
  }

  @Test func `a misspelled key is not also reported as missing`() {
    let document = Self.document(
      """
      linkpolicy: 1
      name: a
      clients: { c: { provider: generic, type: web, client_id: a, reditect_uris: [] } }
      """)
    #expect(document.diagnostics.map(\.rule) == ["unknown-key"])
  }

  @Test func `the suggestion is never a key that already exists`() {
    let document = Self.document("linkpolicy: 1\nname: a\nnames: b\n")
    #expect(document.diagnostics.map(\.rule) == ["unknown-key"])
    #expect(document.diagnostics.allSatisfy { $0.fixes.isEmpty })
  }

  @Test(arguments: [
    "name: !!str a", "name: *a", "name: a\n<<: { owner: b }", "<<: { name: a }", "name: a\nname: b",
    "? [name]\n: a", "name: 1", "nam: a", "owner: \"a",
  ]) func `one cause has one finding`(line: String) {
    let document = Self.document("linkpolicy: 1\n\(line)\n")
    #expect(document.diagnostics.count == 1)
  }

  @Test func `a finding in a value that is used twice is reported once`() {
    let document = Self.document(
      """
      linkpolicy: 1
      name: a
      clients:
        c: &c { provider: generic, type: web, client_id: c, redirect_uris: [1] }
        d: *c
      """)
    let report = Report(sources: [document.tree.source], diagnostics: document.diagnostics)
    #expect(report.diagnostics.map(\.rule) == ["yaml-not-string"])
  }

  @Test(arguments: [
    ("name: 1_000", "name: \"1_000\""), ("linkpolicy: '1'", "linkpolicy: 1"),
    ("clients: { c: { omit_redirect_uri: Yes } }", "clients: { c: { omit_redirect_uri: true } }"),
    (
      "clients: { c: { omit_redirect_uri: \"false\" } }",
      "clients: { c: { omit_redirect_uri: false } }"
    ),
    ("clients: { c: { type: wbe } }", "clients: { c: { type: web } }"),
    ("owner:", "owner: \"\""), ("owner: &a\n", "owner: &a \"\"\n"),
    ("clients: { c: { pkce: off } }", "clients: { c: { pkce: optional } }"),
    ("clients: { c: { state: True } }", "clients: { c: { state: required } }"),
    (
      "clients: { c: { provider: google } }", "clients: { c: { provider: google-account-linking } }"
    ),
    ("apps: { a: { platform: iPhone } }", "apps: { a: { platform: ios } }"),
    (
      "domains: { h: { links: [ { rules: [ /flip ] } ] } }",
      "domains: { h: { links: [ { rules: [ { path: /flip } ] } ] } }"
    ),
    (
      "domains: { h: { links: [ { rules: [ '/a/*' ] } ] } }",
      "domains: { h: { links: [ { rules: [ { path: \"/a/*\" } ] } ] } }"
    ),
  ]) func `a fix replaces the value by the suggested one`(line: String, fixed: String) throws {
    let prefix = line.hasPrefix("linkpolicy") ? "" : "linkpolicy: 1\n"
    let text = prefix + line
    let document = Self.document(text)
    let edit = try #require(document.diagnostics.lazy.flatMap(\.fixes).flatMap(\.edits).first)
    var bytes = Array(text.utf8)
    bytes.replaceSubrange(
      edit.location.span.start..<edit.location.span.end, with: Array(edit.replacement.utf8))
    #expect(String(decoding: bytes, as: UTF8.self) == prefix + fixed)
  }

  @Test(arguments: ["? owner\n", "{linkpolicy: 1, name: a, owner }"])
  func `a key without a value has no fix, because it would break the file`(line: String) {
    let document = Self.document((line.hasPrefix("{") ? "" : "linkpolicy: 1\nname: a\n") + line)
    #expect(document.diagnostics.map(\.rule) == ["yaml-not-string"])
    #expect(document.diagnostics.allSatisfy { $0.fixes.isEmpty })
  }

  @Test func `no finding prints a secret, and each secret is in the list of redactions`() throws {
    for name in ["secrets", "secret-texts"] {
      let fixture = StructureFixture(path: "Tests/Fixtures/structure/err/\(name).yaml")
      let document = try fixture.document()
      let hidden = document.secrets.map { document.tree.source.text($0.span) }
      for secret in [
        "hunter2", "hunter-2", "12345", "GOCSPX-0123456789abcdef", "BEGIN PRIVATE KEY",
      ] {
        let texts = document.diagnostics.flatMap { finding in
          [finding.message, finding.help ?? "", finding.path]
            + finding.fixes.flatMap { $0.edits.map(\.replacement) }
        }
        #expect(!texts.contains { $0.contains(secret) })
        let inFile = document.tree.source.text(SourceSpan(0, Int.max)).contains(secret)
        #expect(!inFile || hidden.contains { $0.contains(secret) })
      }
    }
  }

  @Test(arguments: [
    "client_secret: !!str hunter2", "client_secret: { prod: !x hunter2 }",
    "client_secret: { production: hunter2 }", "client_secret: { prod: hunter2, prod: hunter2 }",
    "client_secret: { env: { a: hunter2 } }", "client_secret: &a hunter2",
  ]) func `a secret in any invalid form is in the list of redactions`(line: String) {
    let document = Self.document("linkpolicy: 1\nname: a\nclients: { c: { \(line) } }\n")
    let hidden = document.secrets.map { document.tree.source.text($0.span) }
    #expect(hidden.contains { $0.contains("hunter2") })
    #expect(!document.diagnostics.contains { $0.message.contains("hunter2") })
  }

  @Test func `references to secrets are not in the list of redactions`() throws {
    let fixture = StructureFixture(path: "Tests/Fixtures/structure/ok/environments.yaml")
    #expect(try fixture.document().secrets.isEmpty)
  }
}

/// A single value instead of a list.
struct ListFixTests {
  @Test(arguments: [
    ("\"14:6D\"", "[\"14:6D\"]"), ("a", "[a]"), ("a, b", "[a, b]"), ("'a b'", "[a, b]"),
    ("'a, {b}'", "['a, {b}']"), ("a, {b}", nil), ("|\n     a", nil), ("*x", nil), ("\"é\"", nil),
  ])
  func `it becomes a list, of its words if they are simple`(value: String, fixed: String?) {
    let text = "linkpolicy: 1\nname: n\nx-y: &x z\nclients:\n  c:\n   scopes: \(value)\n"
    let source = SourceFile(name: "p.yaml", bytes: Array(text.utf8))
    let document = PolicyDocument(YAMLReader.read(source, file: FileID(0)))
    let finding = document.diagnostics.first { $0.path == "clients.c.scopes" }
    let fix = finding?.fixes.first
    #expect(fix?.edits.first?.replacement == fixed)
    // Splitting several words is a guess, so the fix isn't safe.
    #expect(fix?.isSafe == fixed.map { !$0.hasSuffix("a, b]") })
  }
}

/// A file of `Tests/Fixtures/structure`. A line with findings ends in `# ⟵ rule-id rule-id`.
struct StructureFixture: CustomTestStringConvertible {
  /// The path in the repository.
  var path: String
  var testDescription: String { path }

  static let ok = list("Tests/Fixtures/structure/ok")
  static let err = list("Tests/Fixtures/structure/err")

  private static func list(_ directory: String) -> [StructureFixture] {
    ((try? Fixtures.names(in: directory)) ?? []).map {
      StructureFixture(path: "\(directory)/\($0)")
    }
  }

  func document() throws -> PolicyDocument {
    let source = SourceFile(name: path, bytes: try Fixtures.bytes(path))
    return PolicyDocument(YAMLReader.read(source, file: FileID(0)))
  }

  /// `line rule` of each expected finding, sorted.
  func expected() throws -> [String] {
    let text = try Fixtures.text(path)
    return text.split(separator: "\n", omittingEmptySubsequences: false).enumerated().flatMap {
      line -> [String] in
      guard let mark = line.element.range(of: "# ⟵ ") else { return [] }
      return line.element[mark.upperBound...].split(separator: " ").map {
        "\(line.offset + 1) \($0)"
      }
    }.sorted()
  }

  /// The name of the schema for this file.
  func schema() throws -> String {
    switch try document().kind {
    case .tests: "Schemas/tests.schema.json"
    case .configuration: "Schemas/config.schema.json"
    case .policy, .unmarked: "Schemas/policy.schema.json"
    }
  }
}
