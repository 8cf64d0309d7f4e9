import Foundation
import Testing

@testable import LinkPolicyRuntime

private typealias Allowlist = LinkPolicyAllowlist.Allowlist
private typealias LoadError = LinkPolicyAllowlist.LoadError

private let client = #"""
  {
    "policy": "p", "client": "one", "client_id": "id-one", "provider": "google-account-linking",
    "type": "native", "redirect_uris": ["a:/cb", "https://h.example/é"],
    "browser_redirect_uris": [], "post_logout_redirect_uris": ["a:/bye"],
    "cors_origins": ["https://a.example"], "scopes": ["a", "b"], "response_types": ["code"],
    "grant_types": ["authorization_code"], "state": "optional", "pkce": "required",
    "code_challenge_methods": ["S256"], "omit_redirect_uri": false,
    "token_endpoint_auth": "none", "public": true, "assertion_intents": ["check"], "issuer": "https://id.example",
    "authorization_endpoint": null, "token_endpoint": null, "revocation_endpoint": null,
    "end_session_endpoint": null, "code_lifetime": 600,
    "app_flip": {
      "ios": {"universal_link": "https://h.example/flip"},
      "android": {
        "intent_action": "a.FLIP",
        "callers": [{"package_name": "com.a", "sha256_cert_fingerprints": ["00"]}]
      }
    }
  }
  """#

private func file(_ clients: String) -> String {
  """
  {
    "schemaVersion": 1, "comment": "c", "policies": ["p"],
    "environments": {"prod": {"clients": [\(clients)]}, "sandbox": {"clients": []}}
  }
  """
}

private func load(
  _ text: String, environment: LinkPolicyAllowlist.Environment = .prod
) throws -> Allowlist {
  let bytes = Array(text.utf8)
  return try .load(
    bytes, sha256: hex(LinkPolicyAllowlist.sha256(bytes)), environment: environment)
}

@Suite struct LoadTests {
  @Test func `a file gives the same client as the code`() throws {
    let allowlist = try load(file(client))
    let view = try #require(allowlist.client("id-one"))
    #expect(view.key == "one" && view.provider == .googleAccountLinking && view.type == .native)
    #expect(view.isPublic && view.requiresPKCE && !view.requiresState && view.scopes == ["a", "b"])
    #expect(view.redirectURIs == ["a:/cb", "https://h.example/é"])
    #expect(view.issuer == "https://id.example" && view.grantTypes == ["authorization_code"])
    #expect(
      allowlist.decideAppFlip(url: "https://h.example/flip").reason == .redirectURIMissing)
    #expect(try load(file(client), environment: .sandbox).clients.isEmpty)
  }

  @Test func `every key is required, with its type, and no other`() throws {
    let keys = client.matches(of: #/"([a-z0-9_]+)":/#).map { String($0.output.1) }
    #expect(keys.count == 33)
    for key in keys {
      let wrong = client.replacing("\"\(key)\":", with: "\"x\":")
      #expect(throws: LoadError.self, "\(key)") { try load(file(wrong)) }
      let number = client.replacing(
        try Regex("\"\(key)\": (null|true|false|[0-9]+|\"[^\"]*\"|\\[[^\\[\\]]*\\])"),
        with: "\"\(key)\": {}")
      if number != client {
        #expect(throws: LoadError.self, "\(key)") { try load(file(number)) }
      }
    }
    let good = file(client)
    for (old, new) in [
      ("\"schemaVersion\": 1", "\"schemaVersion\": 2"),
      ("\"schemaVersion\": 1", "\"schemaVersion\": \"1\""),
      ("\"comment\": \"c\",", ""), ("\"comment\":", "\"x\": 1, \"comment\":"),
      ("\"sandbox\": {\"clients\": []}", "\"test\": {\"clients\": []}"),
      ("\"state\": \"optional\"", "\"state\": \"Optional\""),
      ("\"policy\": \"p\"", "\"policy\": \"p\", \"policy\": \"p\""),
      ("\"omit_redirect_uri\": false", "\"omit_redirect_uri\": 0"),
      ("\"public\": true", "\"public\": false"),
    ] {
      let wrong = good.replacing(old, with: new)
      #expect(wrong != good)
      #expect(throws: LoadError.self, "\(new)") { try load(wrong) }
    }
  }

  @Test(arguments: [
    "", "nul", "[1", "[1,]", "{\"a\":1,}", "{\"a\"}", "{a:1}", "\"\\x\"", "\"\\ud800\"",
    "\"\\ud800\\u0041\"", "\"\\udc00\"", "\"a\nb\"", "\"a", "01", "-", "1.5", "1e3", "+1",
    "99999999999999999999", "1 2", "[1] x", "{\"a\":1,\"a\":2}", "\u{FEFF}1", "'a'",
    String(repeating: "[", count: 17),
  ])
  func `malformed JSON is refused`(text: String) {
    #expect(throws: LoadError.self) { try LinkPolicyAllowlist.JSON(Array(text.utf8)) }
  }

  @Test func `JSON is read`() throws {
    let text = #" {"a\u0041\n\"\\\/\b\f\r\té\ud83d\ude00": [null, true, false, -12, 0, "", {}]} "#
    #expect(
      try LinkPolicyAllowlist.JSON(Array(text.utf8))
        == .object([
          "aA\n\"\\/\u{8}\u{C}\r\té\u{1F600}": .array([
            .null, .bool(true), .bool(false), .integer(-12), .integer(0), .string(""),
            .object([:]),
          ])
        ]))
    #expect(throws: LoadError.self) { try LinkPolicyAllowlist.JSON([0x22, 0xFF, 0x22]) }
    let deep = [UInt8](repeating: UInt8(ascii: "["), count: 1_000_000)
    #expect(throws: LoadError.self) { try LinkPolicyAllowlist.JSON(deep) }
  }

  @Test func `the hash must be that of the bytes`() throws {
    let bytes = Array(file(client).utf8)
    let digest = hex(LinkPolicyAllowlist.sha256(bytes))
    for sha256 in ["", digest + " ", String(digest.dropLast()), "x" + digest.dropFirst()] {
      #expect(throws: LoadError.self) {
        try Allowlist.load(bytes, sha256: sha256, environment: .prod)
      }
    }
    #expect(throws: LoadError.self) {
      try Allowlist.load(bytes + [0x20], sha256: digest, environment: .prod)
    }
    _ = try Allowlist.load(bytes, sha256: digest.uppercased(), environment: .prod)
  }

  @Test func `a file is replaced as a whole or not at all`() async throws {
    let directory = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: directory) }
    let path = directory.appending(path: "allowlist.json").path
    func write(_ text: String, sha256: String? = nil) throws {
      let digest = sha256 ?? hex(LinkPolicyAllowlist.sha256(Array(text.utf8)))
      try Data(text.utf8).write(to: URL(filePath: path))
      try Data("\(digest)  allowlist.json\n".utf8).write(to: URL(filePath: path + ".sha256"))
    }
    let missing = #expect(throws: LoadError.self) {
      try LinkPolicyAllowlist.AllowlistFile(path: path, environment: .prod)
    }
    #expect(missing?.localizedDescription == "\(path).sha256 can't be read")
    try write(file(client))
    let allowlist = try LinkPolicyAllowlist.AllowlistFile(path: path, environment: .prod)
    #expect(allowlist.current.clients.map(\.clientID) == ["id-one"])
    let other = file(client.replacing("id-one", with: "id-two"))
    for (text, digest) in [(other, String(repeating: "0", count: 64)), (other + "x", nil)] {
      try write(text, sha256: digest)
      #expect(throws: LoadError.self) { try allowlist.reload() }
      #expect(allowlist.current.clients.map(\.clientID) == ["id-one"])
    }
    try Data("00".utf8).write(to: URL(filePath: path + ".sha256"))
    #expect(throws: LoadError.self) { try allowlist.reload() }
    try write(other)
    await withTaskGroup { group in
      for _ in 0..<8 {
        group.addTask {
          for _ in 0..<50 {
            #expect(throws: Never.self) { try allowlist.reload() }
            #expect(allowlist.current.clients.count == 1)
          }
        }
      }
    }
    #expect(allowlist.current.clients.map(\.clientID) == ["id-two"])
  }
}
