import Foundation
import PolicyGenerators
import PolicyTestSupport
import Testing

/// Generated TypeScript code, compiled and run.
struct TypeScriptTargetTests {
  @Test(arguments: try Trial.joined())
  func `the modules compile without a warning and agree with the decision core`(
    trial: Trial
  ) throws {
    let node = try #require(Tool.path("node"), "node is not installed")
    try Tool.withTemporaryDirectory { directory in
      try write(trial, to: directory)
      try compile("conformance/typescript/test.ts", in: directory)
      let runner = "build/conformance/typescript/test.js"
      try trial.check(in: directory) { try Tool.run(node, [runner, $0], in: directory) }

      // Loading `allowlist.json` instead of the generated data, in which no client is left.
      try trial.writeAllowlist(to: directory)
      let data = directory.appending(path: "build/code/typescript/linkpolicy-allowlist-data.js")
      #expect(FileManager.default.fileExists(atPath: data.path))
      try Data("export const prod = [];\nexport const sandbox = [];\n".utf8).write(to: data)
      let loaded = try Tool.run(
        node, [runner, "all.json", "--load", "allowlist.json"], in: directory)
      #expect(loaded.output == trial.agreement)
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
    var trial = try decisions
    var options = CodeOptions()
    options.name = "acme-signin"
    options.project = "@acme/signin"
    options.output = "own"
    trial.input.options["typescript"] = options
    try Tool.withTemporaryDirectory { directory in
      try write(trial, to: directory)
      let paths = try FileManager.default.subpathsOfDirectory(atPath: directory.path())
      #expect(paths.contains("own/acme-signin-data.ts"))
      #expect(!paths.contains { $0.contains("linkpolicy-allowlist") })
      try compile("conformance/typescript/test.ts", in: directory)
      let run = try Tool.run(
        node, ["build/conformance/typescript/test.js", "vectors.json"], in: directory)
      #expect(run.status == 0, "\(run.output)")
      // As npm prepares and uses it.
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

  @Test func `a literal reads back as the same bytes and is printable ASCII`() throws {
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

  /// A bundler's definition is a constant; a global of that name must do the same.
  @Test(arguments: ["prod", "sandbox"])
  func `the other environment has no clients where it is left out`(environment: String) throws {
    let other = environment == "prod" ? "sandbox" : "prod"
    try run(
      """
      const uris = { prod: PROD_URI, sandbox: PROD_URI.replace("redirect", "redirect-sandbox") };
      claim(a.isRedirectUriAllowed("google-client-1", "\(environment)", uris.\(environment)));
      claim(!a.isRedirectUriAllowed("google-client-1", "\(other)", uris.\(other)));
      claim(throws(() => a.isRedirectUriAllowed("google-client-1", "__proto__", PROD_URI)));
      """, define: "globalThis.LINKPOLICY_ENVIRONMENT = \"\(environment)\";")
  }

  @Test func `odd texts are not taken for others`() throws {
    try run(
      """
      // What every object inherits is not a client.
      for (const id of ["__proto__", "constructor", "toString", "hasOwnProperty"]) {
        claim(!a.isRedirectUriAllowed(id, "prod", PROD_URI));
        claim(a.decideAuthorization(`client_id=${id}`, "prod").error === "invalid_client");
      }
      for (const environment of ["__proto__", "toString", "Prod", undefined]) {
        claim(throws(() => a.isRedirectUriAllowed("google-client-1", environment, PROD_URI)));
      }

      // Half a surrogate pair has no UTF-8.
      claim(!a.isRedirectUriAllowed("google-client-1", "prod", PROD_URI + "\\ud800"));
      claim(a.decideAuthorization("client_id=google-client-1&x=\\udc00", "prod").kind === "local_error");
      claim(a.decideAppFlip("https://partner.example/flip?\\ud800", "prod").kind === "not_handled");
      claim(throws(() => a.successUrl(PROD_URI, "\\ud800", null)));
      claim(a.successUrl(PROD_URI, "!'()*~", undefined) === PROD_URI + "?code=%21%27%28%29%2A~");

      const port = (text) => a.isRedirectUriAllowed("native-cli", "prod", `http://127.0.0.1:${text}/cb`);
      claim(port("80"));
      for (const text of ["\\u0661", "+80", "8e1", "0x50", " 80", "80\\n", ""]) claim(!port(text));

      const flip = (cert, extras) =>
        a.decideAppFlip(
          { package: "com.google.android.googlequicksearchbox", certs: [cert] },
          { CLIENT_ID: "google-client-1", REDIRECT_URI: PROD_URI, ...extras },
          "prod",
        );
      claim(flip(FINGERPRINT).kind === "allow");
      claim(flip(FINGERPRINT.replace(/:/g, "").toLowerCase()).kind === "allow");
      for (const cert of [FINGERPRINT + "\\n", FINGERPRINT.replace(/F/g, "\\uff26"), ""]) {
        claim(flip(cert).kind === "cancelled");
      }
      claim(flip(FINGERPRINT, { SCOPE: "devices profile" }).request.scopes.length === 2);
      claim(flip(FINGERPRINT, { SCOPE: ["devices profile"] }).description === "Invalid scope");
      claim(flip(FINGERPRINT, { REDIRECT_URI: null }).description === "Invalid redirect URI");
      """)
  }

  /// Express makes arrays of repeated parameters and objects of `x[y]=z`; JSON bodies hold anything.
  @Test func `what is no text is refused, whatever it says when it is asked twice`() throws {
    try run(
      """
      const odd = () => {
        const changing = (first, then) => {
          let count = 0;
          return { toString: () => (count++ === 0 ? first : then), valueOf: () => first };
        };
        return [
          [PROD_URI], [[PROD_URI]], [PROD_URI, "https://evil.example/"], ["http://127.0.0.1:1/cb"],
          new String(PROD_URI), changing(PROD_URI, "https://evil.example/"),
          changing("http://127.0.0.1:1/cb", "https://evil.example/"),
          { length: 1, 0: PROD_URI }, 1, true, null, undefined, Symbol("x"), 1n, () => PROD_URI,
        ];
      };
      for (const id of ["google-client-1", "native-cli", "Kiosk-1"]) {
        for (const uri of odd()) claim(a.isRedirectUriAllowed(id, "prod", uri) === false);
      }
      for (const id of odd()) claim(a.isRedirectUriAllowed(id, "prod", PROD_URI) === false);
      claim(a.isRedirectUriAllowed(["google-client-1"], "prod", PROD_URI) === false);
      claim(a.isRedirectUriAllowed(new String("google-client-1"), "prod", PROD_URI) === false);
      for (const environment of odd()) {
        claim(throws(() => a.isRedirectUriAllowed("google-client-1", environment, PROD_URI)));
        claim(throws(() => a.decideAuthorization("client_id=google-client-1", environment)));
        claim(throws(() => a.decideToken("grant_type=refresh_token", null, environment)));
      }
      claim(throws(() => a.isRedirectUriAllowed("google-client-1", ["prod"], PROD_URI)));

      const query = `client_id=google-client-1&response_type=code&state=s&redirect_uri=${encodeURIComponent(PROD_URI)}`;
      const refused = [[query], new String(query), { toString: () => query }, 1, null, undefined];
      claim(a.decideAuthorization(query, "prod").kind === "allow");
      for (const text of refused) {
        claim(a.decideAuthorization(text, "prod").error === "invalid_request");
        claim(a.decideToken(text, null, "prod").error === "invalid_request");
      }
      const link = "https://partner.example/flip?" + query;
      claim(a.decideAppFlip(link, "prod").kind === "allow");
      for (const text of [[link], new String(link), { toString: () => link }, null, undefined]) {
        claim(a.decideAppFlip(text, "prod").kind === "ignore");
      }

      const packageName = "com.google.android.googlequicksearchbox";
      const caller = { package: packageName, certs: [FINGERPRINT] };
      const extras = { CLIENT_ID: "google-client-1", REDIRECT_URI: PROD_URI, SCOPE: ["devices"] };
      const flip = (someCaller, someExtras) => a.decideAppFlip(someCaller, someExtras, "prod");
      claim(flip(caller, extras).kind === "allow");
      for (const value of odd()) {
        if (value !== null && value !== undefined) claim(flip(value, extras).kind === "cancelled");
        claim(flip({ ...caller, package: value }, extras).kind === "cancelled");
        claim(flip({ ...caller, certs: value }, extras).kind === "cancelled");
        claim(flip({ ...caller, certs: [value] }, extras).kind === "cancelled");
        claim(flip(caller, { ...extras, CLIENT_ID: value }).description === "Invalid client");
        claim(flip(caller, { ...extras, REDIRECT_URI: value }).description === "Invalid redirect URI");
        claim(flip(caller, { ...extras, SCOPE: [value] }).description === "Invalid scope");
        if (value !== null && value !== undefined) {
          claim(flip(caller, { ...extras, SCOPE: value }).description === "Invalid scope");
        }
        if (typeof value !== "string" && value !== null && value !== undefined) {
          claim(throws(() => a.successUrl(value, "c", "s")));
          claim(throws(() => a.successUrl(PROD_URI, "c", value)));
          claim(throws(() => a.errorUrl(PROD_URI, value, "s")));
        }
      }
      for (const none of [null, undefined]) claim(flip(caller, none).kind === "error");
      for (const none of [null, undefined, {}, []]) claim(flip(none, extras).kind === "cancelled");
      // Two readings of one property differ.
      let reads = 0;
      const shifty = { ...extras };
      delete shifty.REDIRECT_URI;
      Object.defineProperty(shifty, "REDIRECT_URI", {
        get: () => (reads++ === 0 ? PROD_URI : "https://evil.example/"),
      });
      const answer = flip(caller, shifty);
      claim(answer.kind === "allow" && answer.request.redirectUri === PROD_URI && reads === 1);
      for (const header of [["Basic YTpi"], {}, 1, true, ""]) {
        claim(a.decideToken("grant_type=refresh_token&refresh_token=r", header, "prod").status === 401);
      }
      """)
  }

  @Test func `a code is for the request that it was issued for`() throws {
    try run(
      """
      const challenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";
      const verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";
      const loopback = "http://127.0.0.1:51004/cb";
      const query = (more) =>
        `client_id=native-cli&response_type=code&state=s&redirect_uri=${encodeURIComponent(loopback)}${more}`;
      const asked = a.decideAuthorization(query(`&code_challenge=${challenge}&code_challenge_method=S256`), "prod");
      const issued = asked.request.issuedCode;
      claim(issued.client_id === "native-cli" && issued.redirect_uri === loopback);
      claim(issued.code_challenge === challenge && issued.code_challenge_method === "S256");
      const form = (uri, more) =>
        `grant_type=authorization_code&code=C1&client_id=native-cli&redirect_uri=${encodeURIComponent(uri)}${more}`;
      const given = a.decideToken(form(loopback, `&code_verifier=${verifier}`), null, "prod");
      claim(given.kind === "allow" && given.request.accepts(issued) && given.request.codeVerifier === verifier);
      claim(!given.request.accepts(null) && !given.request.accepts(undefined));
      claim(!given.request.accepts({ ...issued, client_id: "google-client-1" }));
      claim(!given.request.accepts({ ...issued, redirect_uri: "http://127.0.0.1:51005/cb" }));
      claim(!given.request.accepts({ ...issued, code_challenge: undefined }));
      claim(!given.request.accepts({ ...issued, code_challenge: null }));
      const other = a.decideToken(form(loopback.replace("4", "5"), `&code_verifier=${verifier}`), null, "prod");
      claim(other.kind === "allow" && !other.request.accepts(issued));
      const bare = a.decideToken(form(loopback, ""), null, "prod");
      claim(bare.kind === "error" && bare.error === "invalid_grant");
      claim(!given.request.accepts({ ...issued, code_challenge: "" }));
      claim(!given.request.accepts({ ...issued, code_challenge: challenge.slice(0, -1) }));
      claim(!given.request.accepts({ ...issued, code_challenge: verifier }));
      claim(!given.request.accepts({ ...issued, code_challenge_method: "plain" }));
      claim(given.request.accepts({ ...issued, code_challenge: verifier, code_challenge_method: "plain" }));
      const wrong = a.decideToken(form(loopback, `&code_verifier=${"a".repeat(43)}`), null, "prod");
      claim(wrong.kind === "allow" && !wrong.request.accepts(issued));
      const stray = a.decideToken("grant_type=refresh_token&refresh_token=r&client_id=native-cli&code=C1", null, "prod");
      claim(stray.kind === "allow" && stray.request.code === undefined && !stray.request.accepts(issued));
      claim(a.decideToken(form(loopback, "&client_secret=s"), undefined, "prod").error === "invalid_client");
      """)
  }

  @Test func `escapes are read as UTF-8 and by nothing more lenient`() throws {
    try run(
      """
      const strict = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
      const edges = [0x00, 0x20, 0x41, 0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbb, 0xbf, 0xc0, 0xc1,
        0xc2, 0xdf, 0xe0, 0xec, 0xed, 0xef, 0xf0, 0xf4, 0xf5, 0xff];
      const all = Array.from({ length: 256 }, (_, byte) => byte);
      const prefix = `client_id=google-client-1&redirect_uri=${encodeURIComponent(PROD_URI)}`;
      let readable = 0;
      function check(...bytes) {
        let expected;
        try { expected = strict.decode(Uint8Array.from(bytes)); } catch { expected = undefined; }
        if (expected !== undefined) readable += 1;
        const escapes = bytes.map((byte) => "%" + byte.toString(16).padStart(2, "0")).join("");
        const decision = a.decideAuthorization(`${prefix}&response_type=code&state=${escapes}`, "prod");
        claim(decision.kind === (expected === undefined ? "local_error" : "allow"));
        claim(expected === undefined || decision.request.state === expected);
      }
      for (const first of all) check(first);
      for (const first of all) for (const second of all) check(first, second);
      for (const first of edges) for (const second of edges) for (const third of edges) {
        check(first, second, third);
        for (const fourth of [0x41, 0x7f, 0x80, 0xbf, 0xc0]) check(first, second, third, fourth);
      }
      claim(readable > 10000);
      """)
  }

  private var decisions: Trial {
    get throws { Trial(name: "", input: try Inputs.decisions(), vectors: []) }
  }

  /// Compiles a file to `build/` with every check there is, but for what comes with the compiler.
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

  /// Writes what `generate` writes at the same paths, and the vectors of the trial beside it.
  private func write(_ trial: Trial, to directory: URL) throws {
    try Tool.withTemporaryDirectory { flat in
      try trial.write(TypeScriptTarget.self, to: flat)
      for name in ["all.json", "vectors.json"] {
        try FileManager.default.copyItem(
          at: flat.appending(path: name), to: directory.appending(path: name))
      }
    }
    var input = trial.input
    input.targets = [TypeScriptTarget.name]
    for file in try TypeScriptTarget.files(for: input) + ConformanceTarget.files(for: input) {
      let url = directory.appending(path: file.path)
      try FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(file.bytes).write(to: url)
    }
    try Data("{ \"type\": \"module\" }\n".utf8)
      .write(to: directory.appending(path: "package.json"))
  }

  /// The compiled modules of the recorded decisions, by their names.
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
    let trial = try decisions
    let program = try """
    \(define)
    const a = await import("./linkpolicy-allowlist.js");
    const PROD_URI = "https://oauth-redirect.googleusercontent.com/a/com.google.OPA";
    const FINGERPRINT = "\(Inputs.callerFingerprint(trial.input))";
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
