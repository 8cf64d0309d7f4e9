import Foundation
import PolicyGenerators
import PolicyTestSupport
import Testing

/// Kotlin code for Firebase, Google Sign-In and Sign in with Apple, run against declarations of the
/// SDKs.
struct KotlinAppCodeTests {
  private static var program: Code<KotlinLanguage> {
    let cases = AppCodeTrial.cases.map { each -> Code<KotlinLanguage> in
      "ask(FirebaseEmailAction.\(each.action, .upperSnake), \(each.isProd), \(literal: each.url))"
    }
    return #"""
      package linkpolicy.generated

      import com.google.firebase.auth.ActionCodeSettings
      import com.google.firebase.auth.AuthCredential
      import com.google.firebase.auth.FirebaseAuthUserCollisionException

      private fun ask(action: FirebaseEmailAction, isProd: Boolean, url: String) {
          val environment = if (isProd) Environment.PROD else Environment.SANDBOX
          val isAllowed = FirebaseEmailActions.isContinueUrlAllowed(url, action, environment)
          val made = FirebaseEmailActions.settings(action, environment, url)
          check(if (isAllowed) made.toString().startsWith("$url|") else made == null)
          println(if (isAllowed) "1" else "0")
      }

      private fun show(settings: ActionCodeSettings?) = println(settings ?: "none")

      private fun show(environment: String, request: AuthorizationRequest?) = println(
          if (request == null) "request none"
          else "request $environment ${request.url} ${request.state} ${request.codeVerifier} " +
              "${request.redirectUri} ${request.issuer}"
      )

      private fun requests() {
          val prod = Environment.PROD
          val sandbox = Environment.SANDBOX
          show("prod", HomeAppClient.request(prod, HomeAppClient.RedirectUri.COM_ACME_HOME_CB))
          val web = HomeAppClient.RedirectUri.HTTPS_APP_ACME_EXAMPLE_CB_X_1_Y
          show("prod", HomeAppClient.request(prod, web))
          val loopback = HomeAppClient.RedirectUri.HTTP_127_0_0_1_CB
          show("prod", HomeAppClient.request(prod, loopback, port = 51004))
          val other = HomeAppClient.RedirectUri.COM_ACME_HOME_SBX_CB
          show("sandbox", HomeAppClient.request(sandbox, other))
          val loopback6 = HomeAppClient.RedirectUri.HTTP_1_CB_Z
          show("sandbox", HomeAppClient.request(sandbox, loopback6, port = 61023))
          val text = "com.acme.home:/cb"
          show("prod", HomeAppClient.request(prod, text, listOf("read:all")))
          show("prod", HomeAppClient.request(prod, text, emptyList()))
          show("prod", HomeAppClient.request(prod, other))
          show("prod", HomeAppClient.request(prod, "$text/"))
          show("prod", HomeAppClient.request(prod, text, listOf("x")))
          show("prod", HomeAppClient.request(prod, text, port = 80))
          show("prod", HomeAppClient.request(prod, loopback, port = 0))
      }

      fun main() {
          requests()
          \#(lines: cases)
          val finish = "https://app.acme.example/finish"
          show(FirebaseEmailActions.settings(FirebaseEmailAction.SIGN_IN, Environment.PROD))
          show(FirebaseEmailActions.settings(FirebaseEmailAction.SIGN_IN, Environment.PROD, "$finish/a?b"))
          show(FirebaseEmailActions.settings(FirebaseEmailAction.SIGN_IN, Environment.SANDBOX))
          show(FirebaseEmailActions.settings(FirebaseEmailAction.RESET_PASSWORD, Environment.PROD))
          show(FirebaseEmailActions.settings(FirebaseEmailAction.VERIFY_EMAIL, Environment.PROD))
          show(FirebaseEmailActions.settings(FirebaseEmailAction.RESET_PASSWORD, Environment.SANDBOX))
          show(FirebaseEmailActions.settings(FirebaseEmailAction.SIGN_IN, Environment.PROD, finish + "ing"))
          println(GoogleScopes.values().joinToString(" "))
          println(GoogleScopes.SIGN_IN.missing(null))
          println(GoogleScopes.SIGN_IN.missing(setOf("openid", "https://www.googleapis.com/auth/userinfo.email")))
          println(GoogleScopes.BACKUP.missing(listOf("email")))
          val nonces = (1..1000).map { AppleNonce().raw }
          check(nonces.toSet().size == 1000 && nonces.all { it.length == 32 })
          check(nonces.joinToString("").toSet().size == 64)
          println(AppleNonce("abc").sha256)
          println(AppleSignIn.provider())
          val credential = object : AuthCredential() {}
          val inUse = FirebaseAuthUserCollisionException("ERROR_CREDENTIAL_ALREADY_IN_USE", credential)
          val other = FirebaseAuthUserCollisionException("ERROR_EMAIL_ALREADY_IN_USE", credential)
          check(AppleLinking.updatedCredential(inUse) === credential)
          check(AppleLinking.updatedCredential(other) == null)
          check(AppleLinking.updatedCredential(Exception()) == null)
          println(AppleSignIn.linkingNeedsConsent)
      }

      """#
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
      try AppCodeTrial.write(Self.program.text, as: "Main.kt", to: directory)
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
