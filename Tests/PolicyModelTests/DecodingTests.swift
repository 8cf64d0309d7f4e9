import PolicyText
import PolicyModel
import Testing

/// Decoding keeps every valid part of a file.
@Suite struct DecodingTests {
  private static func document(_ text: String) -> PolicyDocument {
    let source = SourceFile(name: "p.yaml", bytes: Array(text.utf8))
    return PolicyDocument(YAMLReader.read(source, file: FileID(0)))
  }

  @Test func `the marker key determines the type of a file`() {
    #expect(Self.document("name: a\nlinkpolicy: 1\n").kind == .policy)
    #expect(Self.document("linkpolicy_tests: 1\ntests: []\n").kind == .tests)
    #expect(Self.document("linkpolicy_config: 1\n").kind == .configuration)
    for text in ["", "# c\n", "a: 1\n", "- linkpolicy: 1\n", "text\n", "apps: { linkpolicy: 1 }\n"]
    {
      #expect(Self.document(text).kind == .unmarked)
    }
  }

  @Test func `values of aliases are decoded and have the alias's position`() throws {
    let fixture = StructureFixture(path: "Tests/Fixtures/structure/ok/aliases.yaml")
    let document = try fixture.document()
    let watch = document.policy.apps[2]
    #expect(watch.bundleID?.value == "com.acme.home")
    #expect(
      watch.bundleID.map { document.tree.source.text(document.tree.span($0.node)) } == "*bundle")
    #expect(document.policy.apps[1].bundleID?.value == "com.acme.home")
    let client = document.policy.clients[0]
    #expect(client.redirectURIs?.sandbox?.map(\.value) == ["https://app.acme.example/cb"])
    #expect(document.policy.clients[1].redirectURIs?.isShared == true)
    #expect(document.policy.clients[1].clientSecret != nil)
  }

  @Test func `a value is for one environment, both or each`() throws {
    let fixture = StructureFixture(path: "Tests/Fixtures/structure/ok/environments.yaml")
    let policy = try fixture.document().policy
    #expect(policy.clients[0].clientID?[.prod] == nil)
    #expect(policy.clients[0].clientID?[.sandbox]?.value == "one")
    #expect(policy.clients[1].clientID?.isShared == true)
    #expect(policy.clients[1].clientID?[.sandbox]?.value == "two")
    #expect(policy.clients[1].clientID?.distinct.count == 1)
    #expect(policy.googleSignIn?.android?.clientIDs?.prod?.count == 2)
    #expect(policy.googleSignIn?.android?.clientIDs?.sandbox?.count == 1)
    #expect(policy.authorizationServer?.tokenEndpoint?.prod == nil)
  }

  @Test func `an invalid value is nil and the rest is decoded`() {
    let policy = Self.document(
      """
      linkpolicy: 1
      name: a
      apps: { 1: { platform: ios }, ok: { platform: windows, bundle_id: com.a, team_id: 1 } }
      clients:
        broken: text
        half:
          type: wbe
          client_id: { prod: half }
          redirect_uris: { prod: [https://a.example/cb, 1, [x], ~] }
          omit_redirect_uri: yes
          code_lifetime: 010
      """
    ).policy
    #expect(policy.apps.map(\.id.value) == ["ok"])
    #expect(policy.apps[0].platform == nil)
    #expect(policy.apps[0].teamID == nil)
    #expect(policy.apps[0].bundleID?.value == "com.a")
    #expect(policy.clients.map(\.id.value) == ["broken", "half"])
    #expect(policy.clients[1].redirectURIs?.prod?.map(\.value) == ["https://a.example/cb"])
    #expect(policy.clients[1].type == nil)
    #expect(policy.clients[1].omitRedirectURI == nil)
    #expect(policy.clients[1].server?.codeLifetime == nil)
  }

  @Test func `a truncated file keeps what comes before the error`() {
    let policy = Self.document("linkpolicy: 1\nname: a\napps:\n  x: { platform: ios\nclients: @")
      .policy
    #expect(policy.name?.value == "a")
    #expect(policy.apps.map(\.id.value) == ["x"])
  }

  @Test func `ignored keys are not in the model`() throws {
    let fixture = StructureFixture(path: "Tests/Fixtures/structure/ok/extension-keys.yaml")
    let policy = try fixture.document().policy
    #expect(policy.apps.map(\.id.value) == ["x-app"])
    #expect(policy.domains[0].variables.map(\.name.value) == ["x-food"])
    #expect(policy.domains[0].links[0].rules.count == 1)
  }

  @Test func `only known email actions are decoded`() {
    let policy = Self.document(
      """
      linkpolicy: 1
      name: a
      providers:
        firebase:
          project_id: a
          email_actions: { x-a: { url: u }, sign_in: { url: v }, singin: { url: w } }
      """
    ).policy
    #expect(policy.firebase?.emailActions.map(\.name.value) == ["sign_in"])
  }

  @Test func `a tagged value is not decoded`() {
    let policy = Self.document(
      "linkpolicy: 1\nname: a\nclients: { c: { code_lifetime: !!int 5, omit_redirect_uri: !!bool true } }\n"
    ).policy
    #expect(policy.clients.first?.server?.codeLifetime == nil)
    #expect(policy.clients.first?.omitRedirectURI == nil)
  }

  @Test func `a host without an environment belongs to prod`() {
    let policy = Self.document(
      "linkpolicy: 1\nname: a\ndomains: { a.example: {}, b.example: { environment: both } }\n"
    ).policy
    #expect(policy.domains.map(\.environment.value) == [.prod, .both])
  }

  @Test func `a reference leads to an app of this policy or of the named one`() throws {
    func policy(_ name: String, _ file: Int) -> PolicyDocument {
      let text =
        "linkpolicy: 1\nname: \(name)\napps: { x: { platform: ios, bundle_id: com.\(name), team_id: T } }\n"
      let source = SourceFile(name: name, bytes: Array(text.utf8))
      return PolicyDocument(YAMLReader.read(source, file: FileID(file)))
    }
    let documents = [policy("b", 0), policy("a", 1)]
    let workspace = Workspace(sources: documents.map(\.tree.source), documents: documents)
    #expect(workspace.policies.map(\.name) == ["a", "b"])
    #expect(workspace.app("x", from: documents[0])?.app.bundleID?.value == "com.b")
    #expect(workspace.app("a/x", from: documents[0])?.app.bundleID?.value == "com.a")
    #expect(workspace.app("c/x", from: documents[0]) == nil)
    #expect(workspace.app("y", from: documents[0]) == nil)
    let anchor = try #require(workspace.app("a/x", from: documents[0])?.anchor)
    let place = try #require(workspace.source(of: anchor))
    #expect(place.file == "a" && place.path == "apps.x" && place.line == 3 && place.column == 9)
  }
}
