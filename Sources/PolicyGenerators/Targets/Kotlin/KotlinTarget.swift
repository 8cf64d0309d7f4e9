import PolicyDecision
import PolicyModel
import PolicyText

/// `code/kotlin/`: the package `linkpolicy.generated`.
package struct KotlinTarget: RuntimeTarget {
  package static let name = "kotlin"
  package static func parts(for input: GeneratorInput) -> [RuntimePart<KotlinLanguage>] {
    let documents = input.report.workspace.policies
    let hasIntents = Environment.allCases.contains { environment in
      input.clients(in: environment).contains { $0.flipIntentAction != nil }
    }
    // Servers compile everything except the folder `android`.
    return [
      RuntimePart("allowlist", ("LinkPolicyAllowlistData.kt", KotlinData.source(input))),
      RuntimePart(input.hasAppFlip ? "app-flip" : "no-app-flip"),
      hasIntents ? RuntimePart("app-flip-activity") : nil,
      EmailActionCode(input.policy).map {
        let path = "android/FirebaseEmailAction.kt"
        return RuntimePart("email-actions", (path, KotlinEmailActions.source($0, input)))
      },
      GoogleScopeCode(documents).map {
        RuntimePart("google-scopes", ("GoogleScopes.kt", KotlinGoogleScopes.source($0, input)))
      },
      AppleSignInCode.all(in: documents).on("android").map {
        let path = "android/AppleSignIn.kt"
        return RuntimePart("apple-sign-in", (path, KotlinAppleSignIn.source($0, input)))
      },
      // A web client has a secret, and an installed app can't keep one.
      OwnClientCode(input.policy, types: [.native]).map {
        let code = KotlinAuthorizationRequests.source($0, input)
        return RuntimePart("authorization-requests", ("AuthorizationRequests.kt", code))
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

  /// A list of strings on one line.
  static func list(_ texts: [String]) -> Code<KotlinLanguage> {
    let literals = texts.map { text -> Code<KotlinLanguage> in "\(literal: text)" }
    return texts.isEmpty ? "emptyList()" : "listOf(\(.joined(literals, by: ", ")))"
  }
}
