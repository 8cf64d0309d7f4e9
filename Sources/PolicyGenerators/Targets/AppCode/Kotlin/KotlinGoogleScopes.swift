/// `GoogleScopes.kt`: the scopes of each feature.
enum KotlinGoogleScopes {
  static func source(_ code: GoogleScopeCode, _ input: GeneratorInput) -> Code<KotlinLanguage> {
    let features = code.features.map { feature -> Code<KotlinLanguage> in
      """
      /** The scopes of `\(word: feature.label)`. */
      \(feature.name, .upperSnake)(\(KotlinTarget.list(feature.scopes)))
      """
    }
    return """
      \(KotlinTarget.package(input))

      /** The scopes to request from Google: for sign-in, and when a feature is used. */
      enum class GoogleScopes(override val scopes: List<String>) : GoogleScopeSet {
          \(.joined(features, by: ",\n\n"))
      }
      """
  }
}
