package import PolicyText

/// Lets through what may be asked, and nothing else.
///
/// In a pull request the policies are a stranger's: then only hosts are asked that the base names too.
package struct GuardedFetcher: Fetcher {
  private let source: any Fetcher
  /// Hosts of the base revision; nil where nobody asked for one.
  private let trusted: Set<ExactString>?
  /// Hosts that the command line names: neither their name nor the base matters.
  private let allowed: Set<ExactString>
  /// Servers of others that may be asked.
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

  package func answers(to requests: [ObservedRequest]) -> [ObservedAnswer] {
    let problems = requests.map(problem)
    let passed = requests.indices.filter { problems[$0] == nil }
    let answers = source.answers(to: passed.map { requests[$0] })
    var next = answers.makeIterator()
    return requests.indices.map { index in
      if let problem = problems[index] {
        return ObservedAnswer(
          url: requests[index].url, time: 0, .failure(ObservedFailure(.refused, problem)))
      }
      return next.next()
        ?? ObservedAnswer(
          url: requests[index].url, time: 0, .failure(ObservedFailure(.connect, "no answer")))
    }
  }

  private func problem(_ request: ObservedRequest) -> String? {
    let host = request.host
    if thirdParties.contains(host) { return nil }
    if let problem = RequestTarget.problem(request.url), !allowed.contains(host) { return problem }
    guard let trusted, !trusted.contains(host), !allowed.contains(host) else { return nil }
    return "the policies of the base do not name it"
  }
}
