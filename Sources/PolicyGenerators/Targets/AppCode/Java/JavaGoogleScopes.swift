/// `GoogleScopes.java`: what to ask Google for, and what is still missing.
enum JavaGoogleScopes {
  static func source(_ code: GoogleScopeCode, _ header: GeneratedHeader) -> Code<JavaLanguage> {
    let features = code.features.map { feature -> Code<JavaLanguage> in
      let scopes = feature.scopes.map { scope -> Code<JavaLanguage> in "\(literal: scope)" }
      return """
        /** What the policy calls {@code \(word: feature.label)}. */
        \(feature.name, .upperSnake)(
            \(.joined(scopes, by: ",\n")))
        """
    }
    return #"""
      // \#(header)

      package linkpolicy.generated;

      import java.util.ArrayList;
      import java.util.Collection;
      import java.util.HashSet;
      import java.util.List;
      import java.util.Set;

      /**
       * The scopes to ask Google for: at sign-in, and when a feature is used.
       *
       * <p>A sign-in that succeeds does not mean that all was granted: users may untick scopes.
       */
      public enum GoogleScopes {
        \#(.joined(features, by: ",\n"));

        private final List<String> scopes;

        GoogleScopes(String... scopes) {
          this.scopes = List.of(scopes);
        }

        /** The scopes, in the order of the policy. */
        public List<String> scopes() {
          return scopes;
        }

        /**
         * The scopes that were not granted, in their order.
         *
         * <p>Texts are compared as they are; Google grants {@code email} and {@code profile} under
         * their long names.
         *
         * @param granted null where the server named none: all are missing then
         */
        public List<String> missing(Collection<String> granted) {
          Set<String> known = new HashSet<>();
          if (granted != null) {
            for (String scope : granted) {
              known.add(canonical(scope));
            }
          }
          List<String> missing = new ArrayList<>();
          for (String scope : scopes) {
            if (!known.contains(canonical(scope))) {
              missing.add(scope);
            }
          }
          return missing;
        }

        private static String canonical(String scope) {
          return "email".equals(scope) || "profile".equals(scope)
              ? "https://www.googleapis.com/auth/userinfo." + scope
              : scope;
        }
      }
      """#
  }
}
