package import PolicyText
package import PolicyModel

/// A text of a policy and its line.
package struct PlacedText: Sendable, Hashable {
  package var value: ExactString
  package var anchor: SourceAnchor

  package init(_ value: ExactString, _ anchor: SourceAnchor) {
    self.value = value
    self.anchor = anchor
  }
}

/// An authorization server of ours, by its issuer.
package struct ServerSubject: Sendable {
  package var environment: Environment
  package var issuer: PlacedText
  package var authorizationEndpoint: PlacedText?
  package var tokenEndpoint: PlacedText?
  package var revocationEndpoint: PlacedText?
  package var endSessionEndpoint: PlacedText?
  package var clients: [ServerClient]

  package init(
    environment: Environment, issuer: PlacedText, authorizationEndpoint: PlacedText? = nil,
    tokenEndpoint: PlacedText? = nil, revocationEndpoint: PlacedText? = nil,
    endSessionEndpoint: PlacedText? = nil, clients: [ServerClient] = []
  ) {
    self.environment = environment
    self.issuer = issuer
    self.authorizationEndpoint = authorizationEndpoint
    self.tokenEndpoint = tokenEndpoint
    self.revocationEndpoint = revocationEndpoint
    self.endSessionEndpoint = endSessionEndpoint
    self.clients = clients
  }

  /// OpenID Connect Discovery 1.0 section 4: appended to the issuer, without its final slash.
  package var discovery: ObservedRequest {
    ObservedRequest(
      ExactString("\(bare.string)/.well-known/openid-configuration"), limit: RequestLimits.json)
  }

  /// RFC 8414 section 3.1: between host and path.
  package var metadata: ObservedRequest {
    let parts = URIParts(bare)
    return ObservedRequest(
      ExactString(
        "\(parts.origin.string)/.well-known/oauth-authorization-server\(parts.text(parts.path).string)"
      ),
      limit: RequestLimits.json)
  }

  private var bare: ExactString {
    issuer.value.hasSuffix("/")
      ? ExactString(decoding: issuer.value.utf8.dropLast()) : issuer.value
  }

  /// What the server says of itself: OpenID Connect first.
  package func document(_ answers: Answers) -> (request: ObservedRequest, json: JSONValue)? {
    for request in [discovery, metadata] {
      guard let response = answers.response(request), response.status == 200,
        let json = response.json, case .object = json
      else { continue }
      return (request, json)
    }
    return nil
  }
}

/// What a client needs of its server.
package struct ServerClient: Sendable {
  package var key: ExactString
  package var anchor: SourceAnchor
  package var responseTypes: [ExactString]
  package var scopes: [PlacedText]
  package var challengeMethods: [ExactString]
  /// As the metadata names it: `client_secret_post`, …
  package var authenticationMethod: ExactString
  /// Account linking of Google: nothing but codes.
  package var isLinking: Bool

  package init(
    key: ExactString, anchor: SourceAnchor, responseTypes: [ExactString], scopes: [PlacedText],
    challengeMethods: [ExactString], authenticationMethod: ExactString, isLinking: Bool
  ) {
    self.key = key
    self.anchor = anchor
    self.responseTypes = responseTypes
    self.scopes = scopes
    self.challengeMethods = challengeMethods
    self.authenticationMethod = authenticationMethod
    self.isLinking = isLinking
  }
}
