import PolicyDecision
import PolicyText
import PolicyModel

/// `code/kotlin/`: the package `linkpolicy.generated`.
package struct KotlinTarget: RuntimeTarget {
  package static let name = "kotlin"
  package static let summary = "code/kotlin/: the allowlist and request checks as a Kotlin package"
  package init() {}

  package static func parts(for input: GeneratorInput) -> [String] {
    var parts = ["allowlist", input.hasAppFlip ? "app-flip" : "no-app-flip"]
    if input.hasAppFlipIntents { parts.append("app-flip-activity") }
    return parts + sections(of: input).map(\.part)
  }

  package static func data(for input: GeneratorInput) -> CodeFiles<KotlinLanguage> {
    [("LinkPolicyAllowlistData.kt", KotlinData.source(input))]
      + sections(of: input).map { ($0.path, $0.code) }
  }

  /// The parts for sections of the policies, with their data. Code for the Android SDK has a folder of its own, so that a
  /// server compiles the rest.
  private static func sections(
    of input: GeneratorInput
  ) -> [(part: String, path: String, code: Code<KotlinLanguage>)] {
    let documents = input.report.workspace.policies
    return [
      EmailActionCode(input.policy).map {
        (
          "email-actions", "android/FirebaseEmailAction.kt", KotlinEmailActions.source($0, input)
        )
      },
      GoogleScopeCode(documents).map {
        ("google-scopes", "GoogleScopes.kt", KotlinGoogleScopes.source($0, input))
      },
      AppleSignInCode.all(in: documents).on("android").map {
        ("apple-sign-in", "android/AppleSignIn.kt", KotlinAppleSignIn.source($0, input))
      },
      // A web client has a secret, which an installed app can't keep.
      OwnClientCode(input.policy, types: [.native]).map {
        (
          "authorization-requests", "AuthorizationRequests.kt",
          KotlinAuthorizationRequests.source($0, input)
        )
      },
    ].compactMap { $0 }
  }

  package static func replacements(_ options: CodeOptions) -> [(old: String, new: String)] {
    options.name.map { [(defaultPackage, $0)] } ?? []
  }

  private static let defaultPackage = "linkpolicy.generated"

  /// The `package` clause.
  static func package(_ input: GeneratorInput) -> Code<KotlinLanguage> {
    "package \(word: input.selection.name ?? defaultPackage)"
  }

  package static func isName(_ text: String) -> Bool { JVMName.isPackage(text) }

  /// A list of strings in one line.
  static func list(_ texts: [String]) -> Code<KotlinLanguage> {
    let literals = texts.map { text -> Code<KotlinLanguage> in "\(literal: text)" }
    return texts.isEmpty ? "emptyList()" : "listOf(\(.joined(literals, by: ", ")))"
  }
}

extension GeneratorInput {
  /// True if a client that the target writes has App Flip on Android.
  fileprivate var hasAppFlipIntents: Bool {
    Environment.allCases.contains { environment in
      clients(in: environment).contains { $0.flipIntentAction != nil }
    }
  }
}
