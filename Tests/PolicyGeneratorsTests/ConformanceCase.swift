import Foundation
import PolicyDecision
import PolicyGenerators
import PolicyModel
import PolicyTestSupport
import PolicyText
import ProjectTestSupport
import Testing

/// A policy and requests that its generated code must decide like the engine, in every language.
struct ConformanceCase: Sendable, CustomTestStringConvertible {
  var name: String
  var input: GeneratorInput
  var vectors: [Vector]

  var testDescription: String { name }

  /// All cases, made once for all languages.
  static func all() throws -> [ConformanceCase] { try made.get() }

  private static let made = Result {
    [try decisions(), rare(seed: 2), rare(seed: 3), hostile(), many()]
  }

  /// The recorded decisions, redirect URIs and query strings, the policy's vectors, and random
  /// ones.
  static func decisions() throws -> ConformanceCase {
    let input = try Inputs.decisions()
    let random = RandomVectors(input.policy, seed: 1)
    let exchanges = random.verifierLengths(
      clientID: "native-cli", redirectURI: "http://127.0.0.1:51004/cb")
    #expect(exchanges.allSatisfy { $0.expect == "allow" })
    return ConformanceCase(
      name: "recorded decisions", input: input,
      vectors: try RecordedVectors.all() + VectorFile(input).vectors + exchanges
        + random.vectors(3_000))
  }

  /// A policy with everything that is rare, with random requests.
  static func rare(seed: UInt64) -> ConformanceCase {
    let workspace = Workspace(SwiftTargetTests.rare)
    #expect(workspace.structureFindings.map(\.message) == [])
    let input = GeneratorInput(workspace)
    return ConformanceCase(
      name: "rare policy, seed \(seed)", input: input,
      vectors: VectorFile(input).vectors
        + RandomVectors(input.policy, seed: seed).vectors(TestForm.size(2_500, full: 5_000)))
  }

  /// Strings that could break out of literals, as client IDs, redirect URIs, scopes, issuer, links,
  /// actions and packages.
  static func hostile(_ values: [String] = CodeTests.hostile) -> ConformanceCase {
    func yaml(_ text: String) -> String {
      let scalars = text.unicodeScalars.map { scalar in
        let digits = String(scalar.value, radix: 16, uppercase: true)
        return "\\U" + String(repeating: "0", count: 8 - digits.count) + digits
      }
      return "\"" + scalars.joined() + "\""
    }
    // A policy can't contain an empty string here.
    let clients = values.filter { !$0.isEmpty }.enumerated().map { index, text in
      """
        c\(index):
          provider: google-account-linking
          type: web
          client_id: \(yaml(text))
          client_secret: { env: X }
          redirect_uris: [\(yaml("https://h.example/\(index)/" + text)), \(yaml(text))]
          post_logout_redirect_uris: [\(yaml("https://h.example/bye/" + text)), \(yaml(text))]
          cors_origins: ["https://h.example", \(yaml(text))]
          scopes: [\(yaml(text))]
          grant_types: [authorization_code, \(yaml(text))]
          pkce: optional
          app_flip:
            ios: { app: i, universal_link: \(yaml("https://h.example/flip" + text)) }
            android:
              app: a
              intent_action: \(yaml("example.FLIP." + text))
              callers: [{ package_name: \(yaml("com." + text)), sha256_cert_fingerprints: ["\(HostTests.fingerprint)"] }]
      """
    }
    let workspace = Workspace(
      """
      linkpolicy: 1
      name: hostile
      authorization_server: { issuer: \(yaml("https://h.example/" + values.joined())) }
      clients:
      \(clients.joined(separator: "\n"))
      """)
    #expect(workspace.structureFindings.map(\.message) == [])
    let input = GeneratorInput(workspace)
    let vectors = input.policy.clients[.prod, default: []].flatMap { client in
      client.redirectURIs.map { uri in
        Vector(
          id: "\(client.key.string) \(uri.value.string.utf8.count)", environment: .prod,
          question: .redirectURI(
            clientID: client.clientID.value.string, redirectURI: uri.value.string),
          expect: "allow")
      }
    }
    #expect(vectors.count >= 60)
    return ConformanceCase(
      name: "hostile values", input: input, vectors: vectors + VectorFile(input).vectors)
  }

  /// Hundreds of clients, and one that sends assertions without being linked.
  static func many() -> ConformanceCase {
    let clients = (0..<120).map { index in
      "  c\(index): { provider: generic, type: native, client_id: id-\(index), "
        + "redirect_uris: [\"a.b\(index):/cb\"] }"
    }
    let bearer = ["jwt-bearer", "saml2-bearer"].map { "urn:ietf:params:oauth:grant-type:" + $0 }
    let server =
      "  server: { provider: generic, type: web, client_id: server, client_secret: { env: X }, "
      + "redirect_uris: [https://h.example/cb], grant_types: \(bearer) }"
    let workspace = Workspace(
      "linkpolicy: 1\nname: many\nclients:\n"
        + (clients + [server]).joined(separator: "\n") + "\n")
    #expect(workspace.structureFindings.isEmpty)
    let input = GeneratorInput(workspace)
    let assertions = (bearer + ["authorization_code"]).flatMap { grant in
      ["", "&assertion=", "&assertion=a", "&assertion=a&intent=x"].map { rest in
        Vector(
          id: grant + rest, environment: .prod,
          question: .token(
            Vector.Token(
              form: "grant_type=\(grant)&client_id=server&client_secret=s\(rest)",
              authorization: nil, issued: nil)),
          answeredBy: input.policy)
      }
    }
    #expect(assertions.count { $0.expect == "allow" } == 4)
    return ConformanceCase(
      name: "120 clients", input: input,
      vectors: (0..<120).map { index in
        Vector(
          id: "\(index)", environment: .sandbox,
          question: .redirectURI(clientID: "id-\(index)", redirectURI: "a.b\(index):/cb"),
          expect: "allow")
      } + assertions)
  }

  /// Writes the folder `code/<target>`, the language's conformance program next to it, and the
  /// case's vectors as `all.json`.
  func write(_ target: any RuntimeTarget.Type, to directory: URL) throws {
    var input = input
    input.targets = [target.name]
    let conformance = target.hasConformance ? try ConformanceTarget.files(for: input) : []
    for file in try target.files(for: input) + conformance {
      let parts = file.path.split(separator: "/")
      let path = parts.count == 2 ? parts[1...] : parts[2...]
      let url = directory.appending(path: path.joined(separator: "/"))
      try Data(file.bytes).write(withFolderTo: url)
    }
    let all = "{\"vectors\":[" + vectors.map { $0.json.text() }.joined(separator: ",") + "]}"
    try Data(all.utf8).write(to: directory.appending(path: "all.json"))
  }

  /// Writes `allowlist.json` and its checksum.
  func writeAllowlist(to directory: URL) throws {
    for file in try JSONTarget.files(for: input) {
      try Data(file.bytes).write(to: directory.appending(path: file.path))
    }
  }

  /// The output of every language's runner if all vectors of the case agree.
  var agreement: String { "\(vectors.count) of \(vectors.count) vectors agree\n" }
}

extension ConformanceCase {
  /// Runs a target's code. The vectors of the case and those shipped with the code must agree, a
  /// wrong vector must be found, and a file without vectors must be rejected.
  ///
  /// - Parameters:
  ///   - refusal: the exit status for a file without vectors.
  ///   - run: runs the generated program on a file in the directory.
  func check(
    in directory: URL, refusal: Int32 = 2, run: (_ file: String) throws -> Tool.Result
  ) throws {
    for (file, agreement) in [("all.json", agreement), ("vectors.json", " vectors agree\n")] {
      let result = try run(file)
      #expect(result.status == 0, "\(result.output.prefix(4_000))")
      #expect(result.output.contains(agreement))
    }
    var wrong = try #require(vectors.first)
    wrong.expect += "?"
    let text = "{\"vectors\":[" + wrong.json.text() + "]}"
    try Data(text.utf8).write(to: directory.appending(path: "wrong.json"))
    let failed = try run("wrong.json")
    #expect(failed.status == 1 && failed.output.contains("0 of 1 vectors agree\n"))
    try Data("{\"vectors\":[]}".utf8).write(to: directory.appending(path: "none.json"))
    #expect(try run("none.json").status == refusal)
    #expect(try run("missing.json").status == refusal)
  }
}

/// Code without one environment.
enum OmittedEnvironment {
  /// The case of the recorded decisions, in which no client of that environment is known.
  static func testCase(_ environment: Environment) throws -> ConformanceCase {
    var testCase = try ConformanceCase.decisions()
    let none = Workspace("linkpolicy: 1\nname: none\nclients: {}\n")
    #expect(none.structureFindings.map(\.message) == [])
    let policy = CompiledPolicy(none)
    testCase.vectors = testCase.vectors.map { vector in
      vector.environment == environment
        ? Vector(
          id: vector.id, environment: environment, question: vector.question, answeredBy: policy)
        : vector
    }
    return testCase
  }

  /// A string that occurs only in one environment.
  static func mark(_ environment: Environment) -> String {
    switch environment {
    case .prod: "oauth-redirect.googleusercontent.com/r/"
    case .sandbox: "oauth-redirect-sandbox"
    }
  }
}

extension ConformanceCase {
  /// All cases, with those of one policy joined, because compilers are slow.
  static func joined() throws -> [ConformanceCase] { try madeForCompilers.joined.get() }

  /// The joined cases, and the limits.
  static func compiled() throws -> [ConformanceCase] { try madeForCompilers.compiled.get() }

  /// Made once for all languages.
  private static let madeForCompilers = (
    joined: Result { try join(all()) }, compiled: Result { try join(all() + [limits()]) }
  )

  private static func join(_ all: [ConformanceCase]) -> [ConformanceCase] {
    var testCases: [ConformanceCase] = []
    for testCase in all {
      let bytes = VectorFile(testCase.input).bytes
      if let index = testCases.firstIndex(where: { VectorFile($0.input).bytes == bytes }) {
        testCases[index].name += " and " + testCase.name
        testCases[index].vectors += testCase.vectors
      } else {
        testCases.append(testCase)
      }
    }
    return testCases
  }

  /// More clients, a longer list and a longer string than a class file supports in one piece.
  static func limits() -> ConformanceCase {
    let long = String(repeating: "\u{1F468}\u{E9}x\u{1}", count: 20_000)
    let uris = (0..<2_500).map { "a.b:/cb\($0)" }
    let clients = (0..<300).map { index in
      "  c\(index): { provider: generic, type: native, client_id: id-\(index), "
        + "redirect_uris: [\"a.b\(index):/cb\"] }"
    }
    let workspace = Workspace(
      """
      linkpolicy: 1
      name: limits
      clients:
        long:
          provider: generic
          type: native
          client_id: long
          redirect_uris: [\(uris.map { "\"\($0)\"" }.joined(separator: ", "))]
          scopes: ["\(long.replacing("\u{1}", with: "\\x01"))"]
      \(clients.joined(separator: "\n"))

      """)
    #expect(workspace.structureFindings.map(\.message) == [])
    let input = GeneratorInput(workspace)
    func vector(_ id: String, _ question: Vector.Question) -> Vector {
      let vector = Vector(
        id: id, environment: .sandbox, question: question, answeredBy: input.policy)
      #expect(vector.expect.hasPrefix("allow"))
      return vector
    }
    let challenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"
    let scope = PercentEncoding.encode(long)
    return ConformanceCase(
      name: "limits", input: input,
      vectors: [
        vector("first", .redirectURI(clientID: "long", redirectURI: "a.b:/cb0")),
        vector("last", .redirectURI(clientID: "long", redirectURI: "a.b:/cb2499")),
        vector("last client", .redirectURI(clientID: "id-299", redirectURI: "a.b299:/cb")),
        vector(
          "long text",
          .authorize(
            query: "client_id=long&redirect_uri=a.b:/cb1000&response_type=code&state=s"
              + "&code_challenge=\(challenge)&code_challenge_method=S256&scope=\(scope)")),
      ])
  }
}
