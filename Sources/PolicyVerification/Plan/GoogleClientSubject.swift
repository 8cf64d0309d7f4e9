package import PolicyText

/// A web client of Google Sign-In, whose redirect URIs Google may be asked about.
package struct GoogleClientSubject: Sendable {
  package var environment: Environment
  /// The server of Google.
  package var base: ExactString
  package var clientID: PlacedText
  package var redirectURIs: [PlacedText]
  /// New in each run.
  package var state: ExactString

  package init(
    environment: Environment, base: ExactString, clientID: PlacedText,
    redirectURIs: [PlacedText], state: ExactString
  ) {
    self.environment = environment
    self.base = base
    self.clientID = clientID
    self.redirectURIs = redirectURIs
    self.state = state
  }

  /// As harmless as at our own server: no cookies, no page, no consent, nothing followed.
  package func request(_ redirectURI: ExactString) -> ObservedRequest {
    func url(_ state: ExactString) -> ExactString {
      let fields: [(String, ExactString)] = [
        ("response_type", "code"), ("client_id", clientID.value), ("redirect_uri", redirectURI),
        ("scope", "openid"), ("state", state), ("prompt", "none"),
      ]
      let query = fields.map { "\($0.0)=\(PercentEncoding.encode($0.1.string))" }
      return ExactString("\(base.string)/o/oauth2/v2/auth?\(query.joined(separator: "&"))")
    }
    return ObservedRequest(
      url(state), limit: RequestLimits.page, recordedURL: url("STATE"), isPaced: true)
  }
}
