import PolicyDecision
import PolicyText

/// Checks the public keys of an authorization server.
package struct KeySetCheck: Check {
  package let target = CheckTarget.jwks
  private let subject: ServerSubject

  package init(_ subject: ServerSubject) { self.subject = subject }

  /// Members of private and symmetric keys (RFC 7518 section 6).
  private static let secret = ["d", "p", "q", "dp", "dq", "qi", "oth", "k"]

  private func keysURL(_ responses: Responses) -> ExactString? {
    subject.document(responses)?.json["jwks_uri"]?.stringValue.map { ExactString($0) }
  }

  private func request(_ responses: Responses) -> ObservedRequest? {
    guard let address = keysURL(responses), isIssuerHost(address) else { return nil }
    return ObservedRequest(address, limit: RequestLimits.json)
  }

  /// Whether the URL is on the issuer's host, a subdomain, or a parent domain.
  private func isIssuerHost(_ address: ExactString) -> Bool {
    let host = URIParts(address).lowerHost
    let issuer = URIParts(subject.issuer.value).lowerHost
    return URIParts(address).lowerScheme == "https"
      && (host == issuer || host.isBelow(issuer)
        || issuer.isBelow(host) && host.utf8.contains(UInt8(ascii: ".")))
  }

  package func requests(_ responses: Responses) -> [CheckRequest] {
    var requests = [
      CheckRequest("discovery", subject.discovery), CheckRequest("metadata", subject.metadata),
    ]
    if let request = request(responses) { requests.append(CheckRequest("keys", request)) }
    return requests
  }

  package func findings(_ responses: Responses) -> [CheckFinding] {
    guard let address = keysURL(responses) else { return [] }
    let quoted = UntrustedText.quoted(address.string)
    guard URIParts(address).lowerScheme == "https" else {
      return subject.place.finding(
        "jwks-invalid", .error, subject.discovery.url,
        "`jwks_uri` must be an `https` URL, found \(quoted)",
        help: "serve the keys over `https`")
    }
    guard let request = request(responses) else {
      return subject.place.finding(
        "verify-skipped", .note, subject.discovery.url,
        "skipped the keys at \(quoted): the host differs from the issuer's host",
        help: "serve the keys on the issuer's host")
    }
    guard let response = responses.response(request) else {
      return subject.place.failure(of: request, responses)
    }
    guard response.status == 200, let keys = response.json?["keys"]?.items, !keys.isEmpty else {
      return subject.place.finding(
        "jwks-invalid", .error, address, "\(quoted) contains no keys",
        help: "publish the signing keys: clients need them to verify tokens",
        notes: response.notes())
    }
    let published = Self.secret.filter { name in keys.contains { $0[name] != nil } }
    guard !published.isEmpty else { return [] }
    return subject.place.finding(
      "jwks-invalid", .error, address, "\(quoted) publishes a private key",
      help: "replace the key immediately: anyone can forge the server's tokens",
      notes: [
        "private members: \(published.map { "`\($0)`" }.joined(separator: ", "))"
      ])
  }
}
