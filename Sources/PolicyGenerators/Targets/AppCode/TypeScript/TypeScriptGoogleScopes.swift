/// `google-scopes.ts`: what to ask Google for, and what is still missing.
enum TypeScriptGoogleScopes {
  static func source(
    _ code: GoogleScopeCode, _ header: GeneratedHeader
  ) -> Code<TypeScriptLanguage> {
    let lists = code.features.map { feature -> Code<TypeScriptLanguage> in
      let scopes = feature.scopes.map { scope -> Code<TypeScriptLanguage> in "\(literal: scope)," }
      return """
        \(feature.name, .camel): [
          \(lines: scopes)
        ],
        """
    }
    return #"""
      // \#(header)

      /** The scopes to ask Google for, in the order of the policy: at sign-in, and when a feature is used. */
      export const GoogleScopes = {
        \#(lines: lists)
      } as const;

      /** A moment at which scopes are asked for. */
      export type GoogleFeature = keyof typeof GoogleScopes;

      /**
       * The scopes of a feature that were not granted.
       *
       * A sign-in that succeeds does not mean that all was granted: users may untick scopes. Texts are
       * compared as they are; Google grants `email` and `profile` under their long names.
       *
       * @param granted a list, or the `scope` of a token response; all are missing where there is none.
       */
      export function missingScopes(
        feature: GoogleFeature,
        granted: readonly string[] | string | null | undefined,
      ): string[] {
        const list = typeof granted === "string" ? granted.split(" ") : granted || [];
        const known = list.map(canonical);
        const scopes: readonly string[] = GoogleScopes[feature];
        return scopes.filter((scope) => known.indexOf(canonical(scope)) < 0);
      }

      function canonical(scope: string): string {
        return scope === "email" || scope === "profile"
          ? "https://www.googleapis.com/auth/userinfo." + scope
          : scope;
      }
      """#
  }
}
