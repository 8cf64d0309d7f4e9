import PolicyText

/// Downloads the public keys of Apple and Google for `simulate`, if requested. They aren't compared with the policy.
package struct PublicKeysCheck: Check {
  package let target = CheckTarget.jwks
  private let subject: PublicKeySet
  private let request: ObservedRequest

  package init(_ subject: PublicKeySet) {
    self.subject = subject
    request = ObservedRequest(subject.url, limit: RequestLimits.json)
  }

  package func requests(_ responses: Responses) -> [CheckRequest] {
    [CheckRequest("\(subject.name) keys", request)]
  }

  /// The keys as a file; nil if unavailable.
  package func file(_ responses: Responses) -> (name: String, body: [UInt8])? {
    guard let response = responses.response(request), response.status == 200,
      let keys = response.json?["keys"]?.items, !keys.isEmpty
    else { return nil }
    return ("\(subject.name).jwks.json", response.body)
  }

  package func findings(_ responses: Responses) -> [CheckFinding] {
    let place = CheckPlace(anchor: subject.anchor)
    guard let response = responses.response(request) else {
      return place.failure(of: request, responses)
    }
    let quoted = UntrustedText.quoted(subject.url.string)
    func finding(_ rule: RuleID, _ message: String, _ notes: [String]) -> [CheckFinding] {
      place.finding(
        rule, .warning, subject.url, message, help: "run `verify` again later", notes: notes)
    }
    guard response.status == 200 else {
      return finding(
        "verify-unreachable", "\(quoted) returned status \(response.status)", response.notes())
    }
    guard let keys = response.json?["keys"]?.items, !keys.isEmpty else {
      return finding("jwks-invalid", "\(quoted) contains no keys", response.notes())
    }
    // Both sign with RS256.
    let other = keys.count { key in
      key["kty"]?.stringValue != "RSA" || key["kid"]?.stringValue == nil
        || (key["alg"]?.stringValue).map { $0 != "RS256" } ?? false
    }
    guard other > 0 else { return [] }
    return finding(
      "jwks-invalid", "\(quoted) has keys other than RS256 keys with a `kid`",
      ["\(other) of \(keys.count)"])
  }
}
