import PolicyText

/// The keys that an authorization server publishes.
package struct KeySetCheck: Check {
  package let target = CheckTarget.jwks
  private let subject: ServerSubject

  package init(_ subject: ServerSubject) { self.subject = subject }

  /// Members of a private or shared key (RFC 7518 section 6).
  private static let secret = ["d", "p", "q", "dp", "dq", "qi", "oth", "k"]

  private func address(_ answers: Answers) -> ExactString? {
    subject.document(answers)?.json["jwks_uri"]?.stringValue.map { ExactString($0) }
  }

  private func request(_ answers: Answers) -> ObservedRequest? {
    guard let address = address(answers), isOurs(address) else { return nil }
    return ObservedRequest(address, limit: RequestLimits.json)
  }

  /// The site of the issuer: the same host, or one below the other.
  private func isOurs(_ address: ExactString) -> Bool {
    let host = URIParts(address).lowerHost
    let issuer = URIParts(subject.issuer.value).lowerHost
    return URIParts(address).lowerScheme == "https"
      && (host == issuer || host.isBelow(issuer)
        || issuer.isBelow(host) && host.utf8.contains(UInt8(ascii: ".")))
  }

  package func requests(_ answers: Answers) -> [CheckRequest] {
    var requests = [
      CheckRequest("discovery", subject.discovery), CheckRequest("metadata", subject.metadata),
    ]
    if let request = request(answers) { requests.append(CheckRequest("keys", request)) }
    return requests
  }

  private func finding(
    _ rule: RuleID, _ severity: Severity, _ url: ExactString, _ message: String,
    help: String? = nil, notes: [String] = []
  ) -> CheckFinding {
    CheckFinding(
      rule, severity, in: subject.environment, at: subject.issuer.anchor, url: url, message,
      help: help, notes: notes)
  }

  package func findings(_ answers: Answers) -> [CheckFinding] {
    guard let address = address(answers) else { return [] }
    let quoted = ForeignText.quoted(address.string)
    guard URIParts(address).lowerScheme == "https" else {
      return [
        finding(
          "jwks-invalid", .error, subject.discovery.url,
          "`jwks_uri` is \(quoted): keys must come over https")
      ]
    }
    guard let request = request(answers) else {
      return [
        finding(
          "verify-skipped", .note, subject.discovery.url,
          "the keys at \(quoted) are not asked for: the host is not that of the issuer")
      ]
    }
    guard let answer = answers[request] else { return [] }
    guard let response = answer.response else {
      let place = CheckPlace(subject.issuer.anchor, subject.environment)
      return answer.failure.map {
        [TransportFault.finding($0, of: request, at: place, answers)]
      } ?? []
    }
    guard response.status == 200, let keys = response.json?["keys"]?.items, !keys.isEmpty else {
      return [
        finding(
          "jwks-invalid", .error, address, "\(quoted) holds no keys",
          help: "without them nobody can verify what the server signs", notes: response.notes())
      ]
    }
    let published = Self.secret.filter { name in keys.contains { $0[name] != nil } }
    guard !published.isEmpty else { return [] }
    return [
      finding(
        "jwks-invalid", .error, address, "\(quoted) publishes a private key",
        help: "replace the key at once: everybody can sign in the name of the server",
        notes: [
          "members that are no part of a public key: \(published.map { "`\($0)`" }.joined(separator: ", "))"
        ])
    ]
  }
}
