import Foundation
import PolicyGenerators
import PolicyTestSupport
import Testing

/// Compiles and runs generated Swift code.
struct SwiftTargetTests {
  @Test(arguments: try ConformanceCase.joined())
  func `generated code compiles and decides like the engine`(testCase: ConformanceCase) throws {
    let swiftc = try #require(Tool.path("swiftc"), "swiftc is not installed")
    try Tool.withTemporaryDirectory { directory in
      try testCase.write(SwiftTarget.self, to: directory)
      let build = try SwiftProgram.build(swiftc, in: directory)
      #expect(build.status == 0 && build.output.isEmpty, "\(build.output)")
      try testCase.writeAllowlist(to: directory)
      // The second file is shipped with the code.
      for (file, agreement) in [("all.json", testCase.agreement), ("vectors.json", nil)] {
        for load in [[], ["--load", "allowlist.json"]] {
          let run = try Tool.run(
            directory.appending(path: "run").path, [file] + load, in: directory)
          #expect(run.status == 0, "\(run.output.prefix(4_000))")
          #expect(agreement == nil || run.output == agreement)
        }
      }
    }
  }

  /// Two clients with one universal link and one intent action, and everything else that is rare.
  static let rare = Fixtures.policy("rare")

  @Test func `random vectors give every kind of result`() {
    for testCase in [ConformanceCase.rare(seed: 2), ConformanceCase.rare(seed: 3)] {
      let answers = Dictionary(grouping: testCase.vectors) {
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
      try ConformanceCase(name: "", input: input, vectors: []).write(
        SwiftTarget.self, to: directory)
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

  /// Each line is a misuse, as the body of a function.
  private static let misuses: [(line: String, error: String)] = [
    (
      """
      _ = LinkPolicyAllowlist.Request(clientID: "", redirectURI: "https://evil.example")
      """, "initializer"
    ),
    ("var copy = request; copy.redirectURI = \"https://evil.example\"", "'let' constant"),
    ("_ = try JSONDecoder().decode(LinkPolicyAllowlist.Request.self, from: Data())", "Decodable"),
    ("_ = LinkPolicyAllowlist.TokenRequest(clientID: \"\")", "initializer"),
    ("var copy = token; copy.clientID = \"other\"", "'let' constant"),
    (
      "_ = try JSONDecoder().decode(LinkPolicyAllowlist.TokenRequest.self, from: Data())",
      "Decodable"
    ),
    ("_ = LinkPolicyAllowlist.ClientView(clientID: \"\")", "initializer"),
    ("_ = LinkPolicyAllowlist.Allowlist([])", "initializer"),
    ("_ = LinkPolicyAllowlist.Allowlist()", "initializer"),
    ("_ = decision.request", "no member 'request'"),
    ("switch decision { case .allow: break }", "exhaustive"),
    ("switch decision { case .allow: break; case .redirectError: break }", "exhaustive"),
    ("token.verify(secret: \"s\", issued: nil)", "not marked with 'try'"),
    ("try token.verify(issued: nil)", "secret"),
    ("_ = token.requiresPKCE", "no member 'requiresPKCE'"),
    ("file.current = LinkPolicyAllowlist.allowlist(.prod)", "get-only"),
  ]

  /// Misuses inside the code's own module.
  private static let misusesInside: [(line: String, error: String)] = [
    (
      """
      _ = LinkPolicyAllowlist.RedirectURIMatch(uri: "https://evil.example", hasLoopbackPort: false)
      """, "inaccessible"
    ),
    ("_ = LinkPolicyAllowlist.Request(clientID: \"\", redirectURI: \"\")", "argument"),
    ("_ = LinkPolicyAllowlist.TokenRequest(clientID: \"\")", "initializer"),
    ("_ = LinkPolicyAllowlist.ClientView(entry: LinkPolicyAllowlist.prod.entries[0])", "argument"),
    ("_ = LinkPolicyAllowlist.TokenError(200, \"\", .allowed)", "inaccessible"),
  ]

  @Test(arguments: [false, true]) func `misuse does not compile`(isInside: Bool) throws {
    let swiftc = try #require(Tool.path("swiftc"), "swiftc is not installed")
    let misuses = isInside ? Self.misusesInside : Self.misuses
    let functions = misuses.enumerated().map { index, misuse in
      let parameters =
        "_ request: LinkPolicyAllowlist.Request, _ token: LinkPolicyAllowlist.TokenRequest, "
        + "_ decision: LinkPolicyAllowlist.AuthorizationDecision, "
        + "_ file: LinkPolicyAllowlist.AllowlistFile"
      return "func f\(index)(\(parameters)) throws { \(misuse.line) }\n"
    }
    try Tool.withTemporaryDirectory { directory in
      try ConformanceCase.decisions().write(SwiftTarget.self, to: directory)
      let sources = try SwiftProgram.sources(in: directory)
      let head = isInside ? "import Foundation\n" : "import Foundation; import Generated\n"
      try Data((head + functions.joined()).utf8)
        .write(to: directory.appending(path: "misuse.swift"))
      let module = ["-swift-version", "6", "-parse-as-library", "-module-name", "Generated"]
      if !isInside {
        let build = try Tool.run(swiftc, module + ["-emit-module"] + sources, in: directory)
        #expect(build.status == 0 && build.output.isEmpty, "\(build.output)")
      }
      let check = try Tool.run(
        swiftc,
        ["-swift-version", "6", "-typecheck", "-I", "."] + (isInside ? sources : [])
          + ["misuse.swift"], in: directory)
      let errors = check.output.split(separator: "\n").filter { $0.contains("error:") }
      for (index, misuse) in misuses.enumerated() {
        let own = errors.filter { $0.contains("misuse.swift:\(index + 2):") }
        #expect(own.contains { $0.contains(misuse.error) }, "\(misuse.line): \(own)")
      }
    }
  }

  @Test func `generated code is formatted, and has the configured name`() throws {
    let swiftc = try #require(Tool.path("swiftc"), "swiftc is not installed")
    let swift = try #require(Tool.path("swift"), "swift is not installed")
    for access in ["public", "package", "internal"] {
      try Tool.withTemporaryDirectory { directory in
        var testCase = try ConformanceCase.decisions()
        var options = CodeOptions()
        options.name = "AcmeSignIn"
        options.access = access
        options.project = "acme"
        testCase.input.options["swift"] = options
        try testCase.write(SwiftTarget.self, to: directory)
        let sources = try SwiftProgram.sources(in: directory).filter { $0 != "Package.swift" }
        #expect(sources.contains("AcmeSignIn.swift") && sources.contains("AcmeSignIn+Token.swift"))
        // A second policy in the same module.
        if access == "internal" {
          testCase.input.options["swift"]?.name = "OtherSignIn"
          try testCase.write(SwiftTarget.self, to: directory.appending(path: "other"))
        }
        let others =
          access == "internal"
          ? try SwiftProgram.sources(in: directory.appending(path: "other"))
            .filter { $0.hasPrefix("OtherSignIn") }.map { "other/\($0)" } : []
        let build = try Tool.run(
          swiftc,
          [
            "-swift-version", "6", "-warnings-as-errors", "-parse-as-library", "-typecheck",
            "-package-name", "acme",
          ] + sources + others, in: directory)
        #expect(build.status == 0 && build.output.isEmpty, "\(build.output.prefix(4_000))")
        for source in sources {
          let text = try String(
            contentsOf: directory.appending(path: source), encoding: .utf8)
          #expect(!text.contains("LinkPolicyAllowlist"))
          #expect(access == "public" || !text.contains(#/\n *(@\w+ )?public /#), "\(source)")
        }
        let manifest = try String(
          contentsOf: directory.appending(path: "Package.swift"), encoding: .utf8)
        #expect(manifest.hasPrefix("// swift-tools-version: 6.0\n// Code generated by linkpolicy"))
        guard access == "public" else { return }
        let lint = try Tool.run(
          swift,
          [
            "format", "lint", "--strict", "--configuration",
            Fixtures.root.appending(path: ".swift-format").path,
          ] + sources + ["main.swift", "Package.swift"], in: directory)
        #expect(lint.status == 0 && lint.output.isEmpty, "\(lint.output.prefix(4_000))")
        let package = try Tool.run(swift, ["package", "dump-package"], in: directory)
        #expect(package.status == 0, "\(package.output.prefix(4_000))")
      }
    }
    #expect(SwiftTarget.isName("Acme_1") && !SwiftTarget.isName("acme"))
    for name in ["", "String", "A-b", "A b", "\u{C4}a", "Self"] {
      #expect(!SwiftTarget.isName(name), "\(name)")
    }
  }

  @Test func `the build-tool plug-in lists every file that is always generated`() throws {
    let path = "Plugins/LinkPolicyBuildToolPlugin/LinkPolicyBuildToolPlugin.swift"
    let plugin = try String(contentsOf: Fixtures.root.appending(path: path), encoding: .utf8)
    let list = try #require(plugin.firstMatch(of: #/private static let files = \[([^\]]*)\]/#))
    let names = list.output.1.matches(of: #/"([^"]*)"/#).map {
      "code/swift/LinkPolicyAllowlist\($0.output.1).swift"
    }
    var input = ConformanceCase.many().input
    #expect(try Set(names) == Self.swiftFiles(input))
    // The plug-in uses `--default-paths`.
    var options = CodeOptions()
    options.name = "Acme"
    options.output = "gen"
    input.options = ["swift": options]
    #expect(try Self.swiftFiles(input).contains("gen/Acme+Token.swift"))
    options.usesDefaultPaths = true
    input.options = ["swift": options]
    #expect(try Set(names) == Self.swiftFiles(input))
  }

  private static func swiftFiles(_ input: GeneratorInput) throws -> Set<String> {
    Set(try SwiftTarget.files(for: input).map(\.path).filter { $0.hasSuffix(".swift") })
  }

  @Test func `a change of the policy changes the data file only`() throws {
    let one = try SwiftTarget.files(for: ConformanceCase.decisions().input)
    let other = try SwiftTarget.files(for: ConformanceCase.rare(seed: 2).input)
    let changed = one.filter { file in other.first { $0.path == file.path }?.bytes != file.bytes }
    #expect(changed.map(\.path) == ["code/swift/LinkPolicyAllowlistData.swift"])
  }
}

/// Generated files as a program.
enum SwiftProgram {
  /// Returns the source files, without the conformance program.
  static func sources(in directory: URL) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: directory.path)
      .filter { $0.hasSuffix(".swift") && $0 != "main.swift" }.sorted()
  }

  /// Compiles the code and its conformance program, and shows warnings.
  static func build(_ swiftc: String, in directory: URL) throws -> Tool.Result {
    try Tool.run(
      swiftc,
      ["-swift-version", "6", "-strict-memory-safety", "-wmo"] + sources(in: directory)
        + ["main.swift", "-o", "run"], in: directory)
  }
}
