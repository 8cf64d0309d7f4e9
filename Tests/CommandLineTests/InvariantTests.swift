import LinkPolicyCLI
import PolicyTestSupport
import ProjectTestSupport
import Testing

/// The invariants in `Policies/`: they hold, and a small edit that breaks one is shown with a counterexample.
@Suite struct InvariantTests {
  struct Edit: CustomTestStringConvertible, Sendable {
    var file: String
    var old: String
    var new: String
    var invariant: String
    /// The violation in the message.
    var message: String
    /// The line that the note is about.
    var line: String
    var testDescription: String { invariant }
  }

  static let edits = [
    Edit(
      file: "acme-home.yaml", old: "prod: [https://app.acme.example/signed-in]",
      new: "prod: [https://app-acme.example/signed-in]",
      invariant: "web clients redirect only to our hosts and Google's",
      message:
        "redirect URI `https://app-acme.example/signed-in` of `acme-portal` has host `app-acme.example`",
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
      file: "acme-cli.yaml", old: "    type: native\n", new: "    type: native\n    pkce: optional\n",
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
    // Each is expected to hold, and does.
    #expect(run.output.ranges(of: "\"state\": \"holds\"").count == 20)
    #expect(try !Self.run(["validate"]).output.contains("invariant-"))
  }

  @Test(arguments: edits)
  func `an edit that breaks an invariant is shown`(_ edit: Edit) throws {
    let run = try Self.run(["validate"], edit)
    #expect(run.status == .findings)
    let finding = run.output.split(separator: "\n\n").first {
      $0.contains("error[invariant-violated]: `\(edit.invariant)` is violated: ")
    }
    let text = try #require(finding, "\(run.output)")
    #expect(text.contains(edit.message), "\(text)")
    #expect(text.contains(edit.line), "\(text)")

    let tests = try Self.run(["test", "--format", "junit"], edit)
    #expect(tests.status == .findings, "\(tests.errors)")
    #expect(tests.output.contains("because \(edit.message)"), "\(tests.output)")
  }

  @Test func `a violated invariant keeps generate from writing`() throws {
    let run = try Self.run(["generate", "--target", "aasa"], Self.edits[4])
    #expect(run.status != .clean)
    #expect(run.errors.contains("invariant-violated"))
  }
}
