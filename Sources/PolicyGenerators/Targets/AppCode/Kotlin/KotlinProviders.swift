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

/// `AuthorizationRequests.kt`: the clients that request codes from our own authorization server.
enum KotlinAuthorizationRequests {
  static func source(_ code: OwnClientCode, _ input: GeneratorInput) -> Code<KotlinLanguage> {
    let clients = code.clients.map { client($0, input) }
    return "\(KotlinTarget.package(input))\n\n\(.joined(clients, by: "\n\n"))"
  }

  private static func client(
    _ client: OwnClientCode.Client, _ input: GeneratorInput
  ) -> Code<KotlinLanguage> {
    let names = client.redirectURIs.map { uri -> Code<KotlinLanguage> in
      "\(uri.name, .upperSnake)(\(literal: uri.text))"
    }
    func settings(_ environment: Environment) -> Code<KotlinLanguage> {
      input.writes(environment) ? client.settings[environment].map(value) ?? "null" : "null"
    }
    return """
      /** Client `\(word: client.label)` of your authorization server. */
      object \(client.name, .pascal)Client : ClientRequests<\(client.name, .pascal)Client.RedirectUri>(
          prod = \(settings(.prod)),
          sandbox = \(settings(.sandbox))
      ) {
          /** The redirect URIs of both environments. */
          enum class RedirectUri(override val text: String) : OwnRedirectUri {
              \(.joined(names, by: ",\n"))
          }
      }
      """
  }

  private static func value(_ settings: OwnClientCode.Settings) -> Code<KotlinLanguage> {
    let issuer: Code<KotlinLanguage> = settings.issuer.map { "\(literal: $0)" } ?? "null"
    return """
      OwnClientSettings(
          endpoint = \(literal: settings.endpoint),
          clientId = \(literal: settings.clientID),
          redirectUris = \(KotlinTarget.list(settings.redirectURIs.map(\.text))),
          loopback = \(KotlinTarget.list(settings.redirectURIs.filter(\.takesPort).map(\.text))),
          scopes = \(KotlinTarget.list(settings.scopes)),
          issuer = \(issuer)
      )
      """
  }
}
