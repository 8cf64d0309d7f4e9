import PolicyDecision
import PolicyDiagnostics
import PolicyModel
import PolicyText

/// Code for apps and servers that use Firebase, Google Sign-In and Sign in with Apple: what the
/// `providers` of the policies say, in the types of those SDKs; and what our own apps ask our own
/// server. A section that no policy has makes no file.
enum AppCode {
  /// The targets with such code: others need not look at the clients.
  private static let targets = [
    KotlinTarget.name, JavaTarget.name, TypeScriptTarget.name,
  ]

  /// The files that stand beside the allowlist of a language; none for other targets.
  static func files(for input: GeneratorInput, target: String) -> [GeneratedFile] {
    guard targets.contains(target) else { return [] }
    let writer = Writer(target: target)
    let header = input.header
    let documents = input.report.workspace.policies
    let emails = EmailActionCode(input.policy)
    let scopes = GoogleScopeCode(documents)
    let apple = AppleSignInCode.all(in: documents)
    // A web client has a secret, which nothing that people install could keep.
    lazy var own = OwnClientCode(
      input.policy, types: target == TypeScriptTarget.name ? [.native, .web] : [.native])
    switch target {
    case "kotlin":
      // What needs the Android SDK stands apart: a server compiles the rest.
      return [
        emails.map {
          writer.file("android/FirebaseEmailActions.kt", KotlinEmailActions.source($0, header))
        },
        scopes.map { writer.file("GoogleScopes.kt", KotlinGoogleScopes.source($0, header)) },
        apple.on("android").map {
          writer.file("android/AppleSignIn.kt", KotlinAppleSignIn.source($0, header))
        },
        own.map {
          writer.file("AuthorizationRequests.kt", KotlinAuthorizationRequests.source($0, header))
        },
      ].compactMap { $0 }
    case "java":
      return [
        emails.map {
          writer.file(
            "firebase-admin/linkpolicy/generated/FirebaseEmailActions.java",
            JavaEmailActions.source($0, header))
        },
        scopes.map {
          writer.file("linkpolicy/generated/GoogleScopes.java", JavaGoogleScopes.source($0, header))
        },
      ].compactMap { $0 }
    case "typescript":
      return [
        emails.map {
          writer.file("firebase-email-actions.ts", TypeScriptEmailActions.source($0, header))
        },
        scopes.map { writer.file("google-scopes.ts", TypeScriptGoogleScopes.source($0, header)) },
        apple.on("web").map {
          writer.file("apple-sign-in.ts", TypeScriptAppleSignIn.source($0, header))
        },
        own.map {
          writer.file(
            "authorization-requests.ts", TypeScriptAuthorizationRequests.source($0, header))
        },
      ].compactMap { $0 }
    default: return []
    }
  }

  /// Makes files of a target.
  struct Writer {
    let target: String

    /// A file below `code/<target>/`.
    func file<Language>(_ name: String, _ code: Code<Language>) -> GeneratedFile {
      GeneratedFile(path: "code/\(target)/\(name)", target: target, text: code.text + "\n")
    }
  }
}

extension GeneratorInput {
  /// What the sections under `providers` say, as code of a target's language.
  func providerFiles(for target: String) -> [GeneratedFile] {
    AppCode.files(for: self, target: target)
  }
}
