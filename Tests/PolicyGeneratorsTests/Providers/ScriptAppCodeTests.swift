import Foundation
import PolicyGenerators
import PolicyModel
import PolicyTestSupport
import ProjectTestSupport
import Testing

/// Python code for the Firebase Admin SDK, run with the SDK itself.
struct PythonAppCodeTests {
  private static let environment = ProcessInfo.processInfo.environment

  /// A Python interpreter that has the SDK.
  static let python: String? = {
    let tools = environment["LINKPOLICY_TOOLS"].map { "\($0)/bin/python" }
    return [tools, Tool.path("python3")].compactMap { $0 }.first { python in
      (try? Tool.run(python, ["-c", "from firebase_admin import auth"]))?.status == 0
    }
  }()

  private static func program() throws -> String {
    let cases = AppCodeFixture.cases.map { each -> Code<PythonLanguage> in
      "ask(\"\(each.action, .snake)\", \(each.isProd), \(literal: each.url))"
    }
    return try AppCodeFixture.program("app_code.py", cases)
  }

  private static let others = """
    https://app.acme.example/finish None
    None None

    """

  @Test(.needs(python != nil, "firebase-admin is not installed"))
  func `the Admin SDK accepts the settings, and they are those of the policy`() throws {
    let python = try #require(Self.python)
    try Tool.withTemporaryDirectory { directory in
      try AppCodeFixture.write("python", to: directory)
      try AppCodeFixture.write(Self.program(), as: "main.py", to: directory)
      let run = try Tool.run(python, ["-W", "error::SyntaxWarning", "main.py"], in: directory)
      #expect(run.output == AppCodeFixture.answers + AppCodeFixture.settings + Self.others)
    }
  }

  @Test(.needs(python != nil, "firebase-admin is not installed"))
  func `no value breaks out of its literal`() throws {
    let python = try #require(Self.python)
    try Tool.withTemporaryDirectory { directory in
      try AppCodeFixture.write("python", AppCodeFixture.hostile(), to: directory)
      let program = """
        from firebase_email_actions import action_code_settings
        settings = action_code_settings("sign_in", "prod")
        print(settings.url == "https://h.example/" + settings.link_domain == "https://h.example/" + settings.ios_bundle_id)
        """
      let run = try Tool.run(python, ["-c", program], in: directory)
      #expect(run.output == "True\n")
    }
  }

  @Test func `scopes are those of the policy, and none breaks out`() throws {
    let python = try #require(Tool.path("python3"), "python3 is not installed")
    let program = """
      from google_scopes import *
      print(*features())
      print(missing_scopes(SIGN_IN, None), missing_scopes(SIGN_IN, ""))
      print(missing_scopes(SIGN_IN, "openid https://www.googleapis.com/auth/userinfo.email"))
      print(missing_scopes(features()["backup"], ["email"]))
      """
    let expected = """
      sign_in backup sign_in_2 feature_class feature_2
      ['email', 'profile', 'openid'] ['email', 'profile', 'openid']
      ['profile']
      ['https://www.googleapis.com/auth/drive.file']

      """
    for (input, program, expected) in [
      (AppCodeFixture.input, program, expected),
      (AppCodeFixture.hostile(), "import google_scopes", ""),
    ] {
      try Tool.withTemporaryDirectory { directory in
        try AppCodeFixture.write("python", input, to: directory)
        let run = try Tool.run(python, ["-W", "error", "-c", program], in: directory)
        #expect(run.output == expected)
      }
    }
  }

  /// The rest of such a URL could be a host.
  @Test(
    .needs(python != nil, "firebase-admin is not installed"),
    arguments: ["https://", "https:///", "https:", "home:", "home://open"])
  func `a continue URL that is not a web URL is allowed only as registered`(url: String) throws {
    let python = try #require(Self.python)
    let workspace = Workspace(
      """
      linkpolicy: 1
      name: one
      providers: { firebase: { project_id: acme, email_actions: { sign_in: { url: "\(url)" } } } }
      """)
    try Tool.withTemporaryDirectory { directory in
      try AppCodeFixture.write("python", GeneratorInput(workspace), to: directory)
      let program = """
        from firebase_email_actions import is_continue_url_allowed
        url = "\(url)"
        print([is_continue_url_allowed(url + end, "sign_in", "prod") for end in ("", "//evil.example", "/evil.example/x", "evil.example", "evil.example/?x")])
        """
      let run = try Tool.run(python, ["-c", program], in: directory)
      #expect(run.output == "[True, False, False, False, False]\n")
    }
  }
}

/// TypeScript code for Firebase and Google Sign-In, compiled and run with declarations of the SDKs.
struct TypeScriptAppCodeTests {
  private static func program() throws -> String {
    let cases = AppCodeFixture.cases.map { each -> Code<TypeScriptLanguage> in
      "ask(\"\(each.action, .camel)\", \(each.isProd), \(literal: each.url));"
    }
    return try AppCodeFixture.program("app-code.ts", cases)
  }

  private static let others = """
    signIn backup signIn2 featureClass feature2
    email profile openid 3
    profile
    https://www.googleapis.com/auth/drive.file
    undefined false
    1000 64 true
    ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad 634ea8e3167592d8710ed9fa12a7caf32e1f424bd8fa3789fb1c25eaacbba3a0
    {"providerId":"apple.com","scopes":["name","email"],"parameters":{"locale":"fr"}}
    {"idToken":"token","rawNonce":"raw"}
    {"idToken":"t"}
    null
    null null true
    true

    """

  private static let sdk = """
    exports.OAuthProvider = class {
      static credentialFromError(error) { return error.customData; }
      constructor(providerId) { Object.assign(this, { providerId, scopes: [] }); }
      addScope(scope) { this.scopes.push(scope); return this; }
      setCustomParameters(parameters) { this.parameters = parameters; return this; }
      credential(options) { return options; }
    };

    """

  private static func compile(_ files: [String], in directory: URL) throws {
    let compiler = try #require(Tool.path("tsc"), "tsc is not installed")
    let build = try Tool.run(
      compiler,
      [
        "--strict", "--noUnusedLocals", "--noUnusedParameters", "--noImplicitReturns",
        "--noFallthroughCasesInSwitch", "--target", "es2020", "--module", "commonjs",
        "--outDir", "build", "--skipDefaultLibCheck",
      ] + files, in: directory)
    #expect(build.status == 0 && build.output.isEmpty, "\(build.output)")
  }

  @Test func `both SDKs accept the settings, and values match the policy`() throws {
    let node = try #require(Tool.path("node"), "node is not installed")
    try Tool.withTemporaryDirectory { directory in
      try AppCodeFixture.write("typescript", to: directory)
      try AppCodeFixture.write(Self.program(), as: "main.ts", to: directory)
      try Self.compile(
        ["main.ts", AppCodeFixture.fixture("typescript/firebase.d.ts")], in: directory)
      // A stub of the SDK.
      let module = directory.appending(path: "node_modules/firebase/auth")
      try FileManager.default.createDirectory(at: module, withIntermediateDirectories: true)
      try AppCodeFixture.write(Self.sdk, as: "index.js", to: module)
      let run = try Tool.run(node, ["build/main.js"], in: directory)
      let output = OwnClientRequests.check(run.output, AppCodeFixture.input)
      #expect(output == AppCodeFixture.answers + AppCodeFixture.settings + Self.others)
    }
  }

  @Test func `no value breaks out of its literal`() throws {
    let node = try #require(Tool.path("node"), "node is not installed")
    try Tool.withTemporaryDirectory { directory in
      try AppCodeFixture.write("typescript", AppCodeFixture.hostile(), to: directory)
      let files = ["firebase-email-actions", "google-scopes", "authorization-requests"]
      try Self.compile(
        files.map { $0 + ".ts" } + [
          "apple-sign-in.ts", AppCodeFixture.fixture("typescript/firebase.d.ts"),
        ], in: directory)
      let run = try Tool.run(
        node, ["-e", files.map { "require('./build/\($0)');" }.joined()], in: directory)
      #expect(run.status == 0 && run.output.isEmpty, "\(run.output)")
    }
  }
}
