/// `apple-sign-in-data.ts`: the providers of the policies.
enum TypeScriptAppleSignIn {
  static func data(_ providers: [AppleSignInCode]) -> Code<TypeScriptLanguage> {
    """
    import type { OAuthProvider } from "firebase/auth";

    import { makeProvider } from "./apple-sign-in-provider.js";

    \(.joined(providers.map(provider), by: "\n\n"))
    """
  }

  private static func provider(_ code: AppleSignInCode) -> Code<TypeScriptLanguage> {
    let suffix: Code<TypeScriptLanguage> = code.name.map { "\($0, .pascal)" } ?? ""
    let scopes = code.scopes.map { "\(literal: $0)" as Code<TypeScriptLanguage> }
    let parameters = code.parameters.map { parameter -> Code<TypeScriptLanguage> in
      "[\(literal: parameter.name), \(literal: parameter.value)]"
    }
    return """
      /** Whether the user must consent before you link an Apple account to other data. */
      export const appleLinkingNeedsConsent\(suffix): boolean = \(code.needsConsent);

      /** The provider for `signInWithPopup` and `signInWithRedirect`. */
      export function appleProvider\(suffix)(): OAuthProvider {
        return makeProvider([\(.joined(scopes, by: ", "))], [\(.joined(parameters, by: ", "))]);
      }
      """
  }
}
