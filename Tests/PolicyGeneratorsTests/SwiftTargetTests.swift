import Diagnostics
import Foundation
import PolicyDecision
import PolicyGenerators
import PolicyModel
import TestSupport
import TextSupport
import Testing

/// Generated Swift code, compiled and run.
struct SwiftTargetTests {
  @Test func `generated code compiles without a warning and agrees with the decision core`() throws
  {
    let swiftc = try #require(Tool.path("swiftc"), "swiftc is not installed")
    let input = try Inputs.decisions()
    let vectors =
      try RecordedVectors.all() + VectorFile(input).vectors
      + RandomVectors(input.policy, seed: 1).vectors(3_000)
    try Tool.withTemporaryDirectory { directory in
      try SwiftProgram.write(input, to: directory, vectors: vectors)
      let build = try SwiftProgram.build(swiftc, in: directory)
      #expect(build.status == 0 && build.output.isEmpty, "\(build.output)")
      let run = try Tool.run(directory.appending(path: "run").path, ["all.json"], in: directory)
      #expect(run.status == 0, "\(run.output.prefix(4_000))")
      #expect(run.output == "\(vectors.count) of \(vectors.count) vectors agree\n")
      // The file that is shipped with the code, by the command of its own comment.
      let own = try Tool.run(
        directory.appending(path: "run").path, ["vectors.json"], in: directory)
      #expect(own.status == 0, "\(own.output.prefix(4_000))")
    }
  }

  /// Two clients behind one universal link and one intent action, and everything else that is rare.
  static let rare = """
    linkpolicy: 1
    name: rare
    authorization_server: { issuer: "https://auth.example/?a=b&c d" }
    clients:
      one:
        provider: google-account-linking
        type: web
        client_id: one
        client_secret: { env: X }
        redirect_uris: { prod: [https://a.example/cb, "https://a.example/cb?x=1&"], sandbox: [https://s.example/cb?] }
        scopes: [a, b, "K\u{212A}"]
        response_types: [code, "code id_token"]
        code_challenge_methods: [plain, S256]
        app_flip:
          ios: { app: i, universal_link: https://h.example/flip }
          android:
            app: a
            intent_action: example.FLIP
            callers: [{ package_name: com.a, sha256_cert_fingerprints: ["\(HostTests.fingerprint)"] }]
      two:
        provider: google-account-linking
        type: native
        client_id: { prod: "two\u{37E}", sandbox: "two;" }
        redirect_uris: ["https://b.example/cb", "http://127.0.0.1/cb?x", "http://[::1]?y", "http://127.0.0.1:80/z"]
        state: optional
        pkce: optional
        app_flip:
          ios: { app: i, universal_link: https://h.example/flip }
          android:
            app: a
            intent_action: example.FLIP
            callers: [{ package_name: com.b, sha256_cert_fingerprints: ["\(HostTests.fingerprint)"] }]
      three:
        provider: generic
        type: web
        client_id: { sandbox: three }
        redirect_uris: { sandbox: ['https://c.example/\\'] }
        omit_redirect_uri: true
    """

  @Test(arguments: [UInt64(2), 3])
  func `rare policies are decided alike`(seed: UInt64) throws {
    let swiftc = try #require(Tool.path("swiftc"), "swiftc is not installed")
    let workspace = Workspace(Self.rare)
    #expect(workspace.structureFindings.map(\.message) == [])
    let input = GeneratorInput(workspace)
    let vectors =
      VectorFile(input).vectors + RandomVectors(input.policy, seed: seed).vectors(10_000)
    let answers = Dictionary(grouping: vectors) { $0.expect.split(separator: " ").first ?? "" }
    for kind in [
      "allow", "deny", "redirect", "local", "not-handled", "ignore", "error", "cancelled",
    ] {
      #expect((answers[Substring(kind)]?.count ?? 0) > 20, "hardly any vector expects \(kind)")
    }
    try Tool.withTemporaryDirectory { directory in
      try SwiftProgram.write(input, to: directory, vectors: vectors)
      let build = try SwiftProgram.build(swiftc, in: directory)
      #expect(build.status == 0 && build.output.isEmpty, "\(build.output)")
      let run = try Tool.run(directory.appending(path: "run").path, ["all.json"], in: directory)
      #expect(
        run.output == "\(vectors.count) of \(vectors.count) vectors agree\n",
        "\(run.output.prefix(4_000))")
    }
  }

  @Test func `hundreds of clients compile, and each is found`() throws {
    let swiftc = try #require(Tool.path("swiftc"), "swiftc is not installed")
    let clients = (0..<120).map { index in
      "  c\(index): { provider: generic, type: native, client_id: id-\(index), "
        + "redirect_uris: [\"a.b\(index):/cb\"] }"
    }
    let workspace = Workspace(
      "linkpolicy: 1\nname: many\nclients:\n" + clients.joined(separator: "\n") + "\n")
    #expect(workspace.structureFindings.isEmpty)
    let input = GeneratorInput(workspace)
    let vectors = (0..<120).map { index in
      Vector(
        id: "\(index)", environment: .sandbox,
        question: .redirectURI(clientID: "id-\(index)", redirectURI: "a.b\(index):/cb"),
        expect: "allow")
    }
    try Tool.withTemporaryDirectory { directory in
      try SwiftProgram.write(input, to: directory, vectors: vectors)
      let build = try SwiftProgram.build(swiftc, in: directory)
      #expect(build.status == 0 && build.output.isEmpty, "\(build.output)")
      let run = try Tool.run(directory.appending(path: "run").path, ["all.json"], in: directory)
      #expect(run.output == "120 of 120 vectors agree\n")
    }
  }

  @Test(arguments: ["LINKPOLICY_PROD_ONLY", "LINKPOLICY_SANDBOX_ONLY"])
  func `one environment can be left out of the binary`(flag: String) throws {
    let swiftc = try #require(Tool.path("swiftc"), "swiftc is not installed")
    let input = try Inputs.decisions()
    try Tool.withTemporaryDirectory { directory in
      try SwiftProgram.write(input, to: directory, vectors: [])
      let build = try Tool.run(
        swiftc,
        [
          "-swift-version", "6", "-parse-as-library", "-O", "-D", flag, "-emit-object",
          "-o", "one.o", "LinkPolicyAllowlist.swift",
        ], in: directory)
      #expect(build.status == 0 && build.output.isEmpty, "\(build.output)")
      let object = try Data(contentsOf: directory.appending(path: "one.o"))
      let hasSandbox = object.range(of: Data("oauth-redirect-sandbox".utf8)) != nil
      let hasProd = object.range(of: Data("oauth-redirect.googleusercontent.com/r/".utf8)) != nil
      #expect(hasSandbox == (flag != "LINKPOLICY_PROD_ONLY"))
      #expect(hasProd == (flag == "LINKPOLICY_PROD_ONLY"))
    }
  }
}

/// Generated files as a program.
enum SwiftProgram {
  /// Writes the folder `code/swift` and `all.json`.
  static func write(_ input: GeneratorInput, to directory: URL, vectors: [Vector]) throws {
    for file in try SwiftTarget().files(for: input) {
      let url = directory.appending(path: String(file.path.dropFirst("code/swift/".count)))
      try FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(file.bytes).write(to: url)
    }
    let all = "{\"vectors\":[" + vectors.map { $0.json.text() }.joined(separator: ",") + "]}"
    try Data(all.utf8).write(to: directory.appending(path: "all.json"))
  }

  /// Compiles it as its comment says, with warnings shown.
  static func build(_ swiftc: String, in directory: URL) throws -> Tool.Result {
    try Tool.run(
      swiftc,
      [
        "-swift-version", "6", "-strict-memory-safety", "LinkPolicyAllowlist.swift",
        "Tests/main.swift", "-o", "run",
      ], in: directory)
  }
}
