import Foundation
import PolicyGenerators
import PolicyTestSupport
import Testing

/// Compiles and runs generated TypeScript code.
struct TypeScriptTargetTests {
  @Test(arguments: try ConformanceCase.joined())
  func `the modules compile and decide like the engine`(testCase: ConformanceCase) throws {
    let node = try #require(Tool.path("node"), "node is not installed")
    try Tool.withTemporaryDirectory { directory in
      try write(testCase, to: directory)
      try compile("conformance/typescript/test.ts", in: directory)
      let runner = "build/conformance/typescript/test.js"
      try testCase.check(in: directory) { try Tool.run(node, [runner, $0], in: directory) }

      // Loads `allowlist.json` instead of the generated data, which has no clients anymore.
      try testCase.writeAllowlist(to: directory)
      let data = directory.appending(path: "build/code/typescript/linkpolicy-allowlist-data.js")
      #expect(FileManager.default.fileExists(atPath: data.path))
      try Data("export const prod = [];\nexport const sandbox = [];\n".utf8).write(to: data)
      let loaded = try Tool.run(
        node, [runner, "all.json", "--load", "allowlist.json"], in: directory)
      #expect(loaded.output == testCase.agreement)
    }
  }

  @Test func `the runtime passes its checks`() throws {
    for tool in ["tsc", "node"] {
      try #require(Tool.path(tool) != nil, "\(tool) is not installed")
    }
    let check = Fixtures.root.appending(path: "Runtimes/typescript/check").path
    let run = try Tool.run(check, [])
    #expect(run.status == 0, "\(run.output)")
    #expect(run.output.contains("tsc ") && run.output.contains("node "))
  }

  @Test func `modules and package have the configured names`() throws {
    let node = try #require(Tool.path("node"), "node is not installed")
    var testCase = try decisions
    var options = CodeOptions()
    options.name = "acme-signin"
    options.project = "@acme/signin"
    options.output = "own"
    testCase.input.options["typescript"] = options
    try Tool.withTemporaryDirectory { directory in
      try write(testCase, to: directory)
      let paths = try FileManager.default.subpathsOfDirectory(atPath: directory.path())
      #expect(paths.contains("own/acme-signin-data.ts"))
      #expect(!paths.contains { $0.contains("linkpolicy-allowlist") })
      try compile("conformance/typescript/test.ts", in: directory)
      let run = try Tool.run(
        node, ["build/conformance/typescript/test.js", "vectors.json"], in: directory)
      #expect(run.status == 0, "\(run.output)")
      // Packed and used by npm.
      let script = """
        const { exports, scripts, name } = JSON.parse(require("fs").readFileSync("package.json"));
        require("child_process").execSync(scripts.prepare);
        for (const file of Object.values(exports["."])) require("fs").statSync(file);
        console.log(name, scripts.prepare.split(" ")[0]);
        """
      let prepared = try Tool.run(node, ["-e", script], in: directory.appending(path: "own"))
      #expect(prepared.output == "@acme/signin tsc\n")
    }
    for name in ["", "Acme", "a_b", "-a", "a--b", "a/b", "\u{E9}"] {
      #expect(!TypeScriptTarget.isName(name))
    }
  }

  @Test(
    arguments: [
      ["--target", "es2020", "--module", "commonjs", "--lib", "es2020"],
      ["--target", "esnext", "--module", "esnext", "--isolatedModules", "--lib", "esnext"],
      ["--target", "es2020", "--module", "node16", "--lib", "es2020,dom"],
    ])
  func `the modules need ES2020, and neither a browser nor Node types`(options: [String]) throws {
    try Tool.withTemporaryDirectory { directory in
      try write(decisions, to: directory)
      let resolution = options.contains("node16") ? [] : ["--moduleResolution", "node"]
      try compile("code/typescript/linkpolicy-allowlist.ts", options + resolution, in: directory)
    }
  }

  @Test func `a literal evaluates to the same bytes and is printable ASCII`() throws {
    let node = try #require(Tool.path("node"), "node is not installed")
    let lines = CodeTests.hostile.map { text -> Code<TypeScriptLanguage> in
      "print(\(literal: text));"
    }
    let program: Code<TypeScriptLanguage> = """
      declare const console: { log(...values: readonly unknown[]): void };
      declare const Buffer: { from(text: string): Iterable<number> };
      function print(text: string): void { console.log(Array.from(Buffer.from(text)).join(" ")); }
      \(lines: lines)
      console.log(\(true), \(false));

      """
    #expect(program.text.utf8.allSatisfy { $0 == UInt8(ascii: "\n") || (0x20...0x7E).contains($0) })
    let expected = CodeTests.hostile.map { $0.utf8.map { String($0) }.joined(separator: " ") }
    try Tool.withTemporaryDirectory { directory in
      try Data(program.text.utf8).write(to: directory.appending(path: "main.ts"))
      try compile("main.ts", in: directory)
      let run = try Tool.run(node, ["build/main.js"], in: directory)
      #expect(run.output == expected.joined(separator: "\n") + "\ntrue false\n")
    }
  }

  @Test(
    .needs("esbuild"),
    arguments: ["prod", "sandbox", nil])
  func `one environment can be left out of a bundle`(environment: String?) throws {
    let esbuild = try #require(Tool.path("esbuild"))
    try Tool.withTemporaryDirectory { directory in
      try write(decisions, to: directory)
      let define = environment.map { "--define:LINKPOLICY_ENVIRONMENT=\"\($0)\"" }
      let bundle = try Tool.run(
        esbuild,
        ["code/typescript/linkpolicy-allowlist.ts", "--bundle", "--format=esm", "--minify-syntax"]
          + (define.map { [$0] } ?? []), in: directory)
      #expect(bundle.status == 0, "\(bundle.output)")
      let hasSandbox = bundle.output.contains("oauth-redirect-sandbox")
      let hasProd = bundle.output.contains("oauth-redirect.googleusercontent.com/r/")
      #expect(hasProd == (environment != "sandbox"))
      #expect(hasSandbox == (environment != "prod"))
    }
  }

  /// Bundlers define a constant. A global variable of that name must have the same effect.
  @Test(arguments: ["prod", "sandbox"])
  func `the environment that is left out has no clients`(environment: String) throws {
    let other = environment == "prod" ? "sandbox" : "prod"
    try run(
      """
      const uris = { prod: PROD_URI, sandbox: PROD_URI.replace("redirect", "redirect-sandbox") };
      claim(a.isRedirectUriAllowed("google-client-1", "\(environment)", uris.\(environment)));
      claim(!a.isRedirectUriAllowed("google-client-1", "\(other)", uris.\(other)));
      claim(throws(() => a.isRedirectUriAllowed("google-client-1", "__proto__", PROD_URI)));
      """, define: "globalThis.LINKPOLICY_ENVIRONMENT = \"\(environment)\";")
  }

  @Test func `unusual strings are not confused with others`() throws {
    try run(Fixtures.program("odd-texts.mjs"))
  }

  /// Express creates arrays for repeated parameters and objects for `x[y]=z`. JSON bodies can
  /// contain anything.
  @Test func `values that aren't strings are rejected, even if they change between reads`() throws {
    try run(Fixtures.program("other-types.mjs"))
  }

  @Test func `a code is valid only for the request that it was issued for`() throws {
    try run(Fixtures.program("issued-codes.mjs"))
  }

  @Test func `percent-encoded bytes are decoded as strict UTF-8`() throws {
    try run(Fixtures.program("escapes.mjs"))
  }

  private var decisions: ConformanceCase {
    get throws { ConformanceCase(name: "", input: try Inputs.decisions(), vectors: []) }
  }

  /// Compiles a file to `build/` with every check, except for the compiler's own files.
  private func compile(
    _ file: String,
    _ options: [String] = [
      "--target", "es2020", "--module", "es2020", "--moduleResolution", "node", "--lib", "es2020",
    ],
    in directory: URL
  ) throws {
    let tsc = try #require(Tool.path("tsc"), "tsc is not installed")
    let compiled = try Tool.run(
      tsc,
      [
        "--strict", "--noUnusedLocals", "--noUnusedParameters", "--noImplicitReturns",
        "--noFallthroughCasesInSwitch", "--noUncheckedIndexedAccess",
        "--exactOptionalPropertyTypes",
        "--noImplicitOverride", "--noPropertyAccessFromIndexSignature", "--outDir", "build",
        "--skipDefaultLibCheck", file,
      ] + options, in: directory)
    #expect(compiled.status == 0 && compiled.output.isEmpty, "\(compiled.output)")
  }

  /// Writes the files at the paths of `generate`, with the case's vectors next to them.
  private func write(_ testCase: ConformanceCase, to directory: URL) throws {
    try Tool.withTemporaryDirectory { flat in
      try testCase.write(TypeScriptTarget.self, to: flat)
      for name in ["all.json", "vectors.json"] {
        try FileManager.default.copyItem(
          at: flat.appending(path: name), to: directory.appending(path: name))
      }
    }
    var input = testCase.input
    input.targets = [TypeScriptTarget.name]
    for file in try TypeScriptTarget.files(for: input) + ConformanceTarget.files(for: input) {
      let url = directory.appending(path: file.path)
      try Data(file.bytes).write(withFolderTo: url)
    }
    try Data("{ \"type\": \"module\" }\n".utf8)
      .write(to: directory.appending(path: "package.json"))
  }

  /// The compiled modules of the recorded decisions, by name.
  private static let modules = Result {
    try Tool.withTemporaryDirectory { directory in
      let test = Self()
      try test.write(test.decisions, to: directory)
      try test.compile("code/typescript/linkpolicy-allowlist.ts", in: directory)
      let build = directory.appending(path: "build")
      let names = try FileManager.default.contentsOfDirectory(atPath: build.path)
      return try names.map { ($0, try Data(contentsOf: build.appending(path: $0))) }
    }
  }

  /// Runs a script of claims about the compiled modules.
  private func run(_ script: String, define: String = "") throws {
    let node = try #require(Tool.path("node"), "node is not installed")
    let testCase = try decisions
    let program = try """
    \(define)
    const a = await import("./linkpolicy-allowlist.js");
    const PROD_URI = "https://oauth-redirect.googleusercontent.com/a/com.google.OPA";
    const FINGERPRINT = "\(Inputs.callerFingerprint(testCase.input))";
    function claim(isTrue) { if (!isTrue) throw new Error("a claim does not hold"); }
    function throws(action) { try { action(); } catch { return true; } return false; }
    \(script)
    """
    try Tool.withTemporaryDirectory { directory in
      for (name, bytes) in try Self.modules.get() {
        try bytes.write(to: directory.appending(path: name))
      }
      try Data("{ \"type\": \"module\" }\n".utf8)
        .write(to: directory.appending(path: "package.json"))
      try Data(program.utf8).write(to: directory.appending(path: "claims.mjs"))
      let run = try Tool.run(node, ["claims.mjs"], in: directory)
      #expect(run.status == 0 && run.output.isEmpty, "\(run.output)")
    }
  }
}
