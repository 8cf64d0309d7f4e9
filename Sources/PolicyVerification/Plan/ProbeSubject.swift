package import PolicyText

/// A client whose authorization endpoint is asked which redirect URIs it takes.
package struct ProbeSubject: Sendable {
  package var server: ServerSubject?
  package var client: ServerClient
  package var endpoint: PlacedText
  package var clientID: ExactString
  package var redirectURIs: [PlacedText]
  /// A redirect URI of the other environment only.
  package var foreignURI: PlacedText?
  package var requiresPKCE: Bool
  /// New in each run: what stands in `state`, and the challenge of a verifier that nobody keeps.
  package var state: ExactString
  package var challenge: ExactString

  package init(
    server: ServerSubject?, client: ServerClient, endpoint: PlacedText, clientID: ExactString,
    redirectURIs: [PlacedText], foreignURI: PlacedText?, requiresPKCE: Bool, state: ExactString,
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

  /// A request to the endpoint: harmless, answered without a page where the server knows `prompt=none`.
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
