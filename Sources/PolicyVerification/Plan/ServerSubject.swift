package import PolicyDecision
import PolicyModel
import PolicyText

/// An authorization server of the policies.
package struct ServerSubject: Sendable {
  var environment: Environment
  package var issuer: Entry
  /// Never empty.
  var clients: [CompiledClient]

  var place: CheckPlace { CheckPlace(anchor: issuer.anchor, environment: environment) }

  /// OpenID Connect Discovery 1.0 section 4: the path is appended to the issuer without its final slash.
  var discovery: ObservedRequest {
    ObservedRequest(
      ExactString("\(bare.string)/.well-known/openid-configuration"), limit: RequestLimits.json)
  }

  /// RFC 8414 section 3.1: the path is inserted between host and path.
  var metadata: ObservedRequest {
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
  func document(_ responses: Responses) -> (request: ObservedRequest, json: JSONValue)? {
    for request in [discovery, metadata] {
      guard let response = responses.response(request), response.status == 200,
        let json = response.json, case .object = json
      else { continue }
      return (request, json)
    }
    return nil
  }
}

/// A client to test at its authorization endpoint.
package struct ProbeSubject: Sendable {
  var server: ServerSubject?
  var client: CompiledClient
  package var endpoint: Entry
  /// A redirect URI of only the other environment.
  var foreignURI: Entry?
  /// Random in each run.
  var state: ExactString
  /// The code challenge of a discarded verifier.
  var challenge: ExactString

  /// A request to the endpoint. With `prompt=none`, the server doesn't show a page.
  func request(
    redirectURI: ExactString, responseType: String = "code", hasChallenge: Bool = true
  ) -> ObservedRequest {
    func url(state: String, challenge: String) -> ExactString {
      var fields: [(String, String)] = [
        ("response_type", responseType), ("client_id", client.clientID.value.string),
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
