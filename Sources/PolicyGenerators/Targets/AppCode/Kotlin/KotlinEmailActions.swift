import PolicyText

/// `android/FirebaseEmailAction.kt`: the settings of each email action.
enum KotlinEmailActions {
  static func source(_ code: EmailActionCode, _ input: GeneratorInput) -> Code<KotlinLanguage> {
    let actions = code.actions.map { action -> Code<KotlinLanguage> in
      let settings = Environment.allCases.map { environment -> Code<KotlinLanguage> in
        input.writes(environment) ? action.settings[environment].map(value) ?? "null" : "null"
      }
      return """
        /** The action `\(word: action.label)`. */
        \(action.name, .upperSnake)(
            \(.joined(settings, by: ",\n"))
        )
        """
    }
    return """
      \(KotlinTarget.package(input))

      /** The purpose of an email. */
      enum class FirebaseEmailAction(
          internal val prod: EmailActionSettings?,
          internal val sandbox: EmailActionSettings?
      ) {
          \(.joined(actions, by: ",\n\n"))
      }
      """
  }

  private static func value(_ settings: EmailActionCode.Settings) -> Code<KotlinLanguage> {
    var fields: [Code<KotlinLanguage>] = [
      "url = \(literal: settings.url)", "prefix = \(literal: settings.prefix)",
      "base = \(literal: settings.base)",
    ]
    if settings.handleCodeInApp { fields.append("handleCodeInApp = true") }
    if let bundle = settings.iosBundleID { fields.append("iosBundleId = \(literal: bundle)") }
    if let android = settings.android {
      fields.append("androidPackageName = \(literal: android.package)")
      if android.install { fields.append("androidInstallApp = true") }
      if let version = android.minimumVersion {
        fields.append("androidMinimumVersion = \(literal: version)")
      }
    }
    if let domain = settings.linkDomain { fields.append("linkDomain = \(literal: domain)") }
    return """
      EmailActionSettings(
          \(.joined(fields, by: ",\n"))
      )
      """
  }
}
