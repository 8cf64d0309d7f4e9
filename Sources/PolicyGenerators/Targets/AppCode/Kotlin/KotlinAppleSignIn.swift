/// `android/AppleSignIn.kt`: the settings of Sign in with Apple.
enum KotlinAppleSignIn {
  static func source(
    _ providers: [AppleSignInCode], _ input: GeneratorInput
  ) -> Code<KotlinLanguage> {
    "\(KotlinTarget.package(input))\n\n\(.joined(providers.map(provider), by: "\n\n"))"
  }

  private static func provider(_ code: AppleSignInCode) -> Code<KotlinLanguage> {
    let name: Code<KotlinLanguage> = code.name.map { "AppleSignIn\($0, .pascal)" } ?? "AppleSignIn"
    let pairs = code.parameters.map { parameter -> Code<KotlinLanguage> in
      "\(literal: parameter.name) to \(literal: parameter.value)"
    }
    let parameters: Code<KotlinLanguage> =
      pairs.isEmpty ? "emptyList()" : "listOf(\(.joined(pairs, by: ", ")))"
    return """
      /** Sign in with Apple on Android. */
      object \(name) : AppleProvider(
          scopes = \(KotlinTarget.list(code.scopes)),
          parameters = \(parameters),
          linkingNeedsConsent = \(code.needsConsent)
      )
      """
  }
}
