import Foundation
import PolicyGenerators
import PolicyTestSupport
import Testing

/// Kotlin code for Firebase, Google Sign-In and Sign in with Apple, run against declarations of the
/// SDKs.
struct KotlinAppCodeTests {
  private static func program() throws -> String {
    let cases = AppCodeTrial.cases.map { each -> Code<KotlinLanguage> in
      "ask(FirebaseEmailAction.\(each.action, .upperSnake), \(each.isProd), \(literal: each.url))"
    }
    return try AppCodeTrial.program("AppCode.kt", cases)
  }

  private static let others = """
    SIGN_IN BACKUP SIGN_IN_2 FEATURE_CLASS FEATURE_2
    [email, profile, openid]
    [profile]
    [https://www.googleapis.com/auth/drive.file]
    ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad
    apple.com [name, email] {locale=fr}
    true

    """

  /// The compiler takes seconds to start: both policies at once.
  @Test func `settings, scopes and nonces are those of the policy, and no value breaks out`() throws
  {
    let java = try Java()
    let compiler = try #require(Tool.path("kotlinc"), "kotlinc is not installed")
    try Tool.withTemporaryDirectory { directory in
      let sdk = [
        "ActionCodeSettings", "OAuthProvider", "AuthCredential",
        "FirebaseAuthUserCollisionException",
      ].map {
        AppCodeTrial.fixture("android/com/google/firebase/auth/\($0).java")
      }
      try java.build(sdk, in: directory)
      try AppCodeTrial.write("kotlin", to: directory)
      try AppCodeTrial.write(Self.program(), as: "Main.kt", to: directory)
      let hostile = directory.appending(path: "hostile")
      try AppCodeTrial.write("kotlin", AppCodeTrial.hostile(), to: hostile)
      func isCompiled(_ source: String) -> Bool {
        source != "Main.kt" && !source.hasPrefix("hostile/")
          && !source.hasSuffix("/AppFlipActivitySupport.kt")
      }
      let sources = try KotlinTargetTests.sources(in: directory).filter(isCompiled)
      let others = try KotlinTargetTests.sources(in: hostile).filter(isCompiled)
      for source in others {
        try KotlinTargetTests.move(hostile.appending(path: source), to: "hostile")
      }
      let build = try Tool.run(
        compiler,
        [
          "-J-Xmx1g", "-J-XX:TieredStopAtLevel=1", "-J-XX:+UseSerialGC", "-Werror", "-cp", "run",
          "-d", "run", "Main.kt",
        ]
          + sources + others.map { "hostile/" + $0 }, in: directory)
      try #require(build.status == 0, "\(build.output.prefix(4_000))")
      let library = URL(filePath: compiler).resolvingSymlinksInPath()
        .appending(path: "../../lib/kotlin-stdlib.jar").standardized.path
      let run = try java.run(
        ["linkpolicy.generated.MainKt"], classPath: [library], in: directory)
      let output = OwnClientTrial.check(run.output, AppCodeTrial.input)
      #expect(output == AppCodeTrial.answers + AppCodeTrial.settings + Self.others)
    }
  }
}
