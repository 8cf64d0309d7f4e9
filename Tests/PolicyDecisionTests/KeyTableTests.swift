import LinkPolicy
import PolicyDecision
import PolicyText
import PolicyModel
import ProjectTestSupport
import Testing

/// The code that reads and decides requests agrees with the key tables.
@Suite struct KeyTableTests {
  private static func mapping(_ name: String, below shape: Shape) -> MappingShape? {
    switch shape {
    case .mapping(let mapping): self.mapping(name, in: mapping())
    case .list(let value), .perEnvironment(let value), .oneOrMany(let value),
      .nullable(let value), .dictionary(_, let value):
      mapping(name, below: value)
    default: nil
    }
  }

  private static func mapping(_ name: String, in root: MappingShape) -> MappingShape? {
    if root.name == name { return root }
    for key in root.keys {
      if let found = mapping(name, below: key.shape) { return found }
    }
    return nil
  }

  private static func words(of key: String, in mapping: MappingShape) throws -> [String] {
    let shape = try #require(mapping.keys.first { $0.name == key }).shape
    guard case .enumeration(let words) = shape else { return [] }
    return words.map(\.name)
  }

  // MARK: requests

  /// Requests that together have every field.
  private static let requests: [[(key: String, value: JSONValue)]] = [
    [
      ("kind", "authorize"), ("environment", "sandbox"), ("policy", "p"), ("iss", "https://i"),
      ("code", "X"), ("facts", .object([])), ("now", 5), ("query", "client_id=b"),
      ("outcome", "deny"),
    ],
    [("kind", "authorize"), ("url", "https://a.example/?client_id=b")],
    [
      ("kind", "authorize"), ("client_id", "a"), ("redirect_uri", "b"), ("response_type", "c"),
      ("state", "d"), ("scope", "e"), ("code_challenge", "f"), ("code_challenge_method", "g"),
    ],
    [("kind", "authorize"), ("client", "c")],
    [
      ("kind", "app_flip_android"), ("action", "a"),
      ("caller", ["package": "p", "certs": .array([])]),
      ("extras", ["CLIENT_ID": "a", "SCOPE": "b", "REDIRECT_URI": "c"]),
    ],
    [("kind", "token"), ("form", "a=b")],
    [
      ("kind", "post_logout"), ("client_id", "a"), ("post_logout_redirect_uri", "b"),
      ("state", "c"), ("id_token_hint", "d"),
    ],
    [("kind", "app_link"), ("url", "https://a.example/"), ("app", "x"), ("android_version", 14)],
    [("kind", "email_action"), ("sdk", "ios"), ("input", ["url": "https://a.example/"])],
    [("kind", "scopes"), ("operation", "nothing"), ("input", .object([]))],
    [
      ("kind", "apple_id_token"), ("jwt", "a.b.c"), ("raw_nonce", "n"),
      ("jwks", ["keys": .array([])]),
    ],
    [("kind", "apple_id_token"), ("claims", ["iss": "a"])],
  ]

  /// The policy that the requests refer to.
  private static let policy = """
    linkpolicy: 1
    name: p
    apps: { x: { platform: android, package_name: com.acme.x } }
    clients:
      c: { provider: generic, type: web, client_id: cid, redirect_uris: ["https://a.example/"] }
    """

  /// Returns the parsed request, or the error, as a string.
  private static func reading(_ fields: [(key: String, value: JSONValue)]) throws -> String {
    let text = JSONValue.object(fields).text()
    let read = JSONReader.read(SourceFile(name: "-", bytes: Array(text.utf8)), file: FileID(0))
    let root = try #require(read.tree.root)
    let reader = RequestReader(
      read.tree, policy: CompiledPolicy(Workspace(texts: [("p.yaml", policy)])), clock: { 0 })
    var output = ""
    do throws(RequestReader.Problem) {
      dump(try reader.read(root), to: &output)
    } catch {
      output = error.message
    }
    return output
  }

  @Test func `every field of a request is read`() throws {
    var read: Set<String> = []
    for request in Self.requests {
      let all = try Self.reading(request)
      for index in request.indices {
        var fields = request
        fields[index].key = "x-" + fields[index].key
        if try Self.reading(fields) != all { read.insert(request[index].key) }
      }
    }
    let names = Set(RequestKind.allCases.flatMap { RequestShape.kind($0).names })
    // `id` is returned only. The others are known parameters that no check uses.
    let unread: Set = [
      "id", "user_locale", "login_hint", "nonce", "prompt", "response_mode", "authorization",
      "error_description", "logout_hint", "ui_locales",
    ]
    #expect(names.subtracting(read) == unread)
    #expect(read.isSubset(of: names))
  }

  @Test func `the expectations of a test are fields and values of a result`() throws {
    let expectation = try #require(Self.mapping("expectation", in: .tests))
    #expect(
      try Self.words(of: "decision", in: expectation)
        == Decision.Outcome.allCases.map(\.rawValue))
    #expect(
      try Self.words(of: "confidence", in: expectation)
        == Decision.Confidence.allCases.map(\.rawValue))
    let decision = Decision(
      .allow, channel: .result, reason: .allowed, message: "", result: .object([]))
    let answer = DecisionJSON.json(
      decision, id: .null, kind: .scopes, workspace: Workspace(texts: []), withTrace: false)
    for name in expectation.names { #expect(answer[name] != nil, "\(name)") }
  }

  @Test func `every reason has a summary of one line`() {
    #expect(Set(DecisionReason.allCases.map(\.rawValue)).count == DecisionReason.allCases.count)
    for reason in DecisionReason.allCases {
      #expect(
        !reason.summary.isEmpty && !reason.summary.contains("\n") && !reason.summary.hasSuffix("."))
      #expect(reason.rawValue.allSatisfy { $0.isLowercase || $0 == "-" || $0.isNumber })
    }
  }

  // MARK: policies

  @Test func `sections and email actions are those of the policy language`() throws {
    #expect(
      try #require(Self.mapping("providers", in: .policy)).names
        == ProviderSection.allCases.map(\.rawValue))
    #expect(
      try #require(Self.mapping("email actions", in: .policy)).names
        == EmailActionRequest.actions.map(\.name))
  }

  /// The compiled client and the tables use the same defaults, and these are the decisions they
  /// lead to.
  @Test func `a client without optional keys is decided by the defaults`() throws {
    let policy = CompiledPolicy(
      Workspace(texts: [
        (
          "p.yaml",
          """
          linkpolicy: 1
          name: p
          clients:
            c: { provider: generic, type: web, client_id: c, redirect_uris: [https://a.example/] }
          """
        )
      ]))
    let client = try #require(policy.client("c", in: .prod))
    let table = try #require(Self.mapping("client", in: .policy))
    func written(_ key: String) -> String? {
      table.keys.first { $0.name == key }?.defaultValue?.text
    }
    func list(_ texts: [ExactString]) -> String {
      "[" + texts.map(\.string).joined(separator: ", ") + "]"
    }
    #expect(written("response_types") == list(client.responseTypes))
    #expect(written("state") == (client.requiresState ? "required" : "optional"))
    #expect(written("omit_redirect_uri") == String(client.allowsOmittedRedirectURI))
    #expect(written("code_challenge_methods") == list(client.codeChallengeMethods))
    #expect(client.requiresPKCE)
  }
}
