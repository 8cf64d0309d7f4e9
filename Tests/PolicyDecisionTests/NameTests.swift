import LinkPolicy
import PolicyDecision
import PolicyModel
import PolicyText
import Testing

/// Unknown names in requests are errors at any depth, because ignoring them would decide a
/// different request.
@Suite struct UnknownNameTests {
  private let simulator = Simulator(
    """
    linkpolicy: 1
    name: acme
    apps:
      phone: { platform: ios, bundle_id: com.acme.app, team_id: R7KM2QX94T }
    clients:
      web:
        provider: generic
        type: web
        client_id: web-1
        redirect_uris: [https://acme.example/cb]
    providers:
      google_sign_in:
        scopes: { features: { drive: ["https://www.googleapis.com/auth/drive.file"] } }
    """)

  /// A valid line for each request type.
  private static let lines: [String: [(key: String, value: JSONValue)]] = [
    "authorize": [("query", "client_id=web-1")],
    "app_flip_ios": [("url", "https://acme.example/flip?state=s")],
    "app_flip_android": [("action", "com.acme.FLIP"), ("caller", ["package": "p", "certs": []])],
    "token": [("form", "grant_type=refresh_token")],
    "universal_link": [("url", "https://acme.example/")],
    "app_link": [("url", "https://acme.example/")],
    "email_action": [("input", ["requestType": "VERIFY_EMAIL"])],
    "email_link": [("input", ["link": "https://acme.example/"])],
    "continue_url": [("input", ["url": "https://acme.example/"])],
    "web_origin": [("input", ["page_url": "https://acme.example/"])],
    "auth_domain": [("input", [:])],
    "google_client": [("operation", "reverse"), ("input", ["client_id": "1"])],
    "scopes": [("operation", "missingScopes"), ("facts", ["granted": []])],
    "token_refresh": [("operation", "refreshTokensIfNeeded")],
    "apple_id_token": [("operation", "policy"), ("input", ["platform": "ios"])],
    "account_link": [("input", ["op": "signIn", "credential": ["provider": "apple.com"]])],
  ]

  private func answer(
    _ kind: String, _ fields: [(key: String, value: JSONValue)]
  ) -> JSONValue {
    let base = (Self.lines[kind] ?? []).filter { entry in
      !fields.contains { $0.key == entry.key }
    }
    return simulator.answer(.object([("kind", .string(kind))] + base + fields))
  }

  private func isUnknown(_ answer: JSONValue, _ name: String) -> Bool {
    answer["error"] == "invalid_line"
      && ["field", "key", "value"].contains {
        answer["message"]?.stringValue?.hasPrefix("unknown \($0) `\(name)` ") == true
      }
  }

  @Test func `every request type has a table and a valid line`() {
    for kind in RequestKind.allCases.map(\.rawValue) {
      #expect(answer(kind, [])["decision"] != nil, "\(kind): \(answer(kind, []).text())")
    }
  }

  @Test func `each request type accepts exactly the fields in its table`() throws {
    for kind in RequestKind.allCases.map(\.rawValue) {
      let shape = try #require(RequestShape.kind(kind))
      for key in shape.keys where key.name != "kind" {
        #expect(!isUnknown(answer(kind, [(key.name, .null)]), key.name), "\(kind) \(key.name)")
        let wrong = key.name + "q"
        let refused = answer(kind, [(wrong, .null)])
        #expect(isUnknown(refused, wrong), "\(kind): \(refused.text())")
        #expect(
          refused["message"]?.stringValue?.contains("`\(key.name)`") == true,
          "\(refused.text())")
        #expect(answer(kind, [("x-" + key.name, 1)])["decision"] != nil)
      }
      #expect(isUnknown(answer(kind, [("zzzzzz", 1)]), "zzzzzz"))
    }
  }

  @Test func `each request type accepts exactly the names within its values`() throws {
    for kind in RequestKind.allCases.map(\.rawValue) {
      for key in try #require(RequestShape.kind(kind)).keys {
        guard case .request(let value) = key.shape else { continue }
        try check(kind, key.name, value) { [(key.name, $0)] }
      }
    }
  }

  /// Checks a value recursively; `wrap` returns the fields with the value in them.
  private func check(
    _ kind: String, _ place: String, _ value: RequestValue,
    wrap: (JSONValue) -> [(key: String, value: JSONValue)]
  ) throws {
    switch value {
    case .any: break
    case .words(let words, _):
      for word in words { #expect(!isUnknown(answer(kind, wrap(.string(word))), word), "\(place)") }
      let wrong = (words.first ?? "") + "q"
      let refused = answer(kind, wrap(.string(wrong)))
      #expect(isUnknown(refused, wrong), "\(kind) \(place): \(refused.text())")
      #expect(refused["message"]?.stringValue?.contains("`\(words[0])`") == true)
    case .each(let value): try check(kind, place, value) { wrap(["U1": $0]) }
    case .object(let keys):
      #expect(isUnknown(answer(kind, wrap(["zzzzzz": 1])), "zzzzzz"), "\(kind) \(place)")
      #expect(!isUnknown(answer(kind, wrap(["x-zzzzzz": 1])), "x-zzzzzz"), "\(kind) \(place)")
      for key in keys where key.only.isEmpty {
        let object: (JSONValue) -> JSONValue = { .object([(key.name, $0)]) }
        #expect(
          !isUnknown(answer(kind, wrap(object(.null))), key.name), "\(kind) \(place).\(key.name)")
        if !key.isPart {
          let wrong = "q" + key.name
          let isKnown = keys.contains { $0.name == wrong || ($0.isPart && $0.only.isEmpty) }
          let refused = answer(kind, wrap(.object([(wrong, .null)])))
          #expect(isKnown || isUnknown(refused, wrong), "\(kind) \(place): \(refused.text())")
        }
        try check(kind, "\(place).\(key.name)", key.value) { wrap(object($0)) }
      }
    }
  }

  @Test func `the tables have the same values as the enumerations in the code`() throws {
    func words(_ kind: String, _ key: String) throws -> [String] {
      let found = try #require(RequestShape.kind(kind)?.keys.first { $0.name == key })
      guard case .enumeration(let words) = found.shape else { return [] }
      return words.map(\.name).sorted()
    }
    func all<Word: CaseIterable & RawRepresentable>(_ type: Word.Type) -> [String]
    where Word.RawValue == String { type.allCases.map(\.rawValue).sorted() }
    #expect(try words("authorize", "outcome") == all(AuthorizeRequest.Outcome.self))
    #expect(try words("app_flip_ios", "outcome") == all(AppFlipIOSRequest.Outcome.self))
    #expect(try words("app_flip_android", "outcome") == all(AppFlipAndroidRequest.Outcome.self))
    #expect(try words("email_action", "sdk") == all(EmailActionRequest.SDK.self))
    #expect(try words("google_client", "operation") == all(GoogleClientRequest.Operation.self))
    #expect(try words("scopes", "operation") == all(ScopesRequest.Operation.self))
    #expect(try words("token_refresh", "operation") == all(TokenRefreshRequest.Operation.self))
    #expect(try words("apple_id_token", "operation") == all(AppleIDTokenRequest.Operation.self))
    #expect(try words("account_link", "operation") == all(AccountLinkRequest.Operation.self))
  }

  @Test func `validate reports the same names in tests, with their location`() {
    let text = """
      linkpolicy: 1
      name: acme
      tests:
        - name: a
          request: { kind: scopes, operation: missingScope, facts: { grantd: [], x-why: 1 } }
          expect: { decision: deny }
        - name: b
          request: { kind: token, form: "", query: "", facts: { account: knwon } }
          expect: { decision: deny }
      """
    let project = Project([
      InputFile(
        source: SourceFile(name: "Policies/acme.yaml", bytes: Array(text.utf8)), kind: .policy,
        isExplicit: true)
    ])
    let found = project.report.diagnostics.map { "\($0.rule) \($0.path)" }
    #expect(
      found == [
        "unknown-value tests[0].request.operation", "unknown-key tests[0].request.facts.grantd",
        "unknown-key tests[1].request.query", "unknown-value tests[1].request.facts.account",
      ], "\(found)")
  }
}
