/// `AuthorizationRequestsData.swift`: the clients that request codes from your authorization server.
extension SwiftProviderData {
  func authorizationRequests(_ code: OwnClientCode) -> Code {
    """
    \(SwiftData.ignore)

    \(.joined(code.clients.map(client), by: "\n\n"))
    """
  }

  private func client(_ client: OwnClientCode.Client) -> Code {
    let names = client.redirectURIs.map { uri -> Code in "case \(uri.name, .camel)" }
    let texts = client.redirectURIs.map { uri -> Code in
      "case .\(uri.name, .camel): \(literal: uri.text)"
    }
    return """
      /// The client `\(word: client.label)`.
      \(access) enum \(client.name, .pascal)Client: AuthorizationClient {
        /// The redirect URIs of both environments.
        \(access) enum RedirectURI: AuthorizationRedirectURI {
          \(lines: names)

          /// The registered string.
          \(access) var text: String {
            switch self {
            \(lines: texts)
            }
          }
        }

        /// The client in an environment; nil if it does not exist there.
        \(access) static func settings(
          in environment: \(allowlist).Environment
        ) -> AuthorizationClientSettings? {
          \(perEnvironment { settings(client.settings[$0]) })
        }
      }
      """
  }

  private func settings(_ settings: OwnClientCode.Settings?) -> Code {
    guard let settings else { return "nil" }
    let uris = settings.redirectURIs.map { uri -> Code in
      "(text: \(literal: uri.text), takesPort: \(uri.takesPort))"
    }
    return """
      AuthorizationClientSettings(
        endpoint: \(literal: settings.endpoint),
        clientID: \(literal: settings.clientID),
        redirectURIs: \(SwiftData.list.code(uris)),
        scopes: \(SwiftData.list.code(settings.scopes.map { "\(literal: $0)" })),
        issuer: \(optional(settings.issuer)))
      """
  }
}
