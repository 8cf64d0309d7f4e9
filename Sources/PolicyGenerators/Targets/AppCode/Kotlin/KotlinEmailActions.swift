import PolicyDiagnostics

/// `android/FirebaseEmailActions.kt`: `ActionCodeSettings` for apps of Android.
enum KotlinEmailActions {
  static func source(
    _ code: EmailActionCode, _ header: GeneratedHeader
  ) -> Code<KotlinLanguage> {
    let names = code.actions.map { action -> Code<KotlinLanguage> in
      "\(action.name, .upperSnake)"
    }
    return #"""
      // \#(header)

      package linkpolicy.generated

      import com.google.firebase.auth.ActionCodeSettings
      import linkpolicy.generated.LinkPolicyAllowlist.Environment

      /**
       * Settings of the emails that Firebase Authentication sends, by action and environment. The
       * continue URL is the registered one, or one below it: see [isContinueUrlAllowed].
       */
      object FirebaseEmailActions {
          /** What an email is for. */
          enum class Action {
              \#(.joined(names, by: ",\n"))
          }

          /** Settings with the registered continue URL; null where the environment lacks the action. */
          @JvmStatic
          fun settings(action: Action, environment: Environment): ActionCodeSettings? =
              values(action, environment)?.let { it.settings(it.url) }

          /** Settings with a continue URL made at run time; null unless it is allowed. */
          @JvmStatic
          fun settings(
              action: Action,
              environment: Environment,
              continueUrl: String
          ): ActionCodeSettings? =
              values(action, environment)?.takeIf { it.allows(continueUrl) }?.settings(continueUrl)

          /** The registered continue URL. */
          @JvmStatic
          fun continueUrl(action: Action, environment: Environment): String? =
              values(action, environment)?.url

          /**
           * True for the registered URL, and for one that continues its path or has its own query or
           * fragment. Scheme, host and path of the registered URL must be the same. Further path
           * segments contain only letters, digits and `-._~` and don't start with a dot; query and
           * fragment contain what RFC 3986 allows.
           */
          @JvmStatic
          fun isContinueUrlAllowed(
              url: String,
              action: Action,
              environment: Environment
          ): Boolean = values(action, environment)?.allows(url) ?: false

          private class Values(
              val url: String,
              val prefix: String,
              val base: String,
              val handleCodeInApp: Boolean = false,
              val iosBundleId: String? = null,
              val androidPackageName: String? = null,
              val androidInstall: Boolean = false,
              val androidMinimumVersion: String? = null,
              val linkDomain: String? = null
          ) {
              fun settings(url: String): ActionCodeSettings {
                  val builder = ActionCodeSettings.newBuilder()
                      .setUrl(url)
                      .setHandleCodeInApp(handleCodeInApp)
                  if (iosBundleId != null) builder.setIOSBundleId(iosBundleId)
                  if (androidPackageName != null) {
                      builder.setAndroidPackageName(
                          androidPackageName,
                          androidInstall,
                          androidMinimumVersion
                      )
                  }
                  if (linkDomain != null) builder.setLinkDomain(linkDomain)
                  return builder.build()
              }

              fun allows(candidate: String): Boolean =
                  candidate == url || candidate.length <= 2048 && candidate.startsWith(prefix) &&
                      REST.matches(candidate.substring(base.length))
          }

          private val REST = Regex(
              "(?:/[A-Za-z0-9_~-][A-Za-z0-9._~-]*+)*+/?" +
                  "(?:\\?(?:[A-Za-z0-9._~!\$&'()*+,;=:@/?-]++|%[0-9A-Fa-f]{2})*+)?" +
                  "(?:#(?:[A-Za-z0-9._~!\$&'()*+,;=:@/?-]++|%[0-9A-Fa-f]{2})*+)?"
          )

          private fun values(action: Action, environment: Environment): Values? =
              when (environment) {
                  Environment.PROD -> prod(action)
                  Environment.SANDBOX -> sandbox(action)
              }

          \#(table("prod", code, .prod))

          \#(table("sandbox", code, .sandbox))
      }
      """#
  }

  private static func table(
    _ name: Code<KotlinLanguage>, _ code: EmailActionCode, _ environment: Environment
  ) -> Code<KotlinLanguage> {
    let cases = code.actions.map { action -> Code<KotlinLanguage> in
      guard let settings = action.settings[environment] else {
        return "Action.\(action.name, .upperSnake) -> null"
      }
      return "Action.\(action.name, .upperSnake) -> \(values(settings))"
    }
    return """
      private fun \(name)(action: Action): Values? =
          when (action) {
              \(lines: cases)
          }
      """
  }

  private static func values(_ settings: EmailActionCode.Settings) -> Code<KotlinLanguage> {
    var fields: [Code<KotlinLanguage>] = [
      "url = \(literal: settings.url)", "prefix = \(literal: settings.prefix)",
      "base = \(literal: settings.base)",
    ]
    if settings.handleCodeInApp { fields.append("handleCodeInApp = true") }
    if let bundle = settings.iosBundleID { fields.append("iosBundleId = \(literal: bundle)") }
    if let android = settings.android {
      fields.append("androidPackageName = \(literal: android.package)")
      if android.install { fields.append("androidInstall = true") }
      if let version = android.minimumVersion {
        fields.append("androidMinimumVersion = \(literal: version)")
      }
    }
    if let domain = settings.linkDomain { fields.append("linkDomain = \(literal: domain)") }
    return """
      Values(
          \(.joined(fields, by: ",\n"))
      )
      """
  }
}
