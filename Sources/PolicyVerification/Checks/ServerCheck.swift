import PolicyDecision
import PolicyText

/// Checks the metadata of an authorization server.
package struct ServerCheck: Check {
  package let target = CheckTarget.oauth
  private let subject: ServerSubject

  package init(_ subject: ServerSubject) { self.subject = subject }

  package func requests(_ responses: Responses) -> [CheckRequest] {
    [CheckRequest("discovery", subject.discovery), CheckRequest("metadata", subject.metadata)]
  }

  package func findings(_ responses: Responses) -> [CheckFinding] {
    guard let (request, document) = subject.document(responses) else { return missing(responses) }
    let metadata = ServerMetadata(subject: subject, url: request.url, document: document)
    return metadata.findings + difference(responses)
  }

  private var issuer: String { UntrustedText.quoted(subject.issuer.value.string) }

  private func missing(_ responses: Responses) -> [CheckFinding] {
    for request in [subject.discovery, subject.metadata]
    where responses.response(request) == nil {
      return subject.place.failure(of: request, responses)
    }
    return subject.place.finding(
      "metadata-missing", .warning, subject.discovery.url,
      "missing metadata of issuer \(issuer)",
      help: "serve `/.well-known/openid-configuration` (OpenID Connect Discovery or RFC 8414)",
      notes: [subject.discovery, subject.metadata].compactMap { request in
        responses.response(request).map {
          "\(UntrustedText.quoted(request.url.string)) returned status \($0.status)"
        }
      })
  }

  /// Reports differences between both documents.
  private func difference(_ responses: Responses) -> [CheckFinding] {
    let documents = [subject.discovery, subject.metadata].map { request -> JSONValue? in
      guard let response = responses.response(request), response.status == 200 else { return nil }
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
    return subject.place.finding(
      "metadata-differs", .warning, subject.metadata.url,
      "the two documents of \(issuer) differ in \(different.map { "`\($0)`" }.joined(separator: ", "))",
      help: "make both documents equal: clients read either")
  }
}
