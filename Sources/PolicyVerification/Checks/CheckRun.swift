package import PolicyText

/// Puts the questions of checks, round by round, and collects what they find.
package struct CheckRun: Sendable {
  package private(set) var answers = Answers()
  package let checks: [any Check]
  /// Answers lead to further questions this often at most.
  private static let rounds = 8

  package init(_ checks: [any Check]) { self.checks = checks }

  /// Asks what is not known yet.
  package mutating func ask(_ fetcher: any Fetcher) {
    for _ in 0..<Self.rounds {
      var seen: Set<ObservedRequest> = []
      let requests = checks.flatMap { $0.requests(answers) }.map(\.request)
        .filter { answers[$0] == nil && seen.insert($0).inserted }
      guard !requests.isEmpty else { return }
      answers.add(fetcher.answers(to: requests), to: requests)
    }
  }

  /// Forgets what the files of hosts answered where something is wrong with it.
  package mutating func forgetFaults(of urls: Set<ExactString>) {
    answers.forget { request, answer in
      answer.failure != nil || urls.contains(request.recordedURL)
    }
  }

  /// What was found, each thing once, and what was asked.
  package var outcome: (findings: [CheckFinding], results: [CheckResult]) {
    var findings: [CheckFinding] = []
    var results: [CheckResult] = []
    var seen: Set<Seen> = []
    for check in checks {
      let found = check.findings(answers)
      for finding in found where seen.insert(Seen(finding)).inserted { findings.append(finding) }
      let wrong = Set(found.filter { $0.severity > .note }.map(\.url))
      for asked in check.requests(answers) {
        results.append(
          result(asked, check.target, isWrong: wrong.contains(asked.request.recordedURL)))
      }
    }
    return (findings, results)
  }

  /// What is down is down for all that stands on it.
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
    let answer = answers[asked.request]
    let outcome: CheckResult.Outcome =
      switch answer?.outcome {
      case .response?: isWrong ? .finding : .ok
      case .failure(let failure)?:
        switch failure.kind {
        case .refused: .skipped
        case .tls, .size, .header, .address: .finding
        case .dns: isWrong && answers.hasName ? .finding : .unreachable
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
