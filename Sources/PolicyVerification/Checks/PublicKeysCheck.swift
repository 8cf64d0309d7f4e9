import PolicyText

/// The public keys of Apple and Google: fetched where somebody asks for them by name, to be kept for
/// `simulate`. Nothing in a policy is compared with them.
package struct PublicKeysCheck: Check {
  package let target = CheckTarget.jwks
  private let subject: PublicKeySet
  private let request: ObservedRequest

  package init(_ subject: PublicKeySet) {
    self.subject = subject
    request = ObservedRequest(subject.url, limit: RequestLimits.json)
  }

  package func requests(_ answers: Answers) -> [CheckRequest] {
    [CheckRequest("\(subject.name) keys", request)]
  }

  /// The set as a file; nil where none came.
  package func file(_ answers: Answers) -> (name: String, body: [UInt8])? {
    guard let response = answers.response(request), response.status == 200,
      let keys = response.json?["keys"]?.items, !keys.isEmpty
    else { return nil }
    return ("\(subject.name).jwks.json", response.body)
  }

  package func findings(_ answers: Answers) -> [CheckFinding] {
    guard let answer = answers[request] else { return [] }
    guard let response = answer.response else {
      return answer.failure.map {
        [TransportFault.finding($0, of: request, at: CheckPlace(subject.anchor, nil), answers)]
      } ?? []
    }
    let quoted = ForeignText.quoted(subject.url.string)
    func finding(_ rule: RuleID, _ message: String, _ notes: [String]) -> [CheckFinding] {
      [
        CheckFinding(
          rule, .warning, in: nil, at: subject.anchor, url: subject.url, message, notes: notes)
      ]
    }
    guard response.status == 200 else {
      return finding(
        "verify-unreachable", "\(quoted) answers \(response.status)", response.notes())
    }
    guard let keys = response.json?["keys"]?.items, !keys.isEmpty else {
      return finding("jwks-invalid", "\(quoted) holds no keys", response.notes())
    }
    // What both sign with since they sign at all.
    let other = keys.count { key in
      key["kty"]?.stringValue != "RSA" || key["kid"]?.stringValue == nil
        || (key["alg"]?.stringValue).map { $0 != "RS256" } ?? false
    }
    guard other > 0 else { return [] }
    return finding(
      "jwks-invalid", "\(quoted) holds keys that are not RSA keys for RS256 with a `kid`",
      ["\(other) of \(keys.count)"])
  }
}
