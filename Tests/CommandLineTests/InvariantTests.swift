import LinkPolicyCLI
import PolicyTestSupport
import ProjectTestSupport
import Testing

/// The invariants in `Policies/` hold. A small edit that violates one is reported with a
/// counterexample.
@Suite struct InvariantTests {
  struct Edit: CustomTestStringConvertible, Sendable {
    var file: String
    var old: String
    var new: String
    var invariant: String
    /// The violation in the message.
    var message: String
    /// The line that the note refers to.
    var line: String
    var testDescription: String { invariant }
  }

  static let edits = [
    Edit(
      file: "acme-home.yaml", old: "prod: [https://app.acme.example/signed-in]",
      new: "prod: [https://app-acme.example/signed-in]",
      invariant: "web clients redirect only to our hosts and Google's",
      message:
        "`https://app-acme.example/signed-in` of `acme-portal` has host `app-acme.example`",
      line: "app-acme.example/signed-in]"),
    Edit(
      file: "acme-home.yaml", old: "    scopes: [devices]\n",
      new: "    scopes: [devices]\n    grant_types: [authorization_code, password]\n",
      invariant: "no client uses passwords or receives tokens in URLs",
      message: "client `acme-portal` has grant type `password`",
      line: "grant_types: [authorization_code, password]"),
    Edit(
      file: "acme-home.yaml",
      old: "- { path: /flip/debug/*, exclude: true, comment: stays in the browser }",
      new: "- { path: /flip/*/log }", invariant: "debug pages of App Flip stay in the browser",
      message: "`https://www.acme.example/flip/debug/log` opens `acme-ios`",
      line: "- { path: /flip/*/log }"),
    Edit(
      file: "nordic-lights.yaml", old: "- { path: /lights/*, comment: scenes and rooms }",
      new: "- { path: /l*, comment: scenes and rooms }",
      invariant: "doors open the locks app and no other",
      message: "`https://links.nordic.example/locks/doors` opens `nordic-lights/ios`",
      line: "- { path: /l*, comment"),
    Edit(
      file: "acme-cli.yaml", old: "    type: native\n",
      new: "    type: native\n    pkce: optional\n",
      invariant: "native clients use PKCE and no secret",
      message: "client `acme-cli` has `pkce: optional`", line: "pkce: optional"),
  ]

  private static let names = [
    "acme-cli.yaml", "acme-home.yaml", "nordic-lights.yaml", "nordic-locks.yaml",
    "tests/cross-product.yaml",
  ]

  private static func files(_ edit: Edit? = nil) throws -> MemoryFileSystem {
    var files: [String: String] = [:]
    for name in names {
      var text = try Fixtures.text("Policies/\(name)")
      if let edit, edit.file == name {
        #expect(text.contains(edit.old))
        text = text.replacing(edit.old, with: edit.new, maxReplacements: 1)
      }
      files["Policies/\(name)"] = text
    }
    return MemoryFileSystem(files)
  }

  private static func run(_ arguments: [String], _ edit: Edit? = nil) throws -> CommandLineRun {
    CommandLineRun(arguments, files: try files(edit))
  }

  @Test func `all ten invariants hold`() throws {
    let run = try Self.run(["test", "--format", "json"])
    #expect(run.status == .clean, "\(run.errors)")
    // Every invariant is expected to hold, and holds.
    #expect(run.output.ranges(of: "\"state\": \"holds\"").count == 20)
    #expect(try !Self.run(["validate"]).output.contains("invariant-"))
  }

  @Test(arguments: edits)
  func `an edit that violates an invariant is reported`(_ edit: Edit) throws {
    let run = try Self.run(["validate"], edit)
    #expect(run.status == .findings)
    let finding = run.output.split(separator: "\n\n").first {
      $0.contains("error[invariant-violated]: `\(edit.invariant)` is violated: ")
    }
    let text = try #require(finding, "\(run.output)")
    #expect(text.contains(edit.message), "\(text)")
    #expect(text.contains(edit.line), "\(text)")

    // Another rule also reports this policy.
    guard edit.message != "client `acme-cli` has `pkce: optional`" else { return }
    let tests = try Self.run(["test", "--format", "junit"], edit)
    #expect(tests.status == .findings, "\(tests.errors)")
    #expect(tests.output.contains("because \(edit.message)"), "\(tests.output)")
  }

  @Test func `generate writes nothing if an invariant is violated`() throws {
    let run = try Self.run(["generate", "--target", "aasa"], Self.edits[4])
    #expect(run.status != .clean)
    #expect(run.errors.contains("invariant-violated"))
  }

  // MARK: invalid input

  @Test(arguments: try Fixtures.rows("invariant-mistakes"), ["policy", "tests"])
  func `a mistake in an invariant is a finding on its line`(_ mistake: [String], _ kind: String) {
    let section = "invariants:\n  - \(mistake[0])\n"
    let policy = """
      linkpolicy: 1
      name: lumen
      apps:
        lumen-ios: { platform: ios, bundle_id: com.lumen.app, team_id: R7KM2QX94T }
      domains:
        links.lumen.example:
          links: [{ apps: [lumen-ios], rules: [{ path: /reset/* }] }]

      """
    let file = kind == "policy" ? "lumen.yaml" : "tests.yaml"
    var files = ["Policies/lumen.yaml": policy + (kind == "policy" ? section : "")]
    if kind == "tests" { files["Policies/tests.yaml"] = "linkpolicy_tests: 1\n" + section }
    let run = CommandLineRun(["validate"], files: MemoryFileSystem(files))
    let line = kind == "policy" ? 9 : 3
    let found = run.output.split(separator: "\n\n").filter {
      $0.contains("[\(mistake[1])]") && $0.contains(mistake[2])
        && $0.contains("--> Policies/\(file):\(line):")
    }
    #expect(found.count == 1, "\(run.output)\(run.errors)")
  }

  @Test func `an app ID in a test file must be unique among the tested policies`() {
    func policy(_ name: String) -> String {
      """
      linkpolicy: 1
      name: \(name)
      apps:
        ios: { platform: ios, bundle_id: com.\(name).app, team_id: R7KM2QX94T }
      domains:
        \(name).example: { links: [{ apps: [ios], rules: [{ path: /a }] }] }

      """
    }
    func run(_ scope: String, _ app: String) -> CommandLineRun {
      CommandLineRun(
        ["validate"],
        files: MemoryFileSystem([
          "Policies/a.yaml": policy("a"), "Policies/b.yaml": policy("b"),
          "Policies/t.yaml": """
          linkpolicy_tests: 1\(scope)
          invariants:
            - { name: rule, links: { host: a.example, path: /a }, open_only: [\(app)] }

          """,
        ]))
    }
    #expect(run("", "ios").output.contains("2 policies declare an app `ios`"))
    for clean in [run("", "a/ios"), run("\npolicy: a", "ios")] {
      #expect(!clean.output.contains("invariant") && !clean.output.contains("unknown-ref"))
    }
    #expect(run("", "b/ios").output.contains("`https://a.example/a` opens `a/ios`"))
  }

  @Test func `coverage includes invariants`() throws {
    let run = try Self.run(["test", "--coverage", "--filter", "codes stay on the device"])
    #expect(run.output.contains("1 test, 1 passed"))
    #expect(run.output.contains("6 of "), "\(run.output)")
    let links = try Self.run(["test", "--coverage", "--filter", "doors open the locks app"])
    #expect(links.output.contains("1 of "), "\(links.output)")
  }
}
