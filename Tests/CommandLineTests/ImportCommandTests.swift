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

  private static let fingerprint =
    "F0:FD:6C:5B:41:0F:25:CB:25:C3:B5:33:46:C8:97:2F:AE:30:F8:EE:74:11:DF:91:04:80:AD:6B:2D:60:DB:83"

  private static let repository = [
    "public/.well-known/apple-app-site-association": association,
    "public/CNAME": "www.acme.example\n",
    "auth/client.json": client.replacing("www.", with: "app."),
    "node_modules/x/client.json": client, "out/client.json": client,
    ".gitignore": "/out\n",
  ]

  @Test func `init writes a valid policy and reports in 25 lines`() {
    let files = MemoryFileSystem(Self.repository, hasRoot: true)
    let run = CommandLineRun(["init", "--yes", "--hooks"], files: files)
    #expect(run.status == .clean, "\(run.errors)")
    #expect(run.output.split(separator: "\n").count <= 25)
    #expect(run.output.contains("auth/client.json"))
    #expect(!run.output.contains("node_modules") && !run.output.contains("out/client.json: rfc"))
    #expect(
      files.writes.map { $0.hasSuffix("linkpolicy.yaml") || $0.hasPrefix(".pre") } == [
        false, true, true,
      ])
    let policy = files.files[files.writes[0]] ?? ""
    #expect(CommandLineRun(["validate"], files: files).status == .clean)
    #expect(policy.contains("www.acme.example:\n    environment: prod"), "\(policy)")
  }

  @Test func `init asks once per host, and Enter keeps the default`() {
    let files = MemoryFileSystem(Self.repository, hasRoot: true)
    let run = CommandLineRun(["init"], files: files, input: "sandbox\n\n\n\n", isTerminal: true)
    #expect(run.output.contains("[prod]"))
    for host in ["app.acme.example", "www.acme.example"] {
      let question = "Which environment does \(host) belong to?"
      #expect(run.output.split(separator: question).count == 2, "\(run.output)")
    }
    let policy = files.files[files.writes.first ?? ""] ?? ""
    #expect(policy.contains("environment: prod") && policy.contains("sandbox:"), "\(policy)")
  }

  @Test func `init writes nothing if the user says no`() {
    let files = MemoryFileSystem(Self.repository, hasRoot: true)
    let run = CommandLineRun(["init"], files: files, input: "\n\nno\n", isTerminal: true)
    #expect(run.status == .clean && files.writes.isEmpty, "\(run.output)")
  }

  @Test func `one answer decides the host of both association files`() {
    var all = Self.repository
    all["public/CNAME"] = nil
    all["public/.well-known/assetlinks.json"] = """
      [{ "relation": ["delegate_permission/common.handle_all_urls"], "target": { "namespace": "android_app",
      "package_name": "com.acme.home", "sha256_cert_fingerprints": ["\(Self.fingerprint)"] } }]
      """
    for (arguments, input) in [
      (["init", "--yes", "--host", "go.acme.example"], ""),
      (["init"], "go.acme.example\n\n\n\n\n\n"),
    ] {
      let files = MemoryFileSystem(all, hasRoot: true)
      let run = CommandLineRun(arguments, files: files, input: input, isTerminal: !input.isEmpty)
      let policy = files.files[files.writes.first ?? ""] ?? ""
      #expect(policy.contains("  go.acme.example:\n"), "\(run.output)")
      #expect(policy.contains("-ios") && policy.contains("-android"), "\(policy)")
      #expect(CommandLineRun(["validate"], files: files).status == .clean)
    }
  }

  @Test func `what a policy can't have is a comment with a question`() {
    let realm = """
      { "realm": "shop", "clients": [{ "clientId": "web", "protocol": "openid-connect", "publicClient": true,
      "standardFlowEnabled": true, "redirectUris": ["https://shop.example/*", "https://shop.example/cb",
      "http://shop.example/old"] }, { "clientId": "admin", "protocol": "openid-connect", "publicClient": true,
      "standardFlowEnabled": true, "redirectUris": ["https://admin.shop.example/*"] }] }
      """
    let files = MemoryFileSystem(
      ["deploy/realm.json": realm, "test/realm.json": realm.replacing("web", with: "tested")],
      hasRoot: true)
    let run = CommandLineRun(["init"], files: files)
    #expect(run.status == .clean, "\(run.errors)")
    #expect(run.output.contains("test/realm.json: keycloak below `test/`"))
    let policy = files.files["Policies/shop.yaml"] ?? ""
    for line in [
      "- https://shop.example/cb\n", "# - https://shop.example/*\n",
      "# - http://shop.example/old\n",
      "- TODO\n", "# - https://admin.shop.example/*\n", "from deploy/realm.json\n",
    ] { #expect(policy.contains(line), "\(line)\n\(policy)") }
    #expect(!policy.contains("tested"))
    #expect(CommandLineRun(["validate"], files: files).status == .clean)
    #expect(CommandLineRun(["generate"], files: files).status == .clean)
  }

  @Test func `nothing found writes nothing, and --starter a policy whose test passes`() {
    let found = [
      "README.md": "hello", "a/main.tf": "callback_urls = []", ".gitignore": "*.plist\n",
      "b/Info.plist": "<plist/>",
    ]
    let none = MemoryFileSystem(found, hasRoot: true)
    let run = CommandLineRun(["init"], files: none)
    #expect(run.status == .findings && none.writes.isEmpty)
    #expect(run.output.contains("a/main.tf: Terraform") && run.output.contains("b/Info.plist"))
    let files = MemoryFileSystem(found, hasRoot: true)
    let starter = CommandLineRun(
      ["init", "--starter"], files: files, workingDirectory: "/home/me/My Shop_2")
    #expect(starter.status == .clean, "\(starter.errors)")
    #expect(files.writes == ["Policies/my-shop2.yaml", "linkpolicy.yaml"])
    let check = CommandLineRun(["validate", "--fail-on", "note"], files: files)
    #expect(check.status == .clean, "\(check.output)")
    let tests = CommandLineRun(["test"], files: files)
    #expect(tests.status == .clean && tests.output.contains("1 passed"), "\(tests.output)")
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
