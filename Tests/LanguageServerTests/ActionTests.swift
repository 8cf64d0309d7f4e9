import LinkPolicy
import Testing

/// Code actions and their results.
@Suite struct ActionTests {
  private static func titles(_ actions: [JSONValue]) -> [String] {
    actions.compactMap { $0["title"]?.stringValue }
  }

  /// Returns the contents of a file after the action with a title; nil if there is no such action.
  private static func applied(
    _ title: String, _ actions: [JSONValue], _ texts: [String: String]
  ) -> [String: String]? {
    guard let action = actions.first(where: { $0["title"]?.stringValue == title }) else {
      Issue.record("\(title) is not among \(titles(actions))")
      return nil
    }
    var texts = texts
    for change in action[path: "edit", "documentChanges"]?.items ?? [] {
      guard let uri = change[path: "textDocument", "uri"]?.stringValue else { continue }
      let name = String(uri.dropFirst("file:///w/".count))
      texts[name] = Edits.applied(change["edits"], to: texts[name] ?? "")
    }
    return texts
  }

  private static let name = "Policies/a.yaml"

  @Test func `a finding is ignored in a file, after the comments at its start`() throws {
    let text = "# ours\n" + cleanPolicy.replacing("/oauth/callback]", with: "/oauth/callback#x]")
    let marked = text.replacing("callback#x", with: "callback#‸x", maxReplacements: 1)
    var session = ServerSession([Self.name: text])
    let actions = session.actions(Self.name, marked)
    let result = try #require(
      Self.applied("ignore uri-fragment in this file", actions, [Self.name: text]))
    #expect(
      result[Self.name]?.hasPrefix(
        "# ours\n# linkpolicy: ignore-file[uri-fragment] \nlinkpolicy: 1")
        == true)
  }

  @Test(arguments: [
    nil, "linkpolicy_config: 1\n", "linkpolicy_config: 1\nseverities: {}",
    "linkpolicy_config: 1\nseverities: { uri-http: error }\n",
    "linkpolicy_config: 1\nseverities:\n  uri-http: error\nexclude: [x]\n",
    "linkpolicy_config: 1\nexclude: [x]",
  ])
  func `a rule is turned off wherever the configuration is`(_ configuration: String?) throws {
    let text = cleanPolicy.replacing("/oauth/callback]", with: "/oauth/callback#x]")
    let marked = text.replacing("callback#x", with: "callback#‸x", maxReplacements: 1)
    var files = [Self.name: text]
    if let configuration { files["linkpolicy.yaml"] = configuration }
    var session = ServerSession(files)
    let actions = session.actions(Self.name, marked)
    let result = try #require(
      Self.applied("turn uri-fragment off in linkpolicy.yaml", actions, files))
    var after = ServerSession(result)
    after.settle()
    let rules = after.findings.values.flatMap { $0 }.compactMap { $0["code"]?.stringValue }
    #expect(!rules.contains("uri-fragment"), "\(result["linkpolicy.yaml"] ?? "")")
    #expect(after.findings["file:///w/linkpolicy.yaml"] ?? [] == [])
  }

  @Test func `no comment and no configuration is offered for a secret`() {
    let text = cleanPolicy.replacing(
      "client_secret: { env: LUMEN_WEB_SECRET }", with: "client_secret: GOCS‸PX-verysecret1")
    var session = ServerSession([Self.name: cleanPolicy])
    let actions = session.actions(Self.name, text)
    #expect(
      !Self.titles(actions).contains {
        $0.hasPrefix("ignore client") || $0.hasPrefix("turn client")
      })
    #expect(
      Self.titles(actions).contains("explain client-secret-in-policy"), "\(Self.titles(actions))")
  }

  @Test(arguments: [
    (
      "      prod: [https://lumen.example/oauth/callback]\n",
      "      prod: [https://lu‸men.example/oauth/callback]\n",
      "      prod: [https://lumen.example/oauth/callback]\n      sandbox: [https://sandbox.lumen.example/oauth/callback]\n"
    ),
    (
      "      prod:\n        - https://lumen.example/oauth/callback\n",
      "      pr‸od:\n        - https://lumen.example/oauth/callback\n",
      "      prod:\n        - https://lumen.example/oauth/callback\n      sandbox:\n        - https://sandbox.lumen.example/oauth/callback\n"
    ),
  ])
  func `the counterpart uses the hosts that other entries pair`(
    _ block: String, _ marked: String, _ wanted: String
  ) throws {
    let start = cleanPolicy.replacing(
      "      prod: [https://lumen.example/oauth/callback]\n      sandbox: [https://sandbox.lumen.example/oauth/callback]\n",
      with: block
    ).replacing(
      "    scopes: [devices]\n",
      with:
        "    scopes: [devices]\n    post_logout_redirect_uris: { prod: [https://lumen.example/out], sandbox: [https://sandbox.lumen.example/out] }\n"
    )
    var session = ServerSession([Self.name: start])
    let actions = session.actions(Self.name, start.replacing(block, with: marked))
    let result = try #require(
      Self.applied("add the counterpart for sandbox", actions, [Self.name: start]))
    #expect(result[Self.name]?.contains(wanted) == true, "\(result[Self.name] ?? "")")
  }

  @Test func `a test created from a URI or a rule passes`() throws {
    for (old, new) in [
      ("[https://lumen.example/oauth", "[https://lum‸en.example/oauth"),
      ("{ path: /open/* }", "{ path: /op‸en/* }"),
    ] {
      var session = ServerSession([Self.name: cleanPolicy])
      let actions = session.actions(Self.name, cleanPolicy.replacing(old, with: new))
      let result = try #require(
        Self.applied("add a test for this", actions, [Self.name: cleanPolicy]))
      let project = Project([InputFile(name: Self.name, text: result[Self.name] ?? "")])
      #expect(project.report.diagnostics.isEmpty)
      let outcomes = TestRunner(project).run()
      #expect(outcomes.count == 2 && outcomes[1].isPassed, "\(result[Self.name] ?? "")")
      #expect(outcomes.last?.actual["decision"] == "allow")
    }
  }

  @Test func `a deployed file is replaced by the generated one`() throws {
    let file = "Policies/apple-app-site-association"
    let old =
      #"{"applinks":{"details":[{"appIDs":["R7KM2QX94T.com.lumen.home"],"components":[]}]}}"#
    var session = ServerSession([Self.name: cleanPolicy, file: old])
    let actions = session.actions(file, "‸" + old)
    let title = try #require(
      Self.titles(actions).first { $0.hasPrefix("replace with the generated") })
    let result = try #require(Self.applied(title, actions, [file: old]))
    #expect(result[file]?.contains("/open/*") == true)
  }

  @Test func `a file without fixes has no action that fixes all`() {
    var session = ServerSession([Self.name: cleanPolicy])
    session.open(Self.name, cleanPolicy)
    let actions = session.request(
      "textDocument/codeAction",
      [
        "textDocument": ["uri": "file:///w/Policies/a.yaml"],
        "range": ["start": ["line": 0, "character": 0], "end": ["line": 99, "character": 0]],
        "context": ["diagnostics": [], "only": ["source.fixAll"]],
      ])
    #expect(actions.items?.isEmpty == true)
  }

  @Test func `links lead to rule pages, files and the schema`() {
    let text =
      "# yaml-language-server: $schema=../Schemas/policy.schema.json\n"
      + cleanPolicy.replacing(
        "  scopes: [devices]", with: "  scopes: [devices] # linkpolicy: ignore[uri-http] why"
      ).replacing("{ env: LUMEN_WEB_SECRET }", with: "{ file: secrets/web.txt }")
    func targets(_ options: JSONValue) -> [String] {
      var session = ServerSession([Self.name: text], options: options)
      session.open(Self.name, text)
      let links = session.request(
        "textDocument/documentLink", ["textDocument": ["uri": "file:///w/Policies/a.yaml"]])
      return (links.items ?? []).compactMap { $0["target"]?.stringValue }.sorted()
    }
    let files = ["file:///w/Schemas/policy.schema.json", "file:///w/secrets/web.txt"]
    #expect(targets(.null) == files)
    #expect(
      targets(["docs": ["base": "https://docs.example"]])
        == files + ["https://docs.example/rules/uri-http/"])
  }
}
