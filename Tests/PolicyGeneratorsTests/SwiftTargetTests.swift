import Foundation
import PolicyDecision
import PolicyDiagnostics
import PolicyGenerators
import PolicyModel
import PolicyTestSupport
import PolicyText
import Testing

/// Generated Swift code, compiled and run.
struct SwiftTargetTests {
  @Test(arguments: try Trial.joined())
  func `generated code compiles without a warning and agrees with the decision core`(
    trial: Trial
  ) throws {
    let swiftc = try #require(Tool.path("swiftc"), "swiftc is not installed")
    try Tool.withTemporaryDirectory { directory in
      try trial.write(SwiftTarget(), to: directory)
      let build = try SwiftProgram.build(swiftc, in: directory)
      #expect(build.status == 0 && build.output.isEmpty, "\(build.output)")
      try trial.writeAllowlist(to: directory)
      // The second file is shipped with the code.
      for (file, agreement) in [("all.json", trial.agreement), ("vectors.json", nil)] {
        for load in [[], ["--load", "allowlist.json"]] {
          let run = try Tool.run(
            directory.appending(path: "run").path, [file] + load, in: directory)
          #expect(run.status == 0, "\(run.output.prefix(4_000))")
          #expect(agreement == nil || run.output == agreement)
        }
      }
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
      four:
        provider: generic
        type: web
        client_id: four
        client_secret: { env: X }
        redirect_uris: [https://d.example/cb]
        response_types: [token]
    """

  @Test func `random vectors give every kind of answer`() {
    for trial in [Trial.rare(seed: 2), Trial.rare(seed: 3)] {
      let answers = Dictionary(grouping: trial.vectors) {
        $0.expect.split(separator: " ").first ?? ""
      }
      for kind in [
        "allow", "deny", "redirect", "local", "not-handled", "ignore", "error", "cancelled",
      ] {
        #expect((answers[Substring(kind)]?.count ?? 0) > 20, "hardly any vector expects \(kind)")
      }
    }
  }

  @Test(arguments: ["LINKPOLICY_PROD_ONLY", "LINKPOLICY_SANDBOX_ONLY"])
  func `one environment can be left out of the binary`(flag: String) throws {
    let swiftc = try #require(Tool.path("swiftc"), "swiftc is not installed")
    let input = try Inputs.decisions()
    try Tool.withTemporaryDirectory { directory in
      try Trial(name: "", input: input, vectors: []).write(SwiftTarget(), to: directory)
      let build = try Tool.run(
        swiftc,
        [
          "-swift-version", "6", "-parse-as-library", "-O", "-D", flag, "-emit-object",
          "-wmo", "-o", "one.o",
        ] + SwiftProgram.sources(in: directory), in: directory)
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
  /// The files of the code, without the conformance program.
  static func sources(in directory: URL) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: directory.path)
      .filter { $0.hasSuffix(".swift") && $0 != "main.swift" }.sorted()
  }

  /// Compiles the code and its conformance program, with warnings shown.
  static func build(_ swiftc: String, in directory: URL) throws -> Tool.Result {
    try Tool.run(
      swiftc,
      ["-swift-version", "6", "-strict-memory-safety"] + sources(in: directory)
        + ["main.swift", "-o", "run"], in: directory)
  }
}
