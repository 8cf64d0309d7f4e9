/// `GoogleScopes.java`: the scopes of each feature.
enum JavaGoogleScopes {
  static func source(_ code: GoogleScopeCode, _ input: GeneratorInput) -> Code<JavaLanguage> {
    let features = code.features.map { feature -> Code<JavaLanguage> in
      let scopes = feature.scopes.map { scope -> Code<JavaLanguage> in "\(literal: scope)" }
      return """
        /** The scopes of {@code \(word: feature.label)}. */
        \(feature.name, .upperSnake)(
            \(.joined(scopes, by: ",\n")))
        """
    }
    return """
      \(JavaTarget.package(input));

      import java.util.List;

      /** The scopes to request from Google: for sign-in, and when a feature is used. */
      public enum GoogleScopes implements GoogleScopeSet {
        \(.joined(features, by: ",\n"));

        private final List<String> scopes;

        GoogleScopes(String... scopes) {
          this.scopes = List.of(scopes);
        }

        @Override
        public List<String> scopes() {
          return scopes;
        }
      }
      """
  }
}
