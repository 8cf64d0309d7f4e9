import LinkPolicyCLI
import PolicyTestSupport
import PolicyText
import ProjectTestSupport
import Testing

/// No command prints a byte of a secret.
@Suite struct SecretLeakTests {
  private static let formats = [
    "text", "json", "sarif", "github", "gitlab", "junit", "checkstyle", "oneline", "xcode",
  ]

  /// An association file that `import` adds to a policy.
  private static let assetLinks = """
    [{"relation": ["delegate_permission/common.handle_all_urls"], "target": {
      "namespace": "android_app", "package_name": "com.lumen.app", "sha256_cert_fingerprints":
      ["5C:81:0E:93:D7:2A:46:BF:68:F1:34:9D:A2:0B:E5:7C:19:C3:8A:56:FD:20:71:B4:3E:98:6B:D5:02:AF:47:EC"]}}]
    """

  /// Every command that reads policies, in every format.
  private static let commands: [[String]] =
    [
      // All formats in one run, with text on standard output.
      ["validate", "Policies"]
        + formats.flatMap { ["--format", $0 == "text" ? $0 : "\($0)=report.\($0)"] },
      ["validate", "Policies", "--diff"], ["validate", "Policies", "--diff", "--unsafe-fixes"],
      ["validate", "Policies", "--fix", "--unsafe-fixes"],
      ["validate", "Policies", "--color", "always"],
      ["validate", "Policies", "--write-baseline", "baseline.json"],
      ["validate", "--config", "Policies/a.yaml"],
      ["validate", "--config", "Policies/a.yaml", "--show-config"],
      ["fmt", "--diff", "Policies"], ["fmt", "--check", "Policies"], ["fmt", "Policies"],
      ["generate", "Policies", "--format", "json"], ["generate", "Policies"],
      ["simulate", "authorize", "--policy", "Policies", "--query", "client_id=lumen-other"],
      [
        "simulate", "authorize", "--policy", "Policies", "--allow-invalid", "--format", "json",
        "--query", "client_id=lumen-web-prod&redirect_uri=x",
      ],
      ["test", "Policies"], ["test", "Policies", "--allow-invalid", "--format", "json"],
      ["test", "Policies", "--allow-invalid", "--coverage"],
      ["test", "Policies", "--allow-invalid", "--format", "junit"],
      ["who-allows", "https://lumen.example/x", "--policy", "Policies", "--allow-invalid"],
      [
        "who-allows", "https://lumen.example/oauth/other", "--policy", "Policies",
        "--allow-invalid", "--format", "json",
      ],
      ["flow", "Policies", "--allow-invalid"],
      ["flow", "Policies", "--allow-invalid", "--format", "json"],
      ["flow", "Policies", "--allow-invalid", "--format", "markdown"],
      ["diff", "Old", "Policies"], ["diff", "Old", "Policies", "--allow-invalid"],
      ["diff", "Policies", "Old", "--allow-invalid", "--format", "json"],
      ["diff", "Old", "Policies", "--allow-invalid", "--format", "markdown"],
      ["replay", "log.ndjson", "--policy", "Policies"],
      ["import", "assetlinks.json", "--update", "--output", "Policies/a.yaml"],
      [
        "import", "assetlinks.json", "--update", "--output", "Policies/a.yaml", "--format", "json",
      ],
      [
        "match", "--aasa", "Policies/a.yaml", "--domain", "lumen.example", "https://lumen.example/",
      ],
    ]

  /// All commands in the full form, some random ones in the short form.
  private static func someCommands(_ random: inout SeededRandom) -> [[String]] {
    TestForm.isFull ? commands : (0..<6).map { _ in random.one(of: commands) }
  }

  /// Returns bytes of a secret that appear in a string, as they are or in base64; nil if there are
  /// none.
  static func leak(of secret: String, in text: String, bytes: Int = 4) -> String? {
    let secret = Array(secret.utf8)
    let text = Array(text.utf8)
    // Complete groups of base64, for each offset of the secret in a group.
    let encoded = (0...2).map { Array(Base64.encode(secret.dropFirst($0)).utf8.dropLast(4)) }
    for (form, length) in [(secret, bytes)] + encoded.map({ ($0, 8) }) where form.count >= length {
      for start in 0...(form.count - length) {
        let run = Array(form[start..<(start + length)])
        if text.firstRange(of: run, in: text.indices) != nil {
          return String(decoding: run, as: UTF8.self)
        }
      }
    }
    return nil
  }

  /// Runs commands on a policy and searches all their output for the secret.
  private static func check(
    _ policy: String, _ secret: String, _ commands: [[String]], bytes: Int = 4,
    sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) {
    for command in commands {
      let files = MemoryFileSystem([
        "Policies/a.yaml": policy, "Old/a.yaml": cleanPolicy, "log.ndjson": "{}\n",
        "assetlinks.json": assetLinks,
      ])
      let run = CommandLineRun(command, files: files)
      let written = Set(files.writes).subtracting(["Policies/a.yaml"])
        .compactMap { files.files[$0] }
      for text in [run.output, run.errors] + written {
        let found = leak(of: secret, in: text, bytes: bytes)
        #expect(
          found == nil, "\(found ?? "") by \(command) of\n\(policy)\n\n\(text)",
          sourceLocation: sourceLocation)
        if found != nil { return }
      }
      #expect(run.status != .fault, "\(command) of\n\(policy)", sourceLocation: sourceLocation)
    }
  }

  @Test(arguments: SecretForms.forms.indices)
  func `no command prints a secret in any syntax`(form: Int) {
    var random = SeededRandom(seed: UInt64(form))
    for round in 0..<TestForm.size(2, full: 10) {
      let secret = SecretForms.secret(&random)
      let name = round == 0 ? "client_secret" : random.one(of: SecretForms.names)
      let lines = SecretForms.forms[form](name, secret)
      let place = round == 0 ? 1 : Int.random(in: 0...4, using: &random)
      Self.check(
        SecretForms.policy(lines, place: place), secret,
        Self.someCommands(&random))
    }
  }

  @Test(arguments: SecretForms.breaks.indices)
  func `the errors of an unreadable file contain no secret`(form: Int) {
    var random = SeededRandom(seed: UInt64(form))
    for round in 0..<TestForm.size(3, full: 15) {
      let secret = SecretForms.secret(&random)
      let name = round == 0 ? "client_secret" : random.one(of: SecretForms.names)
      let lines = SecretForms.breaks[form](name, secret)
      Self.check(
        SecretForms.policy(lines, place: round == 0 ? 1 : Int.random(in: 0...4, using: &random)),
        secret, Self.someCommands(&random))
    }
  }

  @Test(arguments: SecretSpellings.lines)
  func `no command prints a secret that is recognized by its content`(line: String) {
    var random = SeededRandom(seed: UInt64(line.utf8.count))
    for content in SecretSpellings.someContents(&random) {
      // A plain scalar must not start with a dash and a space. PEM keys are in quotes or blocks.
      let text = content.lines.count > 1 ? content.line : content.lines[0]
      let lines = [line.replacing("§", with: text)]
      for place in TestForm.isFull ? [0, 1, 2, 3, 4] : [1] {
        Self.check(
          SecretForms.policy(lines, place: place), content.body, Self.someCommands(&random),
          bytes: 8)
      }
      if content.lines.count > 1, line.hasPrefix("x-a: §") || line.hasPrefix("description") {
        let key = line.prefix { $0 != ":" }
        for header in ["|", ">", "|2-"] {
          let block = ["\(key): \(header)"] + content.lines.map { "  \($0)" }
          Self.check(
            SecretForms.policy(block, place: 1), content.body, Self.someCommands(&random), bytes: 8)
        }
      }
    }
  }

  @Test func `a private key under any key is reported`() {
    var random = SeededRandom(seed: 11)
    for content in SecretSpellings.contents(&random)
    where !content.name.hasSuffix("JWT") && content.name != "access token" {
      let policy = SecretForms.warningPolicy(["x-signing: \"\(content.line)\""])
      let run = CommandLineRun(
        ["validate", "--format", "oneline"], files: MemoryFileSystem(["Policies/a.yaml": policy]))
      #expect(
        run.output.contains("error[client-secret-in-policy] `clients.other.x-signing` contains a"),
        "\(content.name): \(run.output)")
    }
  }

  @Test(arguments: SecretSpellings.sources.indices)
  func `no command prints a secret of an imported file`(index: Int) {
    var random = SeededRandom(seed: UInt64(index))
    let source = SecretSpellings.sources[index]
    let secret = SecretForms.secret(&random)
    for (written, secret, bytes) in [(secret, secret, 4)]
      + SecretSpellings.someContents(&random).filter({ $0.lines.count == 1 }).map({
        ($0.lines[0], $0.body, 8)
      })
    {
      let text = source.text.replacing("§", with: written)
      for command in [
        ["import", source.name, "--environment", "prod"],
        ["import", source.name, "--environment", "prod", "--output", "out.yaml"],
        ["import", source.name, "--format", "json", "--fail-on", "never"], ["init"],
        ["validate", source.name], ["validate", source.name, "--format", "json"],
      ] {
        let files = MemoryFileSystem([source.name: text, "clients.txt": text])
        let run = CommandLineRun(command, files: files)
        let written = Set(files.writes).compactMap { files.files[$0] }
        for text in [run.output, run.errors] + written {
          let found = Self.leak(of: secret, in: text, bytes: bytes)
          #expect(found == nil, "\(command) of\n\(source.text)\n\(text)")
        }
      }
    }
  }

  @Test(arguments: SecretSpellings.queries)
  func `no command prints a hidden query parameter`(query: String) {
    var random = SeededRandom(seed: 13)
    let secret = SecretForms.secret(&random)
    let query = query.replacing("§", with: secret)
    let uri = "https://lumen.example/oauth/callback?\(query)"
    let encoded = PercentEncoding.encode(uri)
    let request = "client_id=lumen-web-prod&response_type=code&redirect_uri=\(encoded)&\(query)"
    let log = "{\"query\": \(JSONValue.string(request).text())}\n"
    for command in [
      ["simulate", "authorize", "--policy", "Policies", "--query", request],
      ["simulate", "authorize", "--policy", "Policies", "--query", request, "--trace"],
      ["simulate", "authorize", "--policy", "Policies", "--query", request, "--format", "json"],
      ["replay", "log.ndjson", "--policy", "Policies"],
      ["replay", "log.ndjson", "--policy", "Policies", "--format", "json"],
    ] {
      let files = MemoryFileSystem(["Policies/a.yaml": cleanPolicy, "log.ndjson": log])
      let run = CommandLineRun(command, files: files)
      #expect(
        Self.leak(of: secret, in: run.output + run.errors) == nil,
        "\(command)\n\(run.output)\(run.errors)")
    }
  }

  @Test(arguments: ["token", "otp", "jwt", "passcode", "secret", "password", "access_token"])
  func `patterns of link rules are not secrets`(name: String) {
    let file = """
      {"applinks": {"details": [{"appIDs": ["A1B2C3D4E5.com.acme.home"], "components": [
        {"/": "/sign-in", "?": {"\(name)": "?*"}}, {"/": "/x", "?": {"\(name)": "a$(b)"}}]}]}}
      """
    let run = CommandLineRun(
      ["validate", "apple-app-site-association", "--format", "oneline"],
      files: MemoryFileSystem(["apple-app-site-association": file]))
    let other = CommandLineRun(
      ["validate", "apple-app-site-association", "--format", "oneline"],
      files: MemoryFileSystem([
        "apple-app-site-association": file.replacing("\"\(name)\"", with: "\"orders\"")
      ]))
    #expect(run.status == other.status)
    #expect(
      run.output.split(separator: "\n").count == other.output.split(separator: "\n").count,
      "\(run.output)\n\(other.output)")
    #expect(!run.output.contains("[redacted]"))
  }

  @Test(arguments: ["token", "otp", "jwt", "passcode", "secret", "password", "client_secret"])
  func `rules check the original values of variables`(name: String) {
    func findings(_ name: String, _ file: String, _ text: String) -> [String] {
      let run = CommandLineRun(
        ["validate", file, "--format", "oneline"],
        files: MemoryFileSystem([file: text.replacing("§", with: name)]))
      #expect(!run.output.contains("[redacted]"), "\(run.output)")
      return run.output.split(separator: "\n").map { line in
        String(line.split { $0 == "[" || $0 == "]" }.dropFirst().first ?? "")
      }
    }
    for (file, text) in [
      (
        "apple-app-site-association",
        """
        {"applinks": {"substitutionVariables": {"§": ["a b", "c"]}, "details": [{
          "appIDs": ["R7KM2QX94T.com.acme.home"], "components": [{"/": "/x/$(§)"}]}]}}
        """
      ),
      (
        "Policies/a.yaml",
        """
        linkpolicy: 1
        name: a
        apps: { ios: { platform: ios, bundle_id: com.acme.home, team_id: R7KM2QX94T } }
        domains:
          acme.example:
            environment: prod
            links: [{ apps: [ios], rules: [{ path: /x/$(§), query: { §: "?*" } }] }]
            variables: { §: [a b, c] }

        """
      ),
    ] {
      let found = findings(name, file, text)
      #expect(found == ["link-rule-never-matches"], "\(file)")
      #expect(found == findings("orders", file, text), "\(file)")
    }
  }

  @Test(arguments: SecretForms.names)
  func `every key name of a secret is recognized`(name: String) {
    var random = SeededRandom(seed: 7)
    let secret = SecretForms.secret(&random)
    for place in 0...4 {
      let policy = SecretForms.policy(["\(name): \(secret)"], place: place)
      Self.check(
        policy, secret,
        [["validate", "Policies"], ["validate", "Policies", "--diff", "--unsafe-fixes"]])
    }
  }

  @Test(arguments: ["x-secret", "x-api-key", "x-notes"])
  func `warnings in a valid file show no hidden value`(name: String) {
    var random = SeededRandom(seed: 3)
    let secret = SecretForms.secret(&random)
    for form in ["\(name): \(secret)", "\(name): { token: \(secret) }", "# token: \(secret)"]
    where form.hasPrefix("#") || form.contains("{") || name != "x-notes" {
      let policy = SecretForms.warningPolicy([form])
      let run = CommandLineRun(
        ["validate", "--fail-on", "note"], files: MemoryFileSystem(["Policies/a.yaml": policy]))
      #expect(run.status == .findings)
      Self.check(policy, secret, Self.commands)
    }
  }

  @Test(arguments: [
    "assetlinks.json", "apple-app-site-association", "linkpolicy.yaml", "other.yml",
  ])
  func `errors of other files contain no secret`(name: String) {
    var random = SeededRandom(seed: 5)
    let secret = SecretForms.secret(&random)
    let isYAML = name.hasSuffix("l")
    let texts =
      isYAML
      ? [
        "client_secret: \(secret)\nlinkpolicy_config: 1\nexclud: []\n",
        "client_secret:\n  |\n    \(secret)\nlinkpolicy_tests: 1\ntests: a\n",
        "client_secret: \(secret)\n", "token: [\(secret)\n",
      ]
      : [
        "[{\"client_secret\": \"\(secret)\"}]", "{\"token\":\n\"\(secret)\"}",
        "{\"secret\": \"\(secret)\"", "{\"applinks\": {\"details\": {\"api_key\": \"\(secret)\"}}}",
        "{\"a\": 1,\n\"a\": 2,\n\"private_key\":\n[\"\(secret)\"]}",
        "{\"x\": {\"password\": \"\(secret)\"} ]",
      ]
    let commands =
      Self.formats.map { ["validate", name, "--format", $0] } + [
        ["validate", "--config", name],
        ["match", "--aasa", name, "--domain", "a.example", "https://a.example/"],
        ["match", "--assetlinks", name, "https://a.example/"],
      ]
    for text in texts {
      for command in commands {
        let run = CommandLineRun(command, files: MemoryFileSystem([name: text]))
        #expect(Self.leak(of: secret, in: run.output + run.errors) == nil, "\(command) \(text)")
      }
    }
  }

  @Test(arguments: [
    "client_secret: { env: LUMEN_SECRET }", "client_secret: { prod: { file: a.p8 } }",
    "client_secret: { secret: projects/a/b }", "client_secret: &r { env: LUMEN_SECRET }",
    "client_secret: { env: LUMEN_SECRET, x-note: here }",
  ])
  func `a secret reference is printed`(line: String) {
    let policy = cleanPolicy.replacing(
      "    client_secret: { env: LUMEN_WEB_SECRET }\n", with: "    \(line)\n    scope: [a]\n")
    let run = CommandLineRun(["validate"], files: MemoryFileSystem(["Policies/a.yaml": policy]))
    #expect(run.output.contains(line))
    #expect(!run.output.contains("[redacted]"))
  }

  @Test func `a secret reference next to a syntax error is printed`() {
    let policy = "linkpolicy: 1\nclient_secret: { env: LUMEN_SECRET }\n]\n"
    let run = CommandLineRun(["validate"], files: MemoryFileSystem(["Policies/a.yaml": policy]))
    #expect(run.output.contains("{ env: LUMEN_SECRET }"))
  }

  @Test func `an alias of a secret is reported and printed nowhere`() {
    let policy = cleanPolicy.replacing(
      "name: lumen", with: "name: lumen\nx-secret: &s hunter2hunter2\nowner: *s")
    let run = CommandLineRun(
      ["validate", "--format", "oneline"], files: MemoryFileSystem(["Policies/a.yaml": policy]))
    #expect(
      run.output.contains(
        "a.yaml:4:8: error[client-secret-in-policy] `owner` is an alias of a secret"))
    #expect(!run.output.contains("hunter2"))
  }

  @Test(arguments: ["", "\n", "\n\n  \n", "\r\n"])
  func `a comment below a secret is hidden, also after empty lines`(blank: String) {
    let policy = """
      linkpolicy: 1
      clients:
        home:
          client_secret: { env: LUMEN_SECRET }
      \(blank)      # hunter2hunter2
          scops: [openid]

      """
    let run = CommandLineRun(["validate"], files: MemoryFileSystem(["Policies/a.yaml": policy]))
    #expect(run.output.contains("scops"))
    #expect(!run.output.contains("hunter2"))
  }

  @Test func `fixes keep secrets in the file`() {
    let policy = cleanPolicy.replacing("{ env: LUMEN_WEB_SECRET }", with: "hunter2hunter2")
      .replacing("scopes:", with: "scops:")
    let files = MemoryFileSystem(["Policies/a.yaml": policy])
    let run = CommandLineRun(["validate", "--fix", "--unsafe-fixes"], files: files)
    #expect(
      files.files["Policies/a.yaml"] == policy.replacing("scops:", with: "scopes:"))
    #expect(!run.output.contains("hunter2"))
  }
}
