import Foundation
import PolicyGenerators
import PolicyTestSupport
import Testing

/// Java and Go code for the Firebase Admin SDKs, run against declarations of them.
struct ServerAppCodeTests {
  private static func java() throws -> String {
    let cases = AppCodeTrial.cases.map { each -> Code<JavaLanguage> in
      "ask(FirebaseEmailAction.\(each.action, .upperSnake), \(each.isProd), \(literal: each.url));"
    }
    return try AppCodeTrial.program("AppCode.java", cases)
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
    let sdk = AppCodeTrial.fixture("admin-java/com/google/firebase/auth/ActionCodeSettings.java")
    try Tool.withTemporaryDirectory { directory in
      try AppCodeTrial.write("java", to: directory)
      try AppCodeTrial.write(Self.java(), as: "Main.java", to: directory)
      try java.build([sdk, "Main.java"] + Self.javaFiles, in: directory)
      let run = try java.run(["Main"], in: directory)
      #expect(run.output == AppCodeTrial.answers + AppCodeTrial.settings + Self.javaScopes)
    }
    try Tool.withTemporaryDirectory { directory in
      try AppCodeTrial.write("java", AppCodeTrial.hostile(), to: directory)
      try java.build([sdk] + Self.javaFiles, in: directory)
    }
  }

  private static func go() throws -> String {
    let cases = AppCodeTrial.cases.map { each -> Code<GoLanguage> in
      "ask(firebaseemail.\(each.action, .pascal), \(each.isProd), \(literal: each.url))"
    }
    return try AppCodeTrial.program("app_code.go", cases)
  }

  /// A module beside the generated one, where the SDK is our declarations.
  private static let module = """
    module linkpolicy.generated/allowlist

    go 1.18

    require firebase.google.com/go/v4 v4.14.1

    replace firebase.google.com/go/v4 => \(AppCodeTrial.fixture("go"))

    """

  @Test(arguments: [false, true])
  func `the Go package is formatted and vetted, and its settings are those of the policy`(
    isHostile: Bool
  ) throws {
    let go = try #require(Tool.path("go"), "go is not installed")
    let gofmt = try #require(Tool.path("gofmt"), "gofmt is not installed")
    try Tool.withTemporaryDirectory { directory in
      let input = isHostile ? AppCodeTrial.hostile() : AppCodeTrial.input
      try AppCodeTrial.write("go", input, to: directory)
      let formatted = try Tool.run(
        gofmt, ["-l", "-d", "."], in: directory)
      #expect(formatted.status == 0 && formatted.output.isEmpty, "\(formatted.output)")
      try AppCodeTrial.write(Self.module, as: "go.mod", to: directory)
      if isHostile {
        let vet = try Tool.run(go, ["vet", "./..."], in: directory)
        #expect(vet.status == 0 && vet.output.isEmpty, "\(vet.output)")
        return
      }
      try AppCodeTrial.write(Self.go(), as: "program/main.go", to: directory)
      let vet = try Tool.run(go, ["vet", "./..."], in: directory)
      #expect(vet.status == 0 && vet.output.isEmpty, "\(vet.output)")
      let run = try Tool.run(go, ["run", "./program"], in: directory)
      let scopes = """
        [email profile openid]
        [profile]
        [https://www.googleapis.com/auth/drive.file]

        """
      #expect(run.output == AppCodeTrial.answers + AppCodeTrial.settings + scopes)
    }
  }
}
