import PolicyText

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
