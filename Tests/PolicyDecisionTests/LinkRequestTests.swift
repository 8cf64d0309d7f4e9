import PolicyText
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
}
