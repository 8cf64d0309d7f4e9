import Foundation
import LinkPolicy
import PolicyTestSupport
import Testing

/// A policy with everything that is compared.
let basePolicy = """
  linkpolicy: 1
  name: lumen
  apps:
    phone:
      platform: ios
      bundle_id: example.lumen.home
      team_id: A1B2C3D4E5
    robot:
      platform: android
      package_name: example.lumen.home
      sha256_cert_fingerprints:
        - "3B:7E:91:0C:55:AD:12:F8:60:4D:E3:27:9A:BC:08:71:D6:2F:84:19:C0:5E:A7:33:F1:68:0B:D2:94:47:EE:1A"
  domains:
    www.lumen.example:
      links:
        - apps: [phone, robot]
          rules:
            - { path: /flip }
            - { path: /docs/private/*, exclude: true }
            - { path: /docs/* }
            - { path: "/$(food)/menu" }
      variables: { food: [burrito, pizza] }
  authorization_server:
    issuer: https://auth.lumen.example
  clients:
    home:
      provider: google-account-linking
      type: web
      client_id: home-1
      client_secret: { env: HOME_SECRET }
      redirect_uris:
        - https://oauth-redirect.googleusercontent.com/r/lumen
        - https://oauth-redirect.googleusercontent.com/a/com.google.OPA
      scopes: [devices, profile]
      state: required
      pkce: optional
      omit_redirect_uri: false
      app_flip:
        ios: { app: phone, universal_link: https://www.lumen.example/flip }
        android:
          app: robot
          intent_action: example.lumen.FLIP
          callers:
            - package_name: com.google.android.googlequicksearchbox
              sha256_cert_fingerprints:
                - "F0:FD:6C:5B:41:0F:25:CB:25:C3:B5:33:46:C8:97:2F:AE:30:F8:EE:74:11:DF:91:04:80:AD:6B:2D:60:DB:83"
    desktop:
      provider: generic
      type: native
      client_id: { prod: desktop-1 }
      redirect_uris: { prod: ["http://127.0.0.1/cb"] }
      scopes: [devices]
      pkce: required

  """

/// One edit of the policy and the changes that it must come to.
struct Edit: CustomTestStringConvertible, Sendable {
  var name: String
  var from: String
  var to: String
  /// Without `prod` and `sandbox`: those of both environments are `p` and `s`.
  var changes: [String]
  var testDescription: String { name }

  init(_ name: String, _ from: String, _ to: String, _ changes: [String]) {
    self.name = name
    self.from = from
    self.to = to
    self.changes = changes
  }

  /// The same change in both environments.
  static func both(_ kinds: String...) -> [String] {
    ["prod", "sandbox"].flatMap { environment in
      kinds.map { kind in
        let words = kind.split(separator: " ")
        return "\(words[0]) \(environment) \(words[1])"
      }
    }
  }
}

@Suite struct DifferenceTests {
  static let edits: [Edit] = [
    Edit(
      "a redirect URI is added", "/a/com.google.OPA\n",
      "/a/com.google.OPA\n      - https://oauth-redirect.googleusercontent.com/a/x\n",
      Edit.both("widening redirect_uri")),
    Edit(
      "a redirect URI is removed",
      "      - https://oauth-redirect.googleusercontent.com/a/com.google.OPA\n", "",
      Edit.both("narrowing redirect_uri")),
    Edit(
      "a port that every port covers is added", "[\"http://127.0.0.1/cb\"]",
      "[\"http://127.0.0.1/cb\", \"http://127.0.0.1:8080/cb\"]", ["neutral prod redirect_uri"]),
    Edit(
      "a native loopback URI becomes one port", "[\"http://127.0.0.1/cb\"]",
      "[\"http://127.0.0.1:8080/cb\"]",
      ["narrowing prod redirect_uri", "neutral prod redirect_uri"]),
    Edit(
      "a native client becomes a web client, whose loopback URI is an error", "type: native",
      "type: web", ["narrowing prod redirect_uri", "neutral prod type"]),
    Edit(
      "a scope is added", "[devices, profile]", "[devices, profile, rooms]",
      Edit.both("widening scope")),
    Edit("the order of scopes", "[devices, profile]", "[profile, devices]", []),
    Edit(
      "state becomes optional", "state: required", "state: optional",
      Edit.both("widening state")),
    Edit(
      "PKCE becomes required", "pkce: optional", "pkce: required",
      Edit.both("narrowing pkce")),
    Edit("PKCE becomes optional", "pkce: required", "pkce: optional", ["widening prod pkce"]),
    Edit(
      "plain is accepted", "scopes: [devices]\n",
      "scopes: [devices]\n    code_challenge_methods: [S256, plain]\n",
      ["widening prod code_challenge_method"]),
    Edit(
      "another response type", "scopes: [devices]\n",
      "scopes: [devices]\n    response_types: [code, token]\n",
      ["widening prod response_type"]),
    Edit(
      "a post-logout redirect URI", "scopes: [devices]\n",
      "scopes: [devices]\n    post_logout_redirect_uris: { prod: [\"com.lumen:/bye\"] }\n",
      ["widening prod post_logout_redirect_uri"]),
    Edit(
      "a CORS origin", "scopes: [devices]\n",
      "scopes: [devices]\n    cors_origins: [https://app.lumen.example]\n",
      ["widening prod cors_origin"]),
    Edit(
      "a grant type less", "scopes: [devices]\n",
      "scopes: [devices]\n    grant_types: [authorization_code]\n",
      ["narrowing prod grant_type"]),
    Edit(
      "grant types that say the default", "scopes: [devices]\n",
      "scopes: [devices]\n    grant_types: [refresh_token, authorization_code]\n", []),
    Edit(
      "a grant type more", "state: required",
      "state: required\n    grant_types: [authorization_code, refresh_token, client_credentials]",
      Edit.both("widening grant_type")),
    Edit(
      "the end-session endpoint", "issuer: https://auth.lumen.example",
      "issuer: https://auth.lumen.example\n  endpoints: { end_session: https://auth.lumen.example/bye }",
      [
        "neutral prod end_session_endpoint", "neutral sandbox end_session_endpoint",
        "neutral prod end_session_endpoint",
      ]),
    Edit(
      "omission without effect", "omit_redirect_uri: false", "omit_redirect_uri: true",
      Edit.both("neutral omit_redirect_uri")),
    Edit(
      "omission with effect", "pkce: required", "pkce: required\n    omit_redirect_uri: true",
      ["widening prod omit_redirect_uri"]),
    Edit(
      "the issuer", "https://auth.lumen.example", "https://auth2.lumen.example",
      ["neutral prod issuer", "neutral sandbox issuer", "neutral prod issuer"]),
    Edit(
      "a client ID", "desktop-1", "desktop-2",
      ["widening prod client_id", "narrowing prod client_id"]),
    Edit("a client is renamed", "  desktop:\n", "  terminal:\n", ["neutral prod client_key"]),
    Edit(
      "a client appears in sandbox", "{ prod: desktop-1 }",
      "{ prod: desktop-1, sandbox: desktop-2 }", ["neutral sandbox client"]),
    Edit(
      "an App Flip action", "intent_action: example.lumen.FLIP",
      "intent_action: example.lumen.FLIP2",
      Edit.both("widening app_flip_android", "narrowing app_flip_android")),
    Edit(
      "a caller", "com.google.android.googlequicksearchbox", "com.google.android.apps.home",
      Edit.both("widening app_flip_caller", "narrowing app_flip_caller")),
    Edit(
      "a certificate of a caller", "\"F0:FD", "\"F1:FD",
      Edit.both("widening app_flip_fingerprint", "narrowing app_flip_fingerprint")),
    Edit(
      "an exclude is removed", "          - { path: /docs/private/*, exclude: true }\n", "",
      ["widening prod universal_link", "widening prod app_link"]),
    Edit(
      "rules change places",
      """
                - { path: /docs/private/*, exclude: true }
                - { path: /docs/* }
      """,
      """
                - { path: /docs/* }
                - { path: /docs/private/*, exclude: true }
      """, ["widening prod universal_link", "widening prod app_link"]),
    Edit("a comment is no change", "{ path: /flip }", "{ path: /flip, comment: entry }", []),
    Edit(
      "a value of a variable", "[burrito, pizza]", "[burrito, pizza, soup]",
      ["widening prod universal_link"]),
    Edit("an app leaves", "apps: [phone, robot]", "apps: [phone]", ["narrowing prod app_link"]),
    Edit(
      "a host moves", "www.lumen.example:\n", "app.lumen.example:\n",
      [
        "widening prod universal_link", "widening prod app_link", "narrowing prod universal_link",
        "narrowing prod app_link",
        // The App Flip link stays on the old host: it is an error now, and decides nothing.
        "narrowing prod app_flip_ios", "narrowing sandbox app_flip_ios",
      ]),
    Edit(
      "a signing certificate", "\"3B:7E", "\"3C:7E",
      ["narrowing prod app_fingerprint", "widening prod app_fingerprint"]),
  ]

  @Test(arguments: edits)
  func `an edit comes to its changes, in both directions`(_ edit: Edit) throws {
    try #require(basePolicy.contains(edit.from))
    let edited = basePolicy.replacingFirst(edit.from, with: edit.to)
    let (old, new) = (Project(policy: basePolicy), Project(policy: edited))
    let there = PolicyDifference(old: old, new: new)
    #expect(there.summary.sorted() == edit.changes.sorted())
    #expect(there.faults(old: old, new: new) == [])
    let back = PolicyDifference(old: new, new: old)
    let mirrored = edit.changes.map { change in
      change.hasPrefix("w")
        ? "narrowing" + change.dropFirst(8)
        : change.hasPrefix("na") ? "widening" + change.dropFirst(9) : change
    }
    #expect(back.summary.sorted() == mirrored.sorted())
    #expect(back.faults(old: new, new: old) == [])
  }

  @Test func `the policy of the edits is clean and does not differ from itself`() {
    let project = Project(policy: basePolicy)
    #expect(!project.report.has(atLeast: .error))
    #expect(PolicyDifference(old: project, new: project).changes.isEmpty)
  }

  @Test func `a caller without a certificate is an error and does not come and go`() throws {
    let certificate = try #require(
      basePolicy.firstRange(of: #/sha256_cert_fingerprints:\n +- "F0:[0-9A-F:]+"/#))
    let project = Project(
      policy: basePolicy.replacingCharacters(in: certificate, with: "sha256_cert_fingerprints: []"))
    #expect(project.report.has(atLeast: .error))
    #expect(PolicyDifference(old: project, new: project).changes.isEmpty)
  }

  @Test func `a new client is one change with its key as the line`() throws {
    let policy =
      basePolicy + """
          kiosk:
            provider: generic
            type: web
            client_id: kiosk-1
            client_secret: { env: KIOSK_SECRET }
            redirect_uris: [https://kiosk.lumen.example/cb]
            scopes: [devices, profile]

        """
    let new = Project(policy: policy)
    let difference = PolicyDifference(old: Project(policy: basePolicy), new: new)
    #expect(difference.summary == ["widening prod client", "widening sandbox client"])
    let change = try #require(difference.changes.first)
    #expect(change.old == nil && change.new?.path == "clients.kiosk")
  }

  @Test func `a change that others hide is not taken for the opposite`() {
    // Everything has another client ID: each request of one side is unknown to the other.
    let new = basePolicy.replacing("home-1", with: "home-2")
      .replacing("state: required", with: "state: optional")
      .replacing("pkce: optional", with: "pkce: required")
    let difference = PolicyDifference(old: Project(policy: basePolicy), new: Project(policy: new))
    #expect(
      difference.summary.filter { $0.contains(" prod ") } == [
        "widening prod client_id", "narrowing prod client_id", "widening prod state",
        "narrowing prod pkce",
      ])
  }

  private static let pieces = ["*", "$(", "$(food)", "?", "*/", "a"]

  /// A policy with a pattern of many pieces and a value of a variable with many more.
  private static func long(_ piece: String, _ count: Int) -> String {
    let pattern = "/" + String(repeating: piece, count: count)
    let value = String(repeating: "*p", count: count / 4)
    return basePolicy.replacing("path: /docs/* }", with: "path: \"\(pattern)\" }")
      .replacing("[burrito, pizza]", with: "[burrito, \"\(value)\"]")
  }

  @Test(arguments: pieces) func `a pattern of many kilobytes is compared`(_ piece: String) {
    let policy = Self.long(piece, TestForm.size(300, full: 5_000))
    let (old, new) = (Project(policy: basePolicy), Project(policy: policy))
    let difference = PolicyDifference(old: old, new: new)
    #expect(difference.faults(old: old, new: new) == [])
  }

  @Test(.countsInstructions, arguments: pieces) func `a pattern of many kilobytes costs little`(
    _ piece: String
  ) throws {
    try Tool.withTemporaryDirectory { directory in
      try Data(basePolicy.utf8).write(to: directory.appending(path: "old.yaml"))
      try Data(Self.long(piece, 20_000).utf8).write(to: directory.appending(path: "new.yaml"))
      let count = try Instructions.count(["diff", "old.yaml", "new.yaml"], in: directory)
      #expect(count < Instructions.most, "\(count) instructions")
    }
  }

  @Test func `lines lead to the leaf on each side`() throws {
    let new = basePolicy.replacing("pkce: optional", with: "pkce: required")
    let difference = PolicyDifference(old: Project(policy: basePolicy), new: Project(policy: new))
    let change = try #require(difference.changes.first)
    #expect(change.old?.path == "clients.home.pkce" && change.new?.path == "clients.home.pkce")
    #expect(change.old?.column == 11)
  }
}

extension String {
  func replacingFirst(_ text: String, with other: String) -> String {
    replacing(text, with: other, maxReplacements: 1)
  }
}
