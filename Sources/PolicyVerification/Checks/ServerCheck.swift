import PolicyText

/// What an authorization server says of itself, held against the policy.
package struct ServerCheck: Check {
  package let target = CheckTarget.oauth
  private let subject: ServerSubject

  package init(_ subject: ServerSubject) { self.subject = subject }

  package func requests(_ answers: Answers) -> [CheckRequest] {
    [CheckRequest("discovery", subject.discovery), CheckRequest("metadata", subject.metadata)]
  }

  package func findings(_ answers: Answers) -> [CheckFinding] {
    guard let (request, document) = subject.document(answers) else { return missing(answers) }
    let metadata = ServerMetadata(subject: subject, url: request.url, document: document)
    return metadata.findings + difference(answers)
  }

  private var issuer: String { ForeignText.quoted(subject.issuer.value.string) }

  private func finding(
    _ rule: RuleID, _ severity: Severity, _ request: ObservedRequest, _ message: String,
    help: String? = nil, notes: [String] = []
  ) -> CheckFinding {
    CheckFinding(
      rule, severity, in: subject.environment, at: subject.issuer.anchor, url: request.url, message,
      help: help, notes: notes)
  }

  private func missing(_ answers: Answers) -> [CheckFinding] {
    let place = CheckPlace(subject.issuer.anchor, subject.environment)
    for request in [subject.discovery, subject.metadata] {
      guard let answer = answers[request] else { return [] }
      if let failure = answer.failure {
        return [TransportFault.finding(failure, of: request, at: place, answers)]
      }
    }
    return [
      finding(
        "metadata-missing", .warning, subject.discovery,
        "the issuer \(issuer) publishes no metadata",
        help: "serve it as OpenID Connect Discovery or RFC 8414 say",
        notes: [subject.discovery, subject.metadata].compactMap { request in
          answers.response(request).map {
            "\(ForeignText.quoted(request.url.string)) answers \($0.status)"
          }
        })
    ]
  }

  /// Clients read the one or the other.
  private func difference(_ answers: Answers) -> [CheckFinding] {
    let documents = [subject.discovery, subject.metadata].map { request -> JSONValue? in
      guard let response = answers.response(request), response.status == 200 else { return nil }
      return response.json
    }
    guard let first = documents[0], let second = documents[1] else { return [] }
    let names = [
      "issuer", "authorization_endpoint", "token_endpoint", "jwks_uri", "response_types_supported",
      "code_challenge_methods_supported", "token_endpoint_auth_methods_supported",
    ]
    let different = names.filter {
      first[$0] != nil && second[$0] != nil && first[$0] != second[$0]
    }
    guard !different.isEmpty else { return [] }
    return [
      finding(
        "metadata-differs", .warning, subject.metadata,
        "the two documents of \(issuer) differ in \(different.map { "`\($0)`" }.joined(separator: ", "))",
        help: "clients read either: both must say the same")
    ]
  }
}
