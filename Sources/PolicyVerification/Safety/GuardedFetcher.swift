package import PolicyText

/// Sends only allowed requests.
///
/// For untrusted pull requests, only hosts that the base revision also names are allowed.
package struct GuardedFetcher: Fetcher {
  private let source: any Fetcher
  /// The hosts of the base revision; nil without one.
  private let trusted: Set<ExactString>?
  /// Hosts that the command line allows unconditionally.
  private let allowed: Set<ExactString>
  /// Third-party hosts that are allowed.
  private let thirdParties: Set<ExactString>

  package init(
    _ source: any Fetcher, trusted: Set<ExactString>?, allowed: Set<ExactString>,
    thirdParties: Set<ExactString>
  ) {
    self.source = source
    self.trusted = trusted
    self.allowed = allowed
    self.thirdParties = thirdParties
  }

  package func responses(to requests: [ObservedRequest]) -> [ObservedResult] {
    let problems = requests.map(problem)
    let passed = requests.indices.filter { problems[$0] == nil }
    let responses = source.responses(to: passed.map { requests[$0] })
    var next = responses.makeIterator()
    return requests.indices.map { index in
      if let problem = problems[index] {
        return ObservedResult(
          url: requests[index].url, time: 0, .failure(ObservedFailure(.refused, problem)))
      }
      return next.next()
        ?? ObservedResult(
          url: requests[index].url, time: 0, .failure(ObservedFailure(.connect, "no response")))
    }
  }

  private func problem(_ request: ObservedRequest) -> String? {
    let host = request.host
    if thirdParties.contains(host) { return nil }
    if let problem = RequestTarget.problem(request.url), !allowed.contains(host) { return problem }
    guard let trusted, !trusted.contains(host), !allowed.contains(host) else { return nil }
    return "it isn't in the policies of the base revision"
  }
}
