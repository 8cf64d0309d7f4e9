import Foundation
import PolicyDecision
import PolicyGenerators
import PolicyTestSupport
import PolicyText
import Testing

/// Java and Go code for the Firebase Admin SDKs, run with declarations of them.
struct ServerAppCodeTests {
  private static func java() throws -> String {
    let cases = AppCodeFixture.cases.map { each -> Code<JavaLanguage> in
      "ask(FirebaseEmailAction.\(each.action, .upperSnake), \(each.isProd), \(literal: each.url));"
    }
    return try AppCodeFixture.program("AppCode.java", cases)
  }

  private static let javaScopes = """
    [SIGN_IN, BACKUP, SIGN_IN_2, FEATURE_CLASS, FEATURE_2]
    [email, profile, openid]
    [profile]
    [https://www.googleapis.com/auth/drive.file]

    """

  private static let javaFiles = ["linkpolicy", "firebase-admin"]

  @Test func `the Java settings are those of the policy, and no value breaks out`() throws {
    let java = try Java()
    let sdk = AppCodeFixture.fixture("admin-java/com/google/firebase/auth/ActionCodeSettings.java")
    try Tool.withTemporaryDirectory { directory in
      try AppCodeFixture.write("java", to: directory)
      try AppCodeFixture.write(Self.java(), as: "Main.java", to: directory)
      try java.build([sdk, "Main.java"] + Self.javaFiles, in: directory)
      let run = try java.run(["Main"], in: directory)
      #expect(run.output == AppCodeFixture.answers + AppCodeFixture.settings + Self.javaScopes)
    }
    try Tool.withTemporaryDirectory { directory in
      try AppCodeFixture.write("java", AppCodeFixture.hostile(), to: directory)
      try java.build([sdk] + Self.javaFiles, in: directory)
    }
  }

  private static func go() throws -> String {
    let cases = AppCodeFixture.cases.map { each -> Code<GoLanguage> in
      "ask(firebaseemail.\(each.action, .pascal), \(each.isProd), \(literal: each.url))"
    }
    return try AppCodeFixture.program("app_code.go", cases)
  }

  /// A module next to the generated one that uses our declarations of the SDK.
  private static let module = """
    module linkpolicy.generated/allowlist

    go 1.18

    require firebase.google.com/go/v4 v4.14.1

    replace firebase.google.com/go/v4 => \(AppCodeFixture.fixture("go"))

    """

  @Test(arguments: [false, true])
  func `the Go package is formatted, vetted and matches the policy`(isHostile: Bool) throws {
    let go = try #require(Tool.path("go"), "go is not installed")
    let gofmt = try #require(Tool.path("gofmt"), "gofmt is not installed")
    try Tool.withTemporaryDirectory { directory in
      let input = isHostile ? AppCodeFixture.hostile() : AppCodeFixture.input
      try AppCodeFixture.write("go", input, to: directory)
      let formatted = try Tool.run(
        gofmt, ["-l", "-d", "."], in: directory)
      #expect(formatted.status == 0 && formatted.output.isEmpty, "\(formatted.output)")
      try AppCodeFixture.write(Self.module, as: "go.mod", to: directory)
      if isHostile {
        let vet = try Tool.run(go, ["vet", "./..."], in: directory)
        #expect(vet.status == 0 && vet.output.isEmpty, "\(vet.output)")
        return
      }
      try AppCodeFixture.write(Self.go(), as: "program/main.go", to: directory)
      let vet = try Tool.run(go, ["vet", "./..."], in: directory)
      #expect(vet.status == 0 && vet.output.isEmpty, "\(vet.output)")
      let run = try Tool.run(go, ["run", "./program"], in: directory)
      let scopes = """
        [email profile openid]
        [profile]
        [https://www.googleapis.com/auth/drive.file]

        """
      #expect(run.output == AppCodeFixture.answers + AppCodeFixture.settings + scopes)
    }
  }
}

/// Checks requests of generated clients with the decision engine.
///
/// In every language, a program creates the same requests and prints `request ENVIRONMENT URL STATE
/// VERIFIER REDIRECT-URI ISSUER` for each, or `request none`.
enum OwnClientRequests {
  /// The section of the policy.
  static let yaml = """
    authorization_server:
      issuer: { prod: https://id.acme.example, sandbox: https://id-sbx.acme.example }
      endpoints:
        authorization: { prod: "https://id.acme.example/authorize?tenant=1", sandbox: https://id-sbx.acme.example/authorize }
    clients:
      home-app:
        provider: generic
        type: native
        client_id: { prod: "app+1 \u{E9}", sandbox: app-sbx }
        redirect_uris:
          prod: ["com.acme.home:/cb", "https://app.acme.example/cb?x=1&y", "http://127.0.0.1/cb["]
          sandbox: ["com.acme.home.sbx:/cb", "http://[::1]/cb?z", "com.acme.home:/cb"]
        scopes: [profile, "read:all"]
      site: { provider: generic, type: web, client_id: site, client_secret: { env: S }, redirect_uris: { prod: [https://www.acme.example/cb] } }
      plain: { provider: generic, type: native, client_id: plain, redirect_uris: ["com.acme.plain:/cb"], code_challenge_methods: [plain] }
      partner: { provider: google-account-linking, type: web, client_id: g, client_secret: { env: S }, redirect_uris: { prod: [https://oauth-redirect.googleusercontent.com/r/acme] } }
    """

  /// The expected requests in order, with environment and redirect URI; nil for no request.
  private static let expected: [(Environment, uri: String, scope: String?)?] = [
    (.prod, "com.acme.home:/cb", "profile read:all"),
    (.prod, "https://app.acme.example/cb?x=1&y", "profile read:all"),
    (.prod, "http://127.0.0.1:51004/cb[", "profile read:all"),
    (.sandbox, "com.acme.home.sbx:/cb", "profile read:all"),
    (.sandbox, "http://[::1]:61023/cb?z", "profile read:all"),
    (.prod, "com.acme.home:/cb", "read:all"),
    (.prod, "com.acme.home:/cb", nil),
    // The other environment's URI, one slash more, another scope, a port where none is allowed, a
    // missing port.
    nil, nil, nil, nil, nil,
  ]

  /// Checks the requests in the output of a program. Returns the rest of the output.
  static func check(_ output: String, _ input: GeneratorInput) -> String {
    var others: [Substring] = []
    var requests: [Substring] = []
    for line in output.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.utf8.starts(with: "request ".utf8) {
        requests.append(line)
      } else {
        others.append(line)
      }
    }
    #expect(requests.count == expected.count, "\(requests)")
    var seen: Set<String> = []
    for (line, expected) in zip(requests, expected) {
      let parts = line.split(separator: " ").map { String($0) }
      guard let expected else {
        #expect(line == "request none")
        continue
      }
      guard parts.count == 7 else {
        Issue.record("\(line)")
        continue
      }
      let (url, state, verifier) = (parts[2], parts[3], parts[4])
      #expect(parts[1] == expected.0.rawValue && parts[5] == expected.uri)
      #expect(
        parts[6]
          == (expected.0 == .prod ? "https://id.acme.example" : "https://id-sbx.acme.example"))
      #expect(seen.insert(state).inserted && seen.insert(verifier).inserted)
      #expect(state.utf8.count == 32 && verifier.utf8.count == 43)
      decide(url, state, verifier, in: expected.0, expected.uri, expected.scope, input.policy)
    }
    return others.joined(separator: "\n")
  }

  /// Checks that the engine allows the request, and the code with the verifier.
  private static func decide(
    _ url: String, _ state: String, _ verifier: String, in environment: Environment,
    _ uri: String, _ scope: String?, _ policy: CompiledPolicy
  ) {
    let mark = url.utf8.firstIndex(of: UInt8(ascii: "?")) ?? url.endIndex
    let endpoint =
      environment == .prod
      ? "https://id.acme.example/authorize?tenant=1&" : "https://id-sbx.acme.example/authorize?"
    #expect(url.utf8.starts(with: endpoint.utf8), "\(url)")
    let query = ExactString(decoding: url[mark...].utf8.dropFirst())
    guard let parameters = try? QueryReader.read(query, mode: .form) else {
      Issue.record("\(url) can't be parsed")
      return
    }
    #expect(parameters.state.text == ExactString(state))
    #expect(parameters.redirectURI.text == ExactString(uri))
    #expect(parameters.scope.text == scope.map { ExactString($0) })
    let answer = policy.decide(
      AuthorizeRequest(
        context: RequestContext(environment: environment), parameters: .success(parameters)))
    #expect(answer.outcome == .allow, "\(url): \(answer.message)")
    let fields = [
      ("grant_type", "authorization_code"), ("code", "C1"), ("redirect_uri", uri),
      ("code_verifier", verifier), ("client_id", parameters.clientID.text?.string ?? ""),
    ]
    let form = fields.map { $0 + "=" + PercentEncoding.encode($1) }.joined(separator: "&")
    let tokens = policy.decide(
      TokenRequest(
        context: RequestContext(
          environment: environment,
          facts: [
            "code": [
              "redirect_uri": .string(uri), "challenge_method": "S256",
              "challenge": .string(parameters.codeChallenge.text?.string ?? ""),
            ]
          ]), form: ExactString(form)))
    #expect(tokens.outcome == .allow, "\(url): \(tokens.message)")
  }
}
