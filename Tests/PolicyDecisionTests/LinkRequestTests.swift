import AssociationFiles
import LinkPolicy
import PolicyDecision
import PolicyDiagnostics
import PolicyModel
import PolicySourceTree
import PolicyTestSupport
import PolicyText
import ProjectTestSupport
import Testing

/// Which app opens a URL, by the association files that policies make.
struct LinkRequestTests {
  private static func policy(_ name: String, _ links: String) -> String {
    """
    linkpolicy: 1
    name: \(name)
    apps:
      ios: { platform: ios, bundle_id: com.acme.\(name), team_id: R7KM2QX94T }
      android:
        platform: android
        package_name: com.acme.\(name)
        sha256_cert_fingerprints: ["\(String(repeating: "3B:", count: 31))1A"]
    domains:
      www.acme.example:
        links:
    \(links)
      sandbox.acme.example:
        environment: sandbox
        links:
          - apps: [ios, android]
            rules: [{ path: /only }]

    """
  }

  private let simulator = Simulator(
    policy(
      "a",
      """
            - apps: [ios, android]
              rules:
                - { path: /flip/debug/*, exclude: true }
                - { path: /flip/* }
                - { path: /orders, query: { id: "?*" } }
      """),
    policy(
      "b",
      """
            - apps: [ios, android]
              rules: [{ path: /flip/b }]
      """))

  private func ask(_ kind: String, _ url: String, _ more: [(key: String, value: JSONValue)] = [])
    -> JSONValue
  {
    simulator.answer(.object([("kind", .string(kind)), ("url", .string(url))] + more))
  }

  @Test(arguments: [
    ("https://www.acme.example/flip/x", "allow", "rule-matched"),
    ("https://WWW.acme.example:443/flip/x#y", "allow", "rule-matched"),
    ("https://www.acme.example/flip/debug/x", "deny", "rule-excluded"),
    ("https://www.acme.example/other", "ignore", "no-rule"),
    ("https://www.acme.example/orders?id=7", "allow", "rule-matched"),
    ("https://www.acme.example/orders", "ignore", "no-rule"),
    ("https://sandbox.acme.example/only", "ignore", "host-unknown"),
    ("https://www.acme.example@evil.example/flip/x", "ignore", "host-unknown"),
    ("ftp://www.acme.example/flip/x", "ignore", "host-unknown"), ("", "ignore", "host-unknown"),
  ])
  func `both platforms decide by the rules of the policy`(
    url: String, decision: String, reason: String
  ) {
    for kind in ["universal_link", "app_link"] {
      let answer = ask(kind, url)
      #expect(answer["decision"]?.stringValue == decision, "\(kind) \(answer.text())")
      #expect(answer["reason"]?.stringValue == reason, "\(kind) \(answer.text())")
    }
  }

  @Test func `the line of the rule is shown`() {
    let answer = ask("universal_link", "https://www.acme.example/flip/x")
    #expect(answer["source"]?["line"] == 15, "\(answer.text())")
    let excluded = ask("app_link", "https://www.acme.example/flip/debug/x")
    #expect(excluded["source"]?["line"] == 14, "\(excluded.text())")
  }

  @Test func `entries of several policies are merged, the first app opens`() {
    let answer = ask("universal_link", "https://www.acme.example/flip/b")
    #expect(
      answer["result"]
        == [
          "app": "R7KM2QX94T.com.acme.a",
          "opens": ["R7KM2QX94T.com.acme.a", "R7KM2QX94T.com.acme.b"],
        ])
    let only = ask("universal_link", "https://www.acme.example/flip/b", [("app", "b/ios")])
    #expect(only["result"]?["app"] == "R7KM2QX94T.com.acme.b")
    let package = ask("app_link", "https://www.acme.example/flip/x", [("app", "com.acme.b")])
    #expect(package["decision"] == "ignore", "\(package.text())")
    #expect(package["result"]?["opens"] == ["com.acme.a"])
  }

  @Test func `Android before 15 reads no rules`() {
    let url = "https://www.acme.example/flip/debug/x"
    #expect(ask("app_link", url, [("android_version", 14)])["decision"] == "allow")
    #expect(ask("app_link", url, [("android_version", "15")])["decision"] == "deny")
    #expect(ask("app_link", url, [("android_version", 0)])["error"] == "invalid_line")
  }

  @Test func `an environment has its own files`() {
    let answer = simulator.answer([
      "kind": "universal_link", "environment": "sandbox",
      "url": "https://sandbox.acme.example/only",
    ])
    #expect(answer["decision"] == "allow", "\(answer.text())")
  }

  @Test func `rules compiled once decide like rules compiled for each request`() {
    let many = simulator.policy.preparedForMany()
    var chance = SeededRandom(seed: 5)
    var opened = 0
    for _ in 0..<600 {
      let host = chance.one(of: [
        "www.acme.example", "sandbox.acme.example", "WWW.acme.example", "x",
      ])
      let path = chance.one(of: [
        "/flip/debug/x", "/flip/x", "/flip", "/orders", "/only", "/flip/b",
      ])
      let query = chance.one(of: ["", "?id=7", "?id=", "?id=1&id=", "#top"])
      let context = RequestContext(environment: chance.once(in: 2) ? .prod : .sandbox)
      let url = ExactString("https://\(host)\(path)\(query)")
      for request: Request in [
        .universalLink(UniversalLinkRequest(context: context, url: url)),
        .appLink(AppLinkRequest(context: context, url: url)),
      ] {
        let (a, b) = (simulator.policy.decide(request), many.decide(request))
        func json(_ decision: Decision) -> String {
          DecisionJSON.json(
            decision, id: .null, kind: request.kind.rawValue, workspace: simulator.workspace,
            withTrace: true
          ).text()
        }
        #expect(json(a) == json(b), "\(url)")
        if a.outcome == .allow { opened += 1 }
      }
    }
    #expect(opened > 100)
  }

  @Test func `where no app opens, the rule that came closest is named`() {
    let answer = ask("universal_link", "https://www.acme.example/orders?x=1")
    #expect(answer["nearest"]?["value"] == "id=?*")
    #expect(answer["nearest"]?["source"]?["line"] != nil)
    #expect(answer["nearest"]?["difference"]?.stringValue?.contains("(absent)") == true)
    #expect(ask("universal_link", "https://www.acme.example/zzz")["nearest"] == .null)
    #expect(ask("universal_link", "https://www.acme.example/flip/debug/x")["nearest"] == .null)
    let near = ask("app_link", "https://www.acme.example/fli")
    #expect(near["nearest"]?["value"]?.stringValue?.hasPrefix("/flip") == true)
  }

  @Test func `hosts that are compiled when somebody asks for them decide the same`() throws {
    let texts = try ["Policies", "Examples", "Tests/Fixtures/policies"]
      .flatMap { try Fixtures.files(below: $0) }.filter { $0.hasSuffix(".yaml") }
      .map { (name: $0, text: try Fixtures.text($0)) }
    var count = 0
    var flips = 0
    for files in [texts] + texts.map({ [$0] }) {
      let workspace = Workspace(texts: files)
      let isUsable: @Sendable (SourceAnchor) -> Bool = { $0.node.index % 7 != 0 }
      let whole = CompiledPolicy(workspace, isUsable: isUsable)
      let demand = CompiledPolicy(workspace, contents: .allOnDemand, isUsable: isUsable)
      for host in whole.hosts.hosts {
        let found = try #require(demand.hosts.host(host.host, in: host.environment))
        #expect(found.apple?.json == host.apple?.json && found.appleRules == host.appleRules)
        #expect(found.android?.json == host.android?.json && found.anchors == host.anchors)
        #expect(found.flips.map(\.url) == host.flips.map(\.url))
        flips += found.flips.count
        let context = RequestContext(environment: host.environment)
        for path in ["/", "/orders/1", "/flip/x?a=b", "/r/acme-home"] {
          let url = ExactString("https://\(host.host.string.uppercased())\(path)")
          let request = UniversalLinkRequest(context: context, url: url)
          let (first, second) = (whole.decide(request), demand.decide(request))
          #expect(first.source == second.source && first.message == second.message)
          #expect(first.trace.map(\.message) == second.trace.map(\.message))
          count += 1
        }
      }
      #expect(demand.hosts.host("nowhere.example", in: .prod) == nil)
    }
    #expect(count > 50 && flips > 0)
  }

}
