import PolicyText
import PolicyTestSupport
import Testing

/// Work on large and hostile policies is proportional to their size.
@Suite struct GrowthTests {
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

  static func diagnostics(_ policy: String) -> [Diagnostic] {
    Checking.report([Array(policy.utf8)]).diagnostics
  }

  /// Checks that ten times the size takes at most 13 times the work, which allows for logarithmic
  /// factors.
  static func expectLinear(_ policy: (Int) -> String, from small: Int) throws {
    let growth = try Instructions.growth(from: policy(small), to: policy(10 * small))
    #expect(growth < 13, "\(growth) times the instructions for ten times the policy")
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

  @Test func `a list of thousands of URIs has no findings`() {
    let found = Self.diagnostics(Self.uris(TestForm.size(2_000, full: 20_000)))
    #expect(found.isEmpty, "\(Checking.describe(Array(found.prefix(3))))")
  }

  @Test func `thousands of clients have no findings`() {
    let found = Self.diagnostics(Self.clients(TestForm.size(2_000, full: 20_000)))
    #expect(found.isEmpty, "\(Checking.describe(Array(found.prefix(3))))")
  }

  @Test(.countsInstructions) func `20,000 URIs are checked without pairwise comparison`() throws {
    try Self.expectLinear(Self.uris, from: 2_000)
  }

  @Test(.countsInstructions) func `20,000 clients are checked without pairwise comparison`() throws
  {
    try Self.expectLinear(Self.clients, from: 2_000)
  }

  @Test(.countsInstructions) func `40,000 rejected keys are skipped in one pass`() throws {
    try Self.expectLinear(
      { count in
        Self.client.replacing(
          "clients:\n",
          with: String(repeating: "? [a]\n: { b: [1, 2] }\n", count: count) + "clients:\n")
      }, from: 4_000)
  }

  static func dots(_ count: Int) -> String {
    let dots = String(repeating: "%2e%2e/", count: count)
    return client + "    redirect_uris: { prod: [\"https://b.example/\(dots)#x\"], "
      + "sandbox: [\"https://b.example/\(dots)#y\"] }\n"
  }

  @Test func `a long URI full of dot segments has one finding for each cause`() {
    let found = Self.diagnostics(Self.dots(TestForm.size(10_000, full: 100_000)))
    let rules = found.map(\.rule)
    #expect(rules.count == 6, "\(Checking.describe(found))")
    #expect(Set(rules) == ["uri-dot-segment", "uri-fragment", "uri-too-long"])
  }

  @Test(.countsInstructions) func `a URI of 700 KB full of dot segments is read once`() throws {
    try Self.expectLinear(Self.dots, from: 10_000)
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

  @Test func `links on a host with many rules are all checked`() {
    let found = Self.diagnostics(Self.flips(TestForm.size(200, full: 2_000)))
    #expect(found.contains { $0.rule == "link-host-undeclared" })
  }

  @Test(.countsInstructions) func `work for links on a host with many rules is limited`() throws {
    try Self.expectLinear(Self.flips, from: 200)
  }
}
