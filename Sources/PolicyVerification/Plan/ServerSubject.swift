package import PolicyModel
package import PolicyText

/// A string of a policy with its location.
package struct AnchoredValue: Sendable, Hashable {
  package var value: ExactString
  package var anchor: SourceAnchor

  package init(_ value: ExactString, _ anchor: SourceAnchor) {
    self.value = value
    self.anchor = anchor
  }
}

/// An authorization server of the policies.
package struct ServerSubject: Sendable {
  package var environment: Environment
  package var issuer: AnchoredValue
  package var authorizationEndpoint: AnchoredValue?
  package var tokenEndpoint: AnchoredValue?
  package var revocationEndpoint: AnchoredValue?
  package var endSessionEndpoint: AnchoredValue?
  package var clients: [ServerClient]

  package init(
    environment: Environment, issuer: AnchoredValue, authorizationEndpoint: AnchoredValue? = nil,
    tokenEndpoint: AnchoredValue? = nil, revocationEndpoint: AnchoredValue? = nil,
    endSessionEndpoint: AnchoredValue? = nil, clients: [ServerClient] = []
  ) {
    self.environment = environment
    self.issuer = issuer
    self.authorizationEndpoint = authorizationEndpoint
    self.tokenEndpoint = tokenEndpoint
    self.revocationEndpoint = revocationEndpoint
    self.endSessionEndpoint = endSessionEndpoint
    self.clients = clients
  }

  var place: CheckPlace { CheckPlace(anchor: issuer.anchor, environment: environment) }

  /// OpenID Connect Discovery 1.0 section 4: the path is appended to the issuer without its final slash.
  package var discovery: ObservedRequest {
    ObservedRequest(
      ExactString("\(bare.string)/.well-known/openid-configuration"), limit: RequestLimits.json)
  }

  /// RFC 8414 section 3.1: the path is inserted between host and path.
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

  /// The server's metadata; OpenID Connect takes precedence.
  package func document(_ responses: Responses) -> (request: ObservedRequest, json: JSONValue)? {
    for request in [discovery, metadata] {
      guard let response = responses.response(request), response.status == 200,
        let json = response.json, case .object = json
      else { continue }
      return (request, json)
    }
    return nil
  }
}

/// What a client requires of its server.
package struct ServerClient: Sendable {
  package var key: ExactString
  package var anchor: SourceAnchor
  package var responseTypes: [ExactString]
  package var scopes: [AnchoredValue]
  package var challengeMethods: [ExactString]
  /// As in metadata, such as `client_secret_post`.
  package var authenticationMethod: ExactString
  /// Whether the client is for Google account linking, which uses only the code flow.
  package var isLinking: Bool

  package init(
    key: ExactString, anchor: SourceAnchor, responseTypes: [ExactString], scopes: [AnchoredValue],
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

/// A client to test at its authorization endpoint.
package struct ProbeSubject: Sendable {
  package var server: ServerSubject?
  package var client: ServerClient
  package var endpoint: AnchoredValue
  package var clientID: ExactString
  package var redirectURIs: [AnchoredValue]
  /// A redirect URI of only the other environment.
  package var foreignURI: AnchoredValue?
  package var requiresPKCE: Bool
  /// Random in each run.
  package var state: ExactString
  /// The code challenge of a discarded verifier.
  package var challenge: ExactString

  package init(
    server: ServerSubject?, client: ServerClient, endpoint: AnchoredValue, clientID: ExactString,
    redirectURIs: [AnchoredValue], foreignURI: AnchoredValue?, requiresPKCE: Bool,
    state: ExactString,
    challenge: ExactString
  ) {
    self.server = server
    self.client = client
    self.endpoint = endpoint
    self.clientID = clientID
    self.redirectURIs = redirectURIs
    self.foreignURI = foreignURI
    self.requiresPKCE = requiresPKCE
    self.state = state
    self.challenge = challenge
  }

  /// A request to the endpoint. With `prompt=none`, the server doesn't show a page.
  package func request(
    redirectURI: ExactString, responseType: String = "code", hasChallenge: Bool = true
  ) -> ObservedRequest {
    func url(state: String, challenge: String) -> ExactString {
      var fields: [(String, String)] = [
        ("response_type", responseType), ("client_id", clientID.string),
        ("redirect_uri", redirectURI.string),
      ]
      if !client.scopes.isEmpty {
        fields.append(("scope", client.scopes.map(\.value.string).joined(separator: " ")))
      }
      fields.append(("state", state))
      if hasChallenge {
        fields += [("code_challenge", challenge), ("code_challenge_method", "S256")]
      }
      fields.append(("prompt", "none"))
      let query = fields.map { "\($0.0)=\(PercentEncoding.encode($0.1))" }.joined(separator: "&")
      let mark = endpoint.value.utf8.contains(UInt8(ascii: "?")) ? "&" : "?"
      return ExactString("\(endpoint.value.string)\(mark)\(query)")
    }
    return ObservedRequest(
      url(state: state.string, challenge: challenge.string), limit: RequestLimits.page,
      recordedURL: url(state: "STATE", challenge: "CHALLENGE"), isPaced: true)
  }
}
