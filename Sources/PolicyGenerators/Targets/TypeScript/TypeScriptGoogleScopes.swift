/// `google-scopes-data.ts`: the scopes by feature.
enum TypeScriptGoogleScopes {
  static func data(_ code: GoogleScopeCode) -> Code<TypeScriptLanguage> {
    let lists = code.features.map { feature -> Code<TypeScriptLanguage> in
      let scopes = feature.scopes.map { scope -> Code<TypeScriptLanguage> in "\(literal: scope)," }
      return """
        \(feature.name, .camel): [
          \(lines: scopes)
        ],
        """
    }
    return """
      /** The scopes to request, in the order of the policy. */
      export const GoogleScopes = {
        \(lines: lists)
      } as const;
      """
  }
}
