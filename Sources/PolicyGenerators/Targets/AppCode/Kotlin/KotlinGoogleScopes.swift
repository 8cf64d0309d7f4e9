/// `GoogleScopes.kt`: what to ask Google for, and what is still missing.
enum KotlinGoogleScopes {
  static func source(_ code: GoogleScopeCode, _ header: GeneratedHeader) -> Code<KotlinLanguage> {
    let entries = code.features.map { feature -> Code<KotlinLanguage> in
      let scopes = feature.scopes.map { scope -> Code<KotlinLanguage> in "\(literal: scope)" }
      return """
        \(feature.name, .upperSnake)(
            listOf(
                \(.joined(scopes, by: ",\n"))
            )
        )
        """
    }
    return #"""
      // \#(header)

      package linkpolicy.generated

      /**
       * The scopes to ask Google for: at sign-in, and when a feature is used. A sign-in that succeeds
       * does not mean that all was granted: users may untick scopes.
       *
       * @property scopes in the order of the policy.
       */
      enum class GoogleScopes(val scopes: List<String>) {
          \#(.joined(entries, by: ",\n"));

          /**
           * The scopes that were not granted; all of them for null. Texts are compared as they are;
           * Google grants `email` and `profile` under their long names.
           */
          fun missing(granted: Collection<String>?): List<String> {
              val known = granted.orEmpty().map { canonical(it) }.toSet()
              return scopes.filter { canonical(it) !in known }
          }

          private fun canonical(scope: String): String =
              if (scope == "email" || scope == "profile") {
                  "https://www.googleapis.com/auth/userinfo.$scope"
              } else {
                  scope
              }
      }
      """#
  }
}
