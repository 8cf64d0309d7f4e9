package import PolicyText

/// Sends the requests of checks in rounds, and collects their findings.
package struct CheckRun: Sendable {
  package private(set) var responses = Responses()
  package let checks: [any Check]
  /// The maximum number of rounds.
  private static let maximumRounds = 8

  package init(_ checks: [any Check]) { self.checks = checks }

  /// Sends all requests without a response yet.
  package mutating func send(with fetcher: any Fetcher) {
    for _ in 0..<Self.maximumRounds {
      var seen: Set<ObservedRequest> = []
      let requests = checks.flatMap { $0.requests(responses) }.map(\.request)
        .filter { responses[$0] == nil && seen.insert($0).inserted }
      guard !requests.isEmpty else { return }
      responses.add(fetcher.responses(to: requests), to: requests)
    }
  }

  /// Forgets failed requests and responses of these URLs, to send them again.
  package mutating func forgetFailures(of urls: Set<ExactString>) {
    responses.forget { request, answer in
      answer.failure != nil || urls.contains(request.recordedURL)
    }
  }

  /// All findings, without duplicates, and the results of all requests.
  package var outcome: (findings: [CheckFinding], results: [CheckResult]) {
    var findings: [CheckFinding] = []
    var results: [CheckResult] = []
    var seen: Set<Seen> = []
    for check in checks {
      let found = check.findings(responses)
      for finding in found where seen.insert(Seen(finding)).inserted { findings.append(finding) }
      let wrong = Set(found.filter { $0.severity > .note }.map(\.url))
      for asked in check.requests(responses) {
        results.append(
          result(asked, check.target, isWrong: wrong.contains(asked.request.recordedURL)))
      }
    }
    return (findings, results)
  }

  /// Identifies duplicate findings: several checks report the same server as unreachable.
  private struct Seen: Hashable {
    var rule: RuleID
    var message: ExactString
    init(_ finding: CheckFinding) {
      rule = finding.rule
      message = ExactString(finding.message)
    }
  }

  private func result(
    _ asked: CheckRequest, _ target: CheckTarget, isWrong: Bool
  ) -> CheckResult {
    let answer = responses[asked.request]
    let outcome: CheckResult.Outcome =
      switch answer?.outcome {
      case .response?: isWrong ? .finding : .ok
      case .failure(let failure)?:
        switch failure.kind {
        case .refused: .skipped
        case .tls, .size, .header, .address: .finding
        case .dns: isWrong && responses.hasName ? .finding : .unreachable
        case .connect, .timeout, .missing: .unreachable
        }
      case nil: .skipped
      }
    return CheckResult(
      target: target, url: asked.shownURL, kind: asked.kind, outcome: outcome,
      status: answer?.response?.status ?? answer?.failure?.status,
      milliseconds: answer?.response?.milliseconds)
  }
}
