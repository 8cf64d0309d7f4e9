import LinkPolicy
import PolicyModel
import PolicyTestSupport
import PolicyText
import Testing

/// The layout of written policies.
@Suite struct PolicyTextTests {
  @Test func `a policy looks as if written by hand`() {
    let result = Importing.run([
      (
        "apple-app-site-association",
        """
        {"applinks": {"details": [{"appIDs": ["A1B2C3D4E5.com.acme.home"], "components": [
          {"/": "/orders/*", "?": {"id": "?*"}}, {"/": "/help", "exclude": true, "comment": "in the browser"}]}]},
         "webcredentials": {"apps": ["A1B2C3D4E5.com.acme.home"]}}
        """
      ),
      (
        "assetlinks.json",
        """
        [{"relation": ["delegate_permission/common.handle_all_urls"], "target": {"namespace": "android_app",
          "package_name": "com.acme.home", "sha256_cert_fingerprints": ["\(fingerprint.lowercased())"]}}]
        """
      ),
      (
        "client.json",
        """
        {"client_id": "web", "client_secret": "x", "redirect_uris": ["https://www.acme.example/cb"],
         "token_endpoint_auth_method": "client_secret_basic", "scope": "devices profile"}
        """
      ),
    ])
    #expect(
      result.text == """
        linkpolicy: 1
        name: acme-home

        apps:
          # from assetlinks.json
          home-android:
            platform: android
            package_name: com.acme.home
            sha256_cert_fingerprints:
              # from assetlinks.json
              - \(fingerprint)
          # from apple-app-site-association
          home-ios:
            platform: ios
            bundle_id: com.acme.home
            team_id: A1B2C3D4E5

        # from apple-app-site-association, assetlinks.json
        domains:
          www.acme.example:
            environment: prod
            links:
              - apps: [home-ios]
                rules:
                  - { path: /orders/*, query: { id: "?*" } }
                  - { path: /help, exclude: true, comment: in the browser }
              - apps: [home-android]
                rules:
                  - { path: "*" }
            credentials: [home-ios]

        # from client.json
        clients:
          web:
            provider: generic
            type: web
            client_id: { prod: web }
            client_secret: { prod: { env: WEB_SECRET } }
            redirect_uris:
              prod:
                - https://www.acme.example/cb
            scopes: [devices, profile]
            token_endpoint_auth: basic

        """)
  }

  private let fingerprint =
    "5A:11:C0:9E:77:3B:20:D4:8F:6E:01:AB:C9:32:57:E8:90:4D:13:F6:2C:BB:68:05:D1:7A:EE:49:36:84:0F:C2"

  @Test(arguments: 1...200) func `strings survive writing and parsing`(seed: Int) throws {
    var random = SeededRandom(seed: UInt64(seed))
    let parts = [
      "a", "B", "1", "0x1f", "1e3", "yes", "null", "~", ":", ": ", " #", "#", "-", "- ", "?", "*",
      "&", "!",
      "[", "]", "{", "}", ",", "\"", "'", "\\", " ", "é", "\u{200B}", "\u{2028}", "%", "@", "`",
      "/", "|", ">",
      "2026-01-01", "12:30", "true", "\u{FEFF}", "😀", "=", "<", "off",
    ]
    let text = ExactString(
      (0..<Int.random(in: 0...5, using: &random)).map { _ in random.one(of: parts) }.joined())
    for isFlow in [false, true] {
      let scalar = YAMLScalar.text(text, isFlow: isFlow)
      let yaml =
        isFlow
        ? "{ \(YAMLScalar.text(text, isFlow: true)): 1, key: \(scalar) }\n" : "key: \(scalar)\n"
      let read = YAMLReader.read(SourceFile(name: "x", bytes: Array(yaml.utf8)), file: FileID(0))
      #expect(read.diagnostics.isEmpty, "\(yaml)")
      let value = try #require(read.tree.root.flatMap { read.tree.value(of: "key", in: $0) })
      #expect(read.tree.text(value) == text, "\(yaml)")
      let isPlain = read.tree.style(value) == .plain
      #expect(!isPlain || read.tree.isString(value), "\(yaml)")
    }
  }
}

/// `--update` adds missing values and keeps existing ones.
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

  @Test func `missing keys are added, and comments and layout stay`() {
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

  @Test func `a new section and a new block are added, with the policy's existing keys`() {
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

  @Test func `a conflicting value is reported and not changed`() {
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
  func `a file that is not a policy is unchanged or becomes a valid policy`(text: String) {
    let (new, _) = Self.update(text, [("client.json", Self.client)])
    #expect(new == text)
  }
}
