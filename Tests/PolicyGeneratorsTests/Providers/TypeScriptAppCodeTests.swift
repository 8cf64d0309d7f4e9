import Foundation
import PolicyGenerators
import PolicyTestSupport
import Testing

/// TypeScript code for Firebase and Google Sign-In, compiled against declarations of the SDKs and run.
struct TypeScriptAppCodeTests {
  private static func program() throws -> String {
    let cases = AppCodeTrial.cases.map { each -> Code<TypeScriptLanguage> in
      "ask(\"\(each.action, .camel)\", \(each.isProd), \(literal: each.url));"
    }
    return try AppCodeTrial.program("app-code.ts", cases)
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

  @Test func `settings fit both SDKs, and settings and scopes are those of the policy`() throws {
    let node = try #require(Tool.path("node"), "node is not installed")
    try Tool.withTemporaryDirectory { directory in
      try AppCodeTrial.write("typescript", to: directory)
      try AppCodeTrial.write(Self.program(), as: "main.ts", to: directory)
      try Self.compile(
        ["main.ts", AppCodeTrial.fixture("typescript/firebase.d.ts")], in: directory)
      // What runs in the place of the SDK.
      let module = directory.appending(path: "node_modules/firebase/auth")
      try FileManager.default.createDirectory(at: module, withIntermediateDirectories: true)
      try AppCodeTrial.write(Self.sdk, as: "index.js", to: module)
      let run = try Tool.run(node, ["build/main.js"], in: directory)
      let output = OwnClientTrial.check(run.output, AppCodeTrial.input)
      #expect(output == AppCodeTrial.answers + AppCodeTrial.settings + Self.others)
    }
  }

  @Test func `no value breaks out`() throws {
    let node = try #require(Tool.path("node"), "node is not installed")
    try Tool.withTemporaryDirectory { directory in
      try AppCodeTrial.write("typescript", AppCodeTrial.hostile(), to: directory)
      let files = ["firebase-email-actions", "google-scopes", "authorization-requests"]
      try Self.compile(
        files.map { $0 + ".ts" } + [
          "apple-sign-in.ts", AppCodeTrial.fixture("typescript/firebase.d.ts"),
        ], in: directory)
      let run = try Tool.run(
        node, ["-e", files.map { "require('./build/\($0)');" }.joined()], in: directory)
      #expect(run.status == 0 && run.output.isEmpty, "\(run.output)")
    }
  }
}
