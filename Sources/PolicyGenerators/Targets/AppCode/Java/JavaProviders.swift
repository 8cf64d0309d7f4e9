import PolicyText

/// `FirebaseEmailAction.java`: the settings of each email action.
enum JavaEmailActions {
  static func source(_ code: EmailActionCode, _ input: GeneratorInput) -> Code<JavaLanguage> {
    let actions = code.actions.map { action -> Code<JavaLanguage> in
      let settings = Environment.allCases.map { environment -> Code<JavaLanguage> in
        input.writes(environment) ? action.settings[environment].map(value) ?? "null" : "null"
      }
      return """
        /** The action {@code \(word: action.label)}. */
        \(action.name, .upperSnake)(
            \(.joined(settings, by: ",\n")))
        """
    }
    return """
      \(JavaTarget.package(input));

      /** The purpose of an email. */
      public enum FirebaseEmailAction {
        \(.joined(actions, by: ",\n"));

        final EmailActionSettings prod;
        final EmailActionSettings sandbox;

        FirebaseEmailAction(EmailActionSettings prod, EmailActionSettings sandbox) {
          this.prod = prod;
          this.sandbox = sandbox;
        }
      }
      """
  }

  private static func value(_ settings: EmailActionCode.Settings) -> Code<JavaLanguage> {
    var calls: [Code<JavaLanguage>] = []
    if settings.handleCodeInApp { calls.append(".handleCodeInApp()") }
    if let bundle = settings.iosBundleID { calls.append(".iosBundleId(\(literal: bundle))") }
    if let android = settings.android {
      calls.append(".androidPackageName(\(literal: android.package))")
      if android.install { calls.append(".androidInstallApp()") }
      if let version = android.minimumVersion {
        calls.append(".androidMinimumVersion(\(literal: version))")
      }
    }
    if let domain = settings.linkDomain { calls.append(".linkDomain(\(literal: domain))") }
    return """
      new EmailActionSettings(
              \(literal: settings.url),
              \(literal: settings.prefix),
              \(literal: settings.base))
          \(.joined(calls, by: "\n"))
      """
  }
}

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
