import LinkPolicy
import LinkPolicyCLI
import ProjectTestSupport
import Testing

/// `linkpolicy import` and `linkpolicy init`, over files in memory.
@Suite struct ImportCommandTests {
  private static let association = """
    {"applinks": {"details": [{"appIDs": ["A1B2C3D4E5.com.acme.home"], "components": [{"/": "/orders/*"}]}]}}
    """
  private static let client = """
    {"client_id": "web", "client_secret": "hunter2", "redirect_uris": ["https://www.acme.example/cb"],
     "token_endpoint_auth_method": "client_secret_basic"}
    """

  private static func files(_ more: [String: String] = [:]) -> MemoryFileSystem {
    MemoryFileSystem(
      ["aasa.json": association, "client.json": client].merging(more) { $1 })
  }

  @Test func `the policy goes to standard output and the report to standard error`() {
    let run = CommandLineRun(
      ["import", "aasa.json", "--host", "www.acme.example", "--environment", "prod"],
      files: Self.files())
    #expect(run.status == .clean, "\(run.errors)")
    #expect(run.output.hasPrefix("linkpolicy: 1\nname: acme-home\n"))
    #expect(run.output.contains("- { path: /orders/* }"))
    #expect(run.errors.contains("note[import-environment]"))
  }

  @Test func `an undecided value is an error, and the rest is written`() {
    let run = CommandLineRun(
      ["import", "aasa.json", "--host", "www.acme.example"], files: Self.files())
    #expect(run.status == .findings)
    #expect(run.errors.contains("error[import-environment-unknown]"))
    #expect(run.output.contains("home-ios:") && !run.output.contains("domains:"))
    let lenient = CommandLineRun(
      ["import", "aasa.json", "--host", "www.acme.example", "--fail-on", "never"],
      files: Self.files())
    #expect(lenient.status == .clean)
  }

  @Test(arguments: [
    ["import", "none.json"], ["import", "empty.json"], ["import"],
    ["import", "aasa.json", "--type", "asaa"],
    ["import", "aasa.json", "--map", "x"], ["import", "aasa.json", "--define", "x"],
    ["import", "aasa.json", "--update"], ["import", "aasa.json", "--map-file", "aasa"],
    ["import", "aasa.json", "--update", "--output", "none.yaml"],
  ])
  func `what cannot be used ends with 2`(arguments: [String]) {
    let run = CommandLineRun(arguments, files: Self.files(["empty.json": "{}"]))
    #expect(run.status == .usage)
    #expect(run.output.isEmpty)
    #expect(!run.errors.isEmpty)
  }

  @Test func `a file that is there is not overwritten`() {
    let files = Self.files(["Policies/acme.yaml": "mine\n"])
    let run = CommandLineRun(
      ["import", "client.json", "--environment", "prod", "--output", "Policies/acme.yaml"],
      files: files)
    #expect(run.status == .usage)
    #expect(run.errors.contains("already exists"))
    #expect(files.files["Policies/acme.yaml"] == "mine\n")
    #expect(files.writes.isEmpty)
  }

  @Test func `a client without an ID is the same client again, also once it has one`() {
    let source =
      #"{"name": "Shop", "app_type": "spa", "callbacks": ["https://shop.acme.example/cb"]}"#
    let files = MemoryFileSystem(["clients/Shop.json": source])
    let arguments = [
      "import", "clients/Shop.json", "--environment", "prod", "--output", "acme.yaml", "--fail-on",
      "never",
    ]
    #expect(CommandLineRun(arguments, files: files).status == .clean)
    let written = files.files["acme.yaml"] ?? ""
    #expect(written.contains("  Shop:"))
    #expect(CommandLineRun(arguments + ["--update"], files: files).output.isEmpty)
    #expect(files.files["acme.yaml"] == written)
    let named = written.replacing("    type:", with: "    client_id: { prod: shop }\n    type:")
    let again = MemoryFileSystem(["clients/Shop.json": source, "acme.yaml": named])
    #expect(CommandLineRun(arguments + ["--update"], files: again).output.isEmpty)
  }

  @Test func `update fills a policy and prints the difference`() {
    let policy = "linkpolicy: 1\nname: acme   # ours\n"
    let files = Self.files(["acme.yaml": policy])
    let run = CommandLineRun(
      ["import", "client.json", "--environment", "prod", "--update", "--output", "acme.yaml"],
      files: files)
    #expect(run.status == .clean, "\(run.errors)")
    #expect(run.output.contains("+clients:"))
    #expect(files.files["acme.yaml"]?.hasPrefix(policy) == true)
    #expect(files.files["acme.yaml"]?.contains("client_id: { prod: web }") == true)
  }

  @Test(arguments: ReportFormat.names)
  func `every format names places in the sources and no secret`(
    format: String
  ) {
    let run = CommandLineRun(
      ["import", "client.json", "--format", format, "--environment", "prod"], files: Self.files())
    #expect(run.errors.contains("import-secret-name"))
    #expect(run.errors.contains("client.json"))
    #expect(!(run.errors + run.output).contains("hunter2"))
  }

  @Test(arguments: [("text", "docs: "), ("json", "\"url\": \""), ("sarif", "\"helpUri\": \"")])
  func `findings link to the site that --docs-base names`(format: String, before: String) {
    let arguments = [
      "import", "aasa.json", "--host", "www.acme.example", "--environment", "prod", "--format",
      format,
    ]
    let page = before + "https://docs.acme.example/rules/import-environment/"
    let run = CommandLineRun(
      arguments + ["--docs-base", "https://docs.acme.example/"], files: Self.files())
    #expect(run.status == .clean && run.errors.contains(page), "\(run.errors)")
    #expect(!CommandLineRun(arguments, files: Self.files()).errors.contains("docs.acme"))
    #expect(CommandLineRun(arguments + ["--docs-base", "x"], files: Self.files()).status == .usage)
  }

  @Test func `standard input is a source`() {
    let run = CommandLineRun(
      ["import", "-", "--environment", "prod"], files: MemoryFileSystem(), input: Self.client)
    #expect(run.status == .clean, "\(run.errors)")
    #expect(run.output.contains("# from -"))
  }

  @Test func `keywords of a file fill variables and say the environment`() {
    let files = MemoryFileSystem([
      "client.json": Self.client.replacing("www.acme.example", with: "##HOST##"),
      "config-prod.json": "{\"AUTH0_KEYWORD_REPLACE_MAPPINGS\": {\"HOST\": \"www.acme.example\"}}",
    ])
    let run = CommandLineRun(
      ["import", "client.json", "--map-file", "config-prod.json"], files: files)
    #expect(run.status == .clean, "\(run.errors)")
    #expect(run.output.contains("- https://www.acme.example/cb"))
  }

  // MARK: init

  private static let repository = [
    "public/.well-known/apple-app-site-association": association,
    "public/CNAME": "www.acme.example\n",
    "auth/client.json": client.replacing("www.", with: "app."),
    "node_modules/x/client.json": client, "out/client.json": client,
    ".gitignore": "/out\n",
  ]

  @Test func `init finds, lists and writes`() {
    let files = MemoryFileSystem(Self.repository, hasRoot: true)
    let run = CommandLineRun(["init", "--yes", "--hooks"], files: files)
    #expect(run.status == .clean, "\(run.errors)")
    #expect(run.output.contains("Found 2 files:"))
    #expect(run.output.contains("auth/client.json"))
    #expect(!run.output.contains("node_modules") && !run.output.contains("out/"))
    #expect(
      files.writes == ["Policies/acme-home.yaml", "linkpolicy.yaml", ".pre-commit-config.yaml"])
    #expect(CommandLineRun(["validate"], files: files).status == .clean)
    #expect(
      files.files["Policies/acme-home.yaml"]?.contains("www.acme.example:\n    environment: prod")
        == true)
  }

  @Test func `init asks on a terminal, with the proposal preselected`() {
    let files = MemoryFileSystem(Self.repository, hasRoot: true)
    let run = CommandLineRun(["init"], files: files, input: "\nsandbox\n", isTerminal: true)
    #expect(run.output.contains("[prod]"))
    #expect(run.output.contains("1 value in sandbox"))
    let policy = files.files["Policies/acme-home.yaml"] ?? ""
    #expect(policy.contains("environment: prod") != policy.contains("environment: sandbox"))
    #expect(policy.contains("redirect_uris:"))
  }

  @Test func `init begins where nothing is found, with a policy that validates`() {
    let files = MemoryFileSystem(["README.md": "hello"], hasRoot: true)
    let run = CommandLineRun(["init"], files: files, workingDirectory: "/home/me/My Shop_2")
    #expect(run.status == .clean, "\(run.errors)")
    #expect(files.writes == ["Policies/my-shop2.yaml", "linkpolicy.yaml"])
    let check = CommandLineRun(["validate", "--fail-on", "note"], files: files)
    #expect(check.status == .clean, "\(check.output)")
  }

  @Test func `init overwrites nothing`() {
    var all = Self.repository
    all["linkpolicy.yaml"] = "linkpolicy_config: 1\n"
    let files = MemoryFileSystem(all, hasRoot: true)
    #expect(
      CommandLineRun(["init", "--yes"], files: files).output.contains(
        "kept linkpolicy.yaml"))
    let again = CommandLineRun(["init", "--yes"], files: files)
    #expect(again.status == .usage)
    #expect(again.errors.contains("already exists"))
    #expect(files.files["linkpolicy.yaml"] == "linkpolicy_config: 1\n")
  }
}
