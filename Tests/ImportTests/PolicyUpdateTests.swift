import LinkPolicy
import Testing

/// `--update`: a policy is filled up, and what somebody wrote stays.
@Suite struct PolicyUpdateTests {
  private static let client = """
    {"client_id": "web", "client_secret": "x", "redirect_uris": ["https://www.acme.example/cb"],
     "token_endpoint_auth_method": "client_secret_basic", "scope": "devices"}
    """

  private static func update(_ policy: String, _ files: [(String, String)]) -> (
    text: String, report: Report
  ) {
    let update = PolicyUpdate(
      SourceFile(name: "policy.yaml", bytes: Array(policy.utf8)), from: Importing.run(files))
    return (String(decoding: update.bytes, as: UTF8.self), update.report)
  }

  @Test func `missing keys are filled in, comments and layout stay`() {
    let (text, _) = Self.update(
      """
      # ours
      linkpolicy: 1
      name: acme   # short

      clients:
        website:                # the shop
          provider: generic
          type: web
          client_id: {prod: web}   # as in the console
          redirect_uris: { prod: ["https://www.acme.example/cb"] }

      # the end

      """, [("client.json", Self.client)])
    #expect(
      text == """
        # ours
        linkpolicy: 1
        name: acme   # short

        clients:
          website:                # the shop
            provider: generic
            type: web
            client_id: {prod: web}   # as in the console
            redirect_uris: { prod: ["https://www.acme.example/cb"] }
            client_secret: { prod: { env: WEB_SECRET } }
            scopes: [devices]
            token_endpoint_auth: basic

        # the end

        """)
  }

  @Test func `a new section and a new block are added, with the ids that the policy has`() {
    let (text, report) = Self.update(
      """
      linkpolicy: 1
      name: acme
      apps:
        phone: { platform: ios, bundle_id: com.acme.home, team_id: A1B2C3D4E5 }
      clients: {}
      """,
      [
        (
          "apple-app-site-association",
          """
          {"applinks": {"details": [{"appIDs": ["A1B2C3D4E5.com.acme.home", "A1B2C3D4E5.com.acme.pad"],
            "components": [{"/": "/a"}]}]}}
          """
        )
      ])
    #expect(
      text.contains("  phone: { platform: ios, bundle_id: com.acme.home, team_id: A1B2C3D4E5 }\n"))
    #expect(text.contains("  pad-ios:\n    platform: ios\n"))
    #expect(text.contains("- apps: [phone, pad-ios]"))
    #expect(!text.contains("home-ios"))
    #expect(
      !report.diagnostics.contains { $0.rule == "unknown-reference" || $0.rule == "yaml-syntax" })
  }

  @Test func `another value is named and not taken`() {
    let policy = """
      linkpolicy: 1
      name: acme
      clients:
        web:
          provider: generic
          type: web
          client_id: web
          client_secret: { env: KEPT }
          redirect_uris: [https://other.acme.example/cb]
          scopes: [devices]
          token_endpoint_auth: post

      """
    let (text, report) = Self.update(policy, [("client.json", Self.client)])
    #expect(text == policy)
    let found = report.diagnostics.filter { $0.rule == "import-conflict" }.map(\.message)
    #expect(found.contains { $0.contains("https://www.acme.example/cb") })
    #expect(found.contains { $0.contains("`basic`") })
  }

  @Test func `a second update changes nothing`() {
    let files = [("client.json", Self.client)]
    let (first, _) = Self.update("linkpolicy: 1\nname: acme\n", files)
    #expect(first.contains("clients:\n  web:\n"))
    let (second, _) = Self.update(first, files)
    #expect(second == first)
  }

  @Test(arguments: ["", "linkpolicy: 1\nname: [", "- 1\n", "\"text\""])
  func `a file that is not a policy stays as it is, or becomes one that is read`(text: String) {
    let (new, _) = Self.update(text, [("client.json", Self.client)])
    #expect(new == text)
  }
}
