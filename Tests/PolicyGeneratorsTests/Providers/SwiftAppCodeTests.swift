import Foundation
import PolicyGenerators
import PolicyTestSupport
import Testing

/// Swift code for Firebase, Google Sign-In and Sign in with Apple, run with declarations of the
/// SDKs.
struct SwiftAppCodeTests {
  private static var program: Code<SwiftLanguage> {
    let cases = AppCodeFixture.cases.map { each -> Code<SwiftLanguage> in
      "ask(.\(each.action, .camel), \(each.isProd), \(literal: each.url))"
    }
    return #"""
      import AuthenticationServices
      import FirebaseAuth
      import Foundation
      import GoogleSignIn

      @main struct Main {
        static func ask(_ action: FirebaseEmailActions.Action, _ isProd: Bool, _ url: String) {
          let environment: LinkPolicyAllowlist.Environment = isProd ? .prod : .sandbox
          let isAllowed = FirebaseEmailActions.isContinueURLAllowed(url, for: action, in: environment)
          // Settings are made of an allowed URL only, and say it as it is.
          let made = FirebaseEmailActions.settings(for: action, in: environment, continueURL: url)
          precondition((made?.url?.absoluteString == url) == isAllowed && (made != nil) == isAllowed)
          print(isAllowed ? "1" : "0")
        }

        @MainActor static func refreshOnMain() async {
          let user = GIDGoogleUser()
          user.refreshedScopes = []
          print((try? await GoogleScopes.backup.missing(refreshing: user)) ?? ["failed"])
        }

        static func show(_ settings: ActionCodeSettings?) {
          guard let settings else { return print("none") }
          let fields = [
            settings.url?.absoluteString ?? "null", String(settings.handleCodeInApp),
            settings.iOSBundleID ?? "null", settings.androidPackageName ?? "null",
            String(settings.androidInstallIfNotAvailable), settings.androidMinimumVersion ?? "null",
            settings.linkDomain ?? "null",
          ]
          print(fields.joined(separator: "|"))
        }

        static func show(_ environment: String, _ request: AuthorizationRequest?) {
          guard let request else { return print("request none") }
          print(
            "request", environment, request.url, request.state, request.codeVerifier,
            request.redirectURI, request.issuer ?? "-")
        }

        static func main() async throws {
          show("prod", HomeAppClient.request(in: .prod, redirectURI: .comAcmeHomeCb))
          show("prod", HomeAppClient.request(in: .prod, redirectURI: .httpsAppAcmeExampleCbX1Y))
          show("prod", HomeAppClient.request(in: .prod, redirectURI: .http127001Cb, port: 51004))
          show("sandbox", HomeAppClient.request(in: .sandbox, redirectURI: .comAcmeHomeSbxCb))
          show("sandbox", HomeAppClient.request(in: .sandbox, redirectURI: .http1CbZ, port: 61023))
          show(
            "prod",
            HomeAppClient.request(
              in: .prod, redirectURI: "com.acme.home:/cb", scopes: ["read:all"]))
          show("prod", HomeAppClient.request(in: .prod, redirectURI: .comAcmeHomeCb, scopes: []))
          show("prod", HomeAppClient.request(in: .prod, redirectURI: .comAcmeHomeSbxCb))
          show("prod", HomeAppClient.request(in: .prod, redirectURI: "com.acme.home:/cb/"))
          show("prod", HomeAppClient.request(in: .prod, redirectURI: .comAcmeHomeCb, scopes: ["x"]))
          show("prod", HomeAppClient.request(in: .prod, redirectURI: .comAcmeHomeCb, port: 80))
          show("prod", HomeAppClient.request(in: .prod, redirectURI: .http127001Cb, port: 0))
          \#(lines: cases)
          let finish = "https://app.acme.example/finish"
          show(FirebaseEmailActions.settings(for: .signIn, in: .prod))
          show(FirebaseEmailActions.settings(for: .signIn, in: .prod, continueURL: finish + "/a?b"))
          show(FirebaseEmailActions.settings(for: .signIn, in: .sandbox))
          show(FirebaseEmailActions.settings(for: .resetPassword, in: .prod))
          show(FirebaseEmailActions.settings(for: .verifyEmail, in: .prod))
          show(FirebaseEmailActions.settings(for: .resetPassword, in: .sandbox))
          show(FirebaseEmailActions.settings(for: .signIn, in: .prod, continueURL: finish + "ing"))

          print(GoogleScopes.allCases)
          print(GoogleScopes.signIn.missing(granted: nil))
          print(GoogleScopes.signIn.missing(granted: []))
          print(
            GoogleScopes.signIn.missing(granted: [
              "openid", "https://www.googleapis.com/auth/userinfo.email", "Profile",
            ]))
          print(GoogleScopes.backup.missing(granted: ["email"]))
          let user = GIDGoogleUser()
          user.grantedScopes = GoogleScopes.signIn.scopes
          user.refreshedScopes = ["openid", "https://www.googleapis.com/auth/userinfo.profile"]
          print(try await GoogleScopes.signIn.missing(refreshing: user), user.grantedScopes ?? [])
          user.refreshedScopes = nil
          do {
            print(try await GoogleScopes.signIn.missing(refreshing: user))
          } catch {
            print((error as NSError).code)
          }
          await Self.refreshOnMain()

          let nonces = (0..<1_000).map { _ in AppleNonce().raw }
          precondition(Set(nonces).count == 1_000 && nonces.allSatisfy { $0.utf8.count == 32 })
          precondition(Set(nonces.joined().utf8).count == 64)
          print(AppleNonce(raw: "abc").sha256)
          let request = ASAuthorizationAppleIDRequest()
          AppleSignIn.prepare(request, nonce: AppleNonce(raw: ""))
          print((request.requestedScopes ?? []).map(\.rawValue), request.nonce ?? "-")
          let appleID = ASAuthorizationAppleIDCredential()
          print(AppleSignIn.credential(appleID, nonce: AppleNonce()) == nil)
          appleID.identityToken = Data("token".utf8)
          let credential = AppleSignIn.credential(appleID, nonce: AppleNonce(raw: "raw"))
          print(AppleSignIn.linkingNeedsConsent)
          for code in [AuthErrorCode.credentialAlreadyInUse, .emailAlreadyInUse] {
            for domain in [AuthErrorDomain, "other"] {
              let error = NSError(
                domain: domain, code: code.rawValue,
                userInfo: [AuthErrorUserInfoUpdatedCredentialKey: credential as Any])
              print(AppleLinking.updatedCredential(from: error) === credential)
            }
          }
          print(
            AppleLinking.updatedCredential(
              from: NSError(domain: AuthErrorDomain, code: 17025)) == nil)
          print((credential as? OAuthCredential)?.idToken ?? "-", (credential as? OAuthCredential)?.rawNonce ?? "-")
        }
      }

      """#
  }

  private static let others = #"""
    [signIn, backup, signIn2, featureClass, feature2]
    ["email", "profile", "openid"]
    ["email", "profile", "openid"]
    ["profile"]
    ["https://www.googleapis.com/auth/drive.file"]
    ["email"] ["openid", "https://www.googleapis.com/auth/userinfo.profile"]
    -11
    ["https://www.googleapis.com/auth/drive.file", "email"]
    ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad
    ["full_name", "email"] e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855
    true
    true
    true
    false
    false
    false
    true
    token raw

    """#

  private static let modules = [
    "FirebaseAuth", "AuthenticationServices", "CryptoKit", "GoogleSignIn",
  ]

  private static func compile(_ files: [String], _ more: [String], in directory: URL) throws {
    let swiftc = try #require(Tool.path("swiftc"), "swiftc is not installed")
    for module in modules {
      let made = try Tool.run(
        swiftc,
        [
          "-parse-as-library", "-module-name", module, "-emit-module", "-emit-library", "-static",
          "-o", "lib\(module).a", AppCodeFixture.fixture("swift/\(module).swift"),
        ], in: directory)
      #expect(made.status == 0 && made.output.isEmpty, "\(made.output)")
    }
    let build = try Tool.run(
      swiftc,
      ["-swift-version", "6", "-strict-memory-safety", "-warnings-as-errors", "-parse-as-library"]
        + ["-I", ".", "-L", "."] + modules.map { "-l\($0)" } + files + more, in: directory)
    #expect(build.status == 0 && build.output.isEmpty, "\(build.output)")
  }

  @Test func `settings, scopes and nonces are those of the policy`() throws {
    try Tool.withTemporaryDirectory { directory in
      try AppCodeFixture.write("swift", to: directory)
      try AppCodeFixture.write(Self.program.text, as: "Main.swift", to: directory)
      try Self.compile(
        SwiftProgram.sources(in: directory), ["-module-name", "main", "-o", "app"], in: directory)
      let run = try Tool.run(directory.appending(path: "app").path, [])
      let output = OwnClientRequests.check(run.output, AppCodeFixture.input)
      // If the policy doesn't name an app, the SDK uses the running one.
      let settings = AppCodeFixture.settings.replacing(
        /(?m)^(\S+\|false\|)null(\|\S+\|false)/, with: { "\($0.1)example.running.app\($0.2)" })
      #expect(output == AppCodeFixture.answers + settings + Self.others)
    }
  }

  @Test func `no value breaks out, and one environment can be left out`() throws {
    try Tool.withTemporaryDirectory { directory in
      try AppCodeFixture.write("swift", AppCodeFixture.hostile(), to: directory)
      try Self.compile(
        SwiftProgram.sources(in: directory), ["-D", "LINKPOLICY_PROD_ONLY", "-typecheck"],
        in: directory)
    }
  }

  @Test func `without the SDKs the files are empty`() throws {
    let swiftc = try #require(Tool.path("swiftc"), "swiftc is not installed")
    try Tool.withTemporaryDirectory { directory in
      try AppCodeFixture.write("swift", to: directory)
      let check = try Tool.run(
        swiftc,
        ["-warnings-as-errors", "-typecheck", "-parse-as-library"]
          + SwiftProgram.sources(in: directory),
        in: directory)
      #expect(check.status == 0 && check.output.isEmpty, "\(check.output)")
    }
  }
}
