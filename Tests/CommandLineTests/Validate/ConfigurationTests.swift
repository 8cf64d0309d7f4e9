import LinkPolicyCLI
import ProjectTestSupport
import Testing

@Suite struct ConfigurationTests {
  private func tree(
    _ configuration: String, policy: String = faultyPolicy(), in directory: String = "/repo/sub",
    others: [String: String] = [:]
  ) -> TreeFileSystem {
    var files = [
      "/repo/.git/HEAD": "", "/repo/linkpolicy.yaml": "linkpolicy_config: 1\n\(configuration)",
      "/repo/Policies/p.yaml": policy, "/repo/sub/other.txt": "",
    ]
    files.merge(others) { $1 }
    return TreeFileSystem(files, in: directory)
  }

  private func oneline(_ tree: TreeFileSystem, _ options: String...) -> CommandLineRun {
    tree.run(["validate", "--format", "oneline"] + options)
  }

  @Test func `the nearest configuration up to the repository counts, and its paths start there`() {
    let run = oneline(tree("policies: [Policies]\n"))
    #expect(run.output.hasPrefix("../Policies/p.yaml:12:11: error[uri-http]"), "\(run)")
    #expect(run.status == .findings)
    #expect(oneline(tree("")).output == run.output)
  }

  @Test func `a configuration above the repository does not count`() {
    let files = tree(
      "severities: { uri-http: note }\n", in: "/repo/inner",
      others: ["/repo/inner/.git": "gitdir: x\n", "/repo/inner/Policies/q.yaml": faultyPolicy()])
    #expect(oneline(files).output.contains("error[uri-http]"))
  }

  @Test(arguments: [
    ("off", ""), ("note", "note[uri-http]"), ("warning", "warning[uri-http]"), ("\"off\"", ""),
  ])
  func `a severity is configured`(word: String, expected: String) {
    let run = oneline(tree("severities: { uri-http: \(word) }\n"))
    #expect(run.output.contains(expected))
    #expect(run.output.isEmpty == expected.isEmpty)
    #expect(run.status == .clean)
  }

  /// Commands that decide leave out rules that are advice, but not where it counts as an error.
  @Test(arguments: [
    ("", LinkPolicyCLI.ExitStatus.clean),
    ("severities: { uri-default-port: warning }\n", .clean),
    ("severities: { uri-default-port: error }\n", .usage),
    ("overrides: [{ paths: [Policies/], severities: { uri-default-port: error } }]\n", .usage),
  ])
  func `a rule that the configuration makes an error stops decisions`(
    configuration: String, status: LinkPolicyCLI.ExitStatus
  ) {
    let policy = cleanPolicy.replacing("lumen.example/oauth", with: "lumen.example:443/oauth")
    let run = tree(configuration, policy: policy, in: "/repo").run([
      "simulate", "authorize", "--client", "website", "--redirect-uri",
      "https://lumen.example:443/oauth/callback", "--response-type", "code", "--state", "s",
    ])
    #expect(run.status == status, "\(run)")
    #expect(run.errors.contains("error[uri-default-port]") == (status == .usage))
  }

  @Test func `an override wins over severities, and the last that fits wins`() {
    let configuration = """
      severities: { uri-http: off }
      overrides:
        - { paths: [Policies/**], severities: { uri-http: note } }
        - { paths: ["*.yaml"], severities: { uri-http: warning } }
        - { paths: [other/], severities: { uri-http: error } }
        - { paths: [Policies/], environment: sandbox, severities: { uri-http: error } }

      """
    #expect(oneline(tree(configuration)).output.contains("warning[uri-http]"))
  }

  @Test func `the command line wins over everything`() {
    let files = tree("severities: { uri-http: off }\n")
    #expect(oneline(files, "--select", "uri-http").output.contains("error[uri-http]"))
    #expect(oneline(tree(""), "--ignore", "uri-http").output.isEmpty)
    #expect(oneline(tree(""), "--select", "uri-idn,uri-fragment").output.isEmpty)
    #expect(oneline(tree(""), "--select", "uri-http", "--ignore", "uri-http").output.isEmpty)
  }

  @Test(arguments: [
    ("severities: { uri-htttp: off }\n", "did you mean `uri-http`?"),
    ("severities: { yaml-syntax: off }\n", "can't be turned off"),
    ("severity: {}\n", "did you mean `severities`?"),
    ("severities: { uri-http: fatal }\n", "unknown-value"),
    ("baseline: nowhere.json\n", "no such file"), ("a: [\n", "yaml-syntax"),
  ])
  func `a configuration that cannot be used is a usage error`(text: String, expected: String) {
    let run = oneline(tree(text))
    #expect(run.status == .usage)
    #expect(run.output.isEmpty)
    #expect(run.errors.contains(expected), "\(run.errors)")
  }

  @Test(arguments: ["--select", "--ignore"])
  func `an unknown rule on the command line is a usage error`(option: String) {
    let run = oneline(tree(""), option, "uri-http,uri-htttp")
    #expect(run.status == .usage)
    #expect(run.errors.contains("unknown rule `uri-htttp`; did you mean `uri-http`?"))
    #expect(oneline(tree(""), option, "").status == .usage)
  }

  @Test func `excluded files are skipped quietly, also where they are named`() {
    let files = tree("exclude: [Policies/p.yaml]\n", others: ["/repo/Policies/q.yaml": cleanPolicy])
    #expect(oneline(files).output.isEmpty)
    let named = oneline(files, "../Policies/p.yaml")
    #expect(named.status == .clean && named.output.isEmpty && named.errors.isEmpty)
  }

  @Test(arguments: [
    ("*.yaml", true), ("Policies/", true), ("Policies", true), ("**/p.yaml", true),
    ("/Policies/p.yaml", true), ("Policies/**", true), ("./Policies/?.yaml", true),
    ("p.yml", false), ("sub/*.yaml", false), ("Policies/*/p.yaml", false), ("**/Policies", true),
    ("olicies", false),
  ])
  func `a pattern fits as in ignore files`(pattern: String, fits: Bool) {
    let run = oneline(tree("exclude: [\"\(pattern)\"]\n"), "../Policies/p.yaml")
    #expect(run.output.isEmpty == fits)
  }

  @Test func `a named configuration is used, and a file that is none is refused`() {
    let files = tree(
      "", others: ["/repo/ci.yaml": "linkpolicy_config: 1\nseverities: { uri-http: note }\n"])
    let run = oneline(files, "--config", "../ci.yaml", "../Policies")
    #expect(run.output.contains("note[uri-http]"))
    #expect(oneline(files, "--config", "../Policies/p.yaml").status == .usage)
    #expect(oneline(files, "--config", "nowhere.yaml").status == .usage)
  }

  @Test func `the settings are listed with their origin`() {
    let run = tree("exclude: [vendor/]\nseverities: { uri-http: off }\n").run([
      "validate", "--show-config", "--fail-on", "warning",
    ])
    let lines = run.output.split(separator: "\n").map {
      $0.split(separator: " ").joined(separator: " ")
    }
    #expect(run.status == .clean)
    #expect(lines.contains("configuration ../linkpolicy.yaml searched"))
    #expect(lines.contains("fail-on warning command line"))
    #expect(lines.contains("severities.uri-http off ../linkpolicy.yaml:3:15"))
    #expect(lines.contains("exclude vendor/ ../linkpolicy.yaml:2:11"))
  }

  // MARK: baseline

  @Test func `known findings are not reported, wherever they move`() {
    let files = tree("baseline: known.json\n")
    #expect(files.run(["validate", "--write-baseline", "../known.json"]).status == .clean)
    let known = oneline(files)
    #expect(known.status == .clean && known.output.isEmpty)
    #expect(known.errors.isEmpty)

    let written = files.files.files["/repo/known.json"] ?? ""
    #expect(written.contains("\"file\":\"Policies/p.yaml\""))
    #expect(!written.contains("\"line\""))
    let moved = faultyPolicy(above: "# moved\n        - https://lumen.example/other")
    let after = tree(
      "baseline: known.json\n", policy: moved, others: ["/repo/known.json": written])
    #expect(!oneline(after).output.contains("uri-http"))

    let twice = faultyPolicy(above: "- http://lumen.example/other")
    let more = tree("baseline: known.json\n", policy: twice, others: ["/repo/known.json": written])
    #expect(oneline(more).output.split(separator: "\n").count { $0.contains("uri-http") } == 1)
  }

  @Test func `a baseline is the same for the same findings and holds no secret`() {
    let policy = cleanPolicy.replacing("{ env: LUMEN_WEB_SECRET }", with: "s3cr3t-value")
    let files = tree("", policy: policy)
    _ = files.run(["validate", "--write-baseline", "a.json"])
    _ = files.run(["validate", "--write-baseline", "b.json"])
    let text = files.files.files["/repo/sub/a.json"] ?? ""
    #expect(text == files.files.files["/repo/sub/b.json"])
    #expect(text.contains("client-secret-in-policy"))
    #expect(!text.contains("s3cr3t-value"))
    // A hash of a short secret can be guessed.
    #expect(
      text.contains(
        #""path":"clients.website.client_secret","rule":"client-secret-in-policy","count":1"#))
  }

  @Test func `a baseline has no value and no message`() {
    let files = tree("")
    _ = files.run(["validate", "--write-baseline", "a.json"])
    let text = files.files.files["/repo/sub/a.json"] ?? ""
    #expect(text.hasPrefix("{\n  \"version\": 2,\n"))
    #expect(text.contains("\"hash\":\""))
    #expect(!text.contains("\"value\"") && !text.contains("\"message\""))
    #expect(!text.contains("http://lumen.example"))
  }

  @Test func `a baseline of version 1 is read`() {
    // As version 1 was written, with secrets that it did not know as such.
    let old = """
      {
        "schemaVersion": 1,
        "findings": [
          {"file":"Policies/p.yaml","path":"clients.website.redirect_uris.prod[]","rule":"uri-fragment","value":"#a","message":"old","count":1},
          {"file":"Policies/p.yaml","path":"clients.website.redirect_uris.prod[]","rule":"environment-counterpart-missing","value":"\\"https://lumen.example/cb?access_token=hunter22#a\\"","message":"old","count":1}
        ]
      }

      """
    let policy = cleanPolicy.replacing(
      "[https://lumen.example/oauth/callback]",
      with: "[\"https://lumen.example/cb?access_token=hunter22#a\"]")
    let unknown = oneline(tree("", policy: policy)).output
    #expect(unknown.contains("uri-fragment"))
    #expect(!unknown.contains("hunter22"))
    let files = tree("baseline: known.json\n", policy: policy, others: ["/repo/known.json": old])
    let known = oneline(files).output
    #expect(!known.contains("uri-fragment"), "\(known)")
    _ = files.run(["validate", "--write-baseline", "../known.json"])
    let written = files.files.files["/repo/known.json"] ?? ""
    #expect(written.contains("\"version\": 2") && !written.contains("hunter22"))
    #expect(!oneline(files).output.contains("uri-fragment"))
  }

  @Test(arguments: [
    "", "[]", "{}", "{\"schemaVersion\":1,\"findings\":[{}]}",
    "{\"schemaVersion\":2,\"findings\":[]}", "{\"version\":2,\"findings\":[{}]}",
    "{\"version\":3,\"findings\":[]}",
    "{\"version\":2,\"findings\":[{\"rule\":\"a\",\"file\":\"b\",\"path\":\"c\",\"hash\":\"x\"}]}",
  ])
  func `a file that is no baseline is a usage error`(text: String) {
    let run = oneline(tree("baseline: known.json\n", others: ["/repo/known.json": text]))
    #expect(run.status == .usage)
  }
}
