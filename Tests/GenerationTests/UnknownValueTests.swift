import LinkPolicy
import PolicyModel
import PolicyTestSupport
import PolicyText
import Testing

/// `TODO` instead of a value that may be unknown. It is not an error, and it is never used as a
/// value.
@Suite struct UnknownValueTests {
  private static func source() throws -> SourceFile {
    SourceFile(
      name: "Policies/acme-home.yaml", bytes: try Fixtures.bytes("Policies/acme-home.yaml"))
  }

  private static func project(_ text: [UInt8]) -> Project {
    Project([
      InputFile(
        source: SourceFile(name: "Policies/acme-home.yaml", bytes: text), kind: .policy,
        isExplicit: true)
    ])
  }

  /// The values of keys that may be unknown, and hosts.
  private static func values(of source: SourceFile) -> [(path: String, span: SourceSpan)] {
    let tree = YAMLReader.read(source, file: FileID(0)).tree
    var found: [(path: String, span: SourceSpan)] = []
    func walk(_ node: NodeID, _ shape: Shape) {
      if let item = shape.item { for child in tree.items(node) { walk(child, item) } }
      if case .dictionary(let key, _) = shape, key.whereToFind != nil {
        found += tree.entries(node).map { ("domains.TODO", tree.span($0.key)) }
      }
      guard let table = shape.entries(of: node, in: tree) else { return }
      for entry in tree.entries(node) {
        let row = table.rows.first { tree.text(entry.key, equals: $0.name) }
        if row?.whereToFind != nil {
          found.append((tree.path(entry.value), tree.span(entry.value)))
        }
        if let shape = row?.shape ?? table.value(at: nil) { walk(entry.value, shape) }
      }
    }
    if let root = tree.root { walk(root, .mapping(.policy)) }
    return found
  }

  @Test func `each value may be TODO, and whatever needs it is omitted`() throws {
    let source = try Self.source()
    let values = Self.values(of: source)
    #expect(values.count > 30)
    let known = Set(Self.errors(Self.project(source.bytes)))
    let broken = try Self.brokenFlows(Self.project(source.bytes))
    let opened = try Self.links(Self.project(source.bytes))
    for (path, span) in values {
      var text = source.bytes
      text.replaceSubrange(span.start..<span.end, with: Array("TODO".utf8))
      let project = Self.project(text)
      let errors = Set(Self.errors(project)).subtracting(known)
      #expect(errors.isEmpty, "\(path): \(errors)")
      #expect(project.unknownValues.map(\.path) == [path])
      #expect(project.report.diagnostics.contains { $0.rule == "to-fill-in" && $0.path == path })
      guard errors.isEmpty else { continue }
      for file in try project.generatedFiles() where file.target != "report" {
        let contents = String(decoding: file.bytes, as: UTF8.self)
        #expect(!contents.contains("TODO"), "\(path): \(file.path)")
      }
      let more = try Self.brokenFlows(project).subtracting(broken)
      #expect(more.isEmpty, "\(path): \(more.sorted())")
      for (before, after) in zip(opened, try Self.links(project))
      where before.outcome != after.outcome {
        #expect(after.confidence == .inferred, "\(path): \(after.message)")
      }
    }
  }

  /// How each platform decides about links to each host.
  private static func links(_ project: Project) throws -> [RequestDecision] {
    let links = [
      ("prod", "www.acme.example/flip"), ("prod", "www.acme.example/menu/pizza/1"),
      ("prod", "links.acme.example/__/auth/links"), ("sandbox", "www.sandbox.acme.example/flip"),
    ]
    return try [RequestKind.universalLink, .appLink].flatMap { kind in
      try links.map { environment, link in
        try RequestEvaluator(project, defaultKind: kind).decide(
          .object([
            (key: "environment", value: .string(environment)),
            (key: "url", value: .string("https://" + link)),
          ]))
      }
    }
  }

  /// The IDs of flows that break.
  private static func brokenFlows(_ project: Project) throws -> Set<String> {
    Set(try project.flows().flows.filter { $0.outcome == .breaks }.map(\.id))
  }

  @Test func `an app with unknown links claims the host, which doesn't list the app`() throws {
    let text = """
      linkpolicy: 1
      name: acme
      apps:
        acme-ios: { platform: ios, bundle_id: com.acme.home, team_id: A1B2C3D4E5 }
        tools-ios: { platform: ios, bundle_id: com.acme.tools, team_id: A1B2C3D4E5 }
      domains:
        www.acme.example:
          links:
            - { apps: [acme-ios, tools-ios], rules: [{ path: /orders/* }] }
            - { apps: [acme-ios], rules: [{ path: TODO, exclude: true }] }
          credentials: [acme-ios]
      """
    let project = Self.project(Array(text.utf8))
    #expect(Self.errors(project).isEmpty)
    let files = try project.generatedFiles()
    func contents(_ ending: String) throws -> String {
      let file = try #require(files.first { $0.path.hasSuffix(ending) })
      return String(decoding: file.bytes, as: UTF8.self)
    }
    // The unknown rule could exclude links that the first rule opens.
    let association = try contents("apple-app-site-association")
    #expect(association.contains("A1B2C3D4E5.com.acme.tools"))
    #expect(!association.split(separator: "webcredentials")[0].contains("A1B2C3D4E5.com.acme.home"))
    #expect(association.contains("webcredentials"))
    let decision = try RequestEvaluator(project, defaultKind: .universalLink).decide(
      .object([
        (key: "environment", value: "prod"),
        (key: "url", value: "https://www.acme.example/other"),
      ]))
    #expect(!decision.isAllowed && decision.confidence == .inferred)
    let entitlements = try contents("acme-ios.entitlements")
    #expect(entitlements.contains("applinks:www.acme.example"))
    #expect(entitlements.contains("webcredentials:www.acme.example"))
  }

  private static func errors(_ project: Project) -> [String] {
    project.report.diagnostics.filter { $0.severity == .error }.map { "\($0.rule): \($0.message)" }
  }

  @Test func `a host may be TODO, and then any undeclared host may be that one`() throws {
    func policy(_ name: String, _ host: String) -> [UInt8] {
      Array(
        """
        linkpolicy: 1
        name: \(name)
        apps:
          \(name)-ios: { platform: ios, bundle_id: com.acme.\(name), team_id: A1B2C3D4E5 }
        domains:
          \(host):
            links: [{ apps: [\(name)-ios], rules: [{ path: /orders/* }] }]
            credentials: [\(name)-ios]
        """.utf8)
    }
    let project = Self.project(policy("home", "TODO"))
    #expect(project.report.diagnostics.map(\.rule.rawValue) == ["to-fill-in"])
    let files = try project.generatedFiles()
    let file = try #require(files.first { $0.path.hasSuffix("apple-app-site-association") })
    #expect(file.path == "prod/hosts/TODO/.well-known/apple-app-site-association")
    #expect(String(decoding: file.bytes, as: UTF8.self).contains("A1B2C3D4E5.com.acme.home"))
    #expect(!files.contains { $0.path.hasSuffix(".entitlements") })
    func opened(_ project: Project, _ host: String) throws -> RequestDecision {
      try RequestEvaluator(project, defaultKind: .universalLink).decide(
        .object([
          (key: "environment", value: "prod"),
          (key: "url", value: .string("https://\(host)/orders/1")),
        ]))
    }
    for host in ["TODO", "todo", "www.acme.example"] {
      let decision = try opened(project, host)
      #expect(!decision.isAllowed && decision.confidence == .inferred, "\(host)")
    }
    // Two such hosts would share a folder, and either can be the host that the third policy
    // declares.
    let names = ["home", "tools", "known"]
    let several = Project(
      names.map { name in
        InputFile(
          source: SourceFile(
            name: "Policies/\(name).yaml",
            bytes: policy(name, name == "known" ? "www.acme.example" : "TODO")),
          kind: .policy, isExplicit: true)
      })
    #expect(Self.errors(several).isEmpty)
    #expect(!(try several.generatedFiles()).contains { $0.path.contains("TODO") })
    let decision = try opened(several, "www.acme.example")
    #expect(decision.isAllowed && decision.confidence == .inferred)
  }

  @Test func `a request with the placeholder is denied`() throws {
    let text = """
      linkpolicy: 1
      name: acme
      clients:
        web: &web
          provider: generic
          type: web
          client_id: { prod: web, sandbox: TODO }
          client_secret: TODO
          redirect_uris: { prod: ["https://app.acme.example/cb", TODO], sandbox: TODO }
        other: { provider: generic, type: native, client_id: other, redirect_uris: TODO }
      """
    let project = Self.project(Array(text.utf8))
    #expect(Self.errors(project).isEmpty)
    for (client, uri, environment, isAllowed) in [
      ("web", "https://app.acme.example/cb", "prod", true), ("web", "TODO", "prod", false),
      ("TODO", "TODO", "sandbox", false), ("other", "TODO", "prod", false),
    ] {
      let evaluator = RequestEvaluator(project, defaultKind: .authorize)
      let decision = try evaluator.decide(
        .object([
          (key: "environment", value: .string(environment)),
          (
            key: "query",
            value: .string("client_id=\(client)&redirect_uri=\(uri)&response_type=code&state=s")
          ),
        ]))
      #expect((decision.outcome == .allow) == isAllowed, "\(client) \(uri)")
    }
  }
}
