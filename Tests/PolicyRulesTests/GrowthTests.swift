import PolicyDiagnostics
import Testing

/// Large and hostile policies cost time in proportion to their size.
@Suite(.serialized) struct GrowthTests {
  static let client = """
    linkpolicy: 1
    name: hostile
    clients:
      c:
        provider: generic
        type: web
        client_id: { prod: c-prod, sandbox: c-sandbox }
        client_secret: { env: C_SECRET }

    """

  static func seconds(_ policy: String) -> (Double, [Diagnostic]) {
    let start = ContinuousClock.now
    let found = Checking.report([Array(policy.utf8)]).diagnostics
    let time = ContinuousClock.now - start
    return (Double(time.components.seconds) + Double(time.components.attoseconds) / 1e18, found)
  }

  static func uris(_ count: Int) -> String {
    func list(_ host: String) -> String {
      (0..<count).map { "        - https://h\($0).\(host)/cb/\($0)\n" }.joined()
    }
    return client + "    redirect_uris:\n      prod:\n" + list("b.example") + "      sandbox:\n"
      + list("b-sandbox.example")
  }

  static func clients(_ count: Int) -> String {
    "linkpolicy: 1\nname: big\nclients:\n"
      + (0..<count).map { index in
        """
          c\(index):
            provider: generic
            type: web
            client_id: { prod: c\(index)-prod, sandbox: c\(index)-sandbox }
            client_secret: { env: C_SECRET }
            redirect_uris:
              prod: ["https://h\(index).b.example/cb"]
              sandbox: ["https://h\(index).b-sandbox.example/cb"]

        """
      }.joined()
  }

  @Test func `a list of 20,000 addresses is checked without pairwise comparison`() {
    let (small, _) = Self.seconds(Self.uris(2_000))
    let (large, found) = Self.seconds(Self.uris(20_000))
    #expect(found.isEmpty, "\(Checking.describe(Array(found.prefix(3))))")
    #expect(large < small * 40, "\(small) s, \(large) s")
  }

  @Test func `20,000 clients are checked without pairwise comparison`() {
    let (small, _) = Self.seconds(Self.clients(2_000))
    let (large, found) = Self.seconds(Self.clients(20_000))
    #expect(found.isEmpty, "\(Checking.describe(Array(found.prefix(3))))")
    #expect(large < small * 40, "\(small) s, \(large) s")
  }

  @Test func `an address of 700 KB full of dot segments has one finding for each cause`() {
    let dots = String(repeating: "%2e%2e/", count: 100_000)
    let (time, found) = Self.seconds(
      Self.client + "    redirect_uris: { prod: [\"https://b.example/\(dots)#x\"], "
        + "sandbox: [\"https://b.example/\(dots)#y\"] }\n")
    let rules = found.map(\.rule)
    #expect(rules.count == 6, "\(Checking.describe(found))")
    #expect(Set(rules) == ["uri-dot-segment", "uri-fragment", "uri-too-long"])
    #expect(time < 20)
  }

  /// App Flip links of many clients on one host with many rules.
  static func flips(_ count: Int) -> String {
    var text = """
      linkpolicy: 1
      name: hostile
      apps: { i: { platform: ios, bundle_id: com.acme.home, team_id: R7KM2QX94T } }
      domains:
        www.acme.example:
          links:
            - apps: [i]
              rules:

      """
    for index in 0..<count { text += "          - { path: \"/*/x\(index)\" }\n" }
    text += "clients:\n"
    for index in 0..<count {
      text += """
          c\(index):
            provider: generic
            type: web
            client_id: { prod: c\(index) }
            client_secret: { env: C_SECRET }
            redirect_uris: { prod: ["https://h\(index).b.example/cb"] }
            app_flip: { ios: { app: i, universal_link: { prod: "https://www.acme.example/a/y" } } }

        """
    }
    return text
  }

  @Test func `links on a host with many rules have a bound`() {
    let (small, _) = Self.seconds(Self.flips(200))
    let (large, found) = Self.seconds(Self.flips(2_000))
    #expect(found.contains { $0.rule == "link-host-undeclared" })
    #expect(large < small * 40, "\(small) s, \(large) s")
  }
}
