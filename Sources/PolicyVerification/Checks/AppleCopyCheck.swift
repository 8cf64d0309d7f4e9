package import PolicyText

/// The copy that Apple's devices get.
package struct AppleCopyCheck: Check {
  package let target = CheckTarget.appleCDN
  private let subject: HostSubject
  private let judge: any FileJudge
  private let request: ObservedRequest

  package init(_ subject: HostSubject, judge: any FileJudge, parties: ThirdParties) {
    self.subject = subject
    self.judge = judge
    request = Self.request(subject.host, parties)
  }

  /// The request for the copy of a host.
  package static func request(_ host: ExactString, _ parties: ThirdParties) -> ObservedRequest {
    ObservedRequest(
      ExactString("\(parties.appleCDN.string)/a/v1/\(host.string)"), limit: RequestLimits.appleFile)
  }

  package func requests(_ answers: Answers) -> [CheckRequest] {
    [CheckRequest("copy", request), CheckRequest("origin", HostCheck.request(.apple, of: subject))]
  }

  package func findings(_ answers: Answers) -> [CheckFinding] {
    guard let answer = answers[request] else { return [] }
    switch answer.outcome {
    case .failure(let failure):
      let place = CheckPlace(subject.anchor, subject.environment)
      return [TransportFault.finding(failure, of: request, at: place, answers)]
    case .response(let response):
      let origin = answers.response(HostCheck.request(.apple, of: subject))
      if response.status == 200 { return staleness(response, origin) }
      if [404, 405].contains(response.status) { return [refusal(response, origin)] }
      return [
        finding(
          "verify-unreachable", .warning, "Apple's CDN answers \(response.status)",
          notes: response.notes())
      ]
    }
  }

  private func finding(
    _ rule: RuleID, _ severity: Severity, _ message: String, help: String? = nil, notes: [String]
  ) -> CheckFinding {
    CheckFinding(
      rule, severity, in: subject.environment, at: subject.anchor, url: request.recordedURL,
      message,
      help: help, notes: notes)
  }

  private func staleness(_ copy: ObservedResponse, _ origin: ObservedResponse?) -> [CheckFinding] {
    guard let origin else { return [] }
    let isServed = origin.status == 200 && !origin.isPage
    guard !isServed || judge.agree(copy.body, origin.body, of: .apple, host: subject.host) == false
    else { return [] }
    let host = ForeignText.quoted(subject.host.string)
    let age = copy.header("age").map { "\(ForeignText.quoted($0)) s old" }
    let most = copy.header("cache-control").flatMap(Self.maximumAge).map { " of at most \($0) s" }
    return [
      finding(
        "cdn-stale", .note,
        (isServed
          ? "Apple's copy of the file of \(host) differs from that of the host"
          : "Apple still has a copy of the file of \(host), which the host does not serve")
          + (age.map { ", \($0)\(most ?? "")" } ?? ""),
        help: "wait until Apple looks again; a device asks anew when the app is installed again",
        notes: copy.notes(["age", "cache-control", "apple-from", "apple-origin-format"]))
    ]
  }

  private static func maximumAge(_ value: String) -> Int? {
    value.split(separator: ",").lazy.compactMap { part in
      let words = part.split(separator: "=")
      guard words.count == 2, words[0].trimmed == "max-age" else { return nil }
      return WholeNumber.read(words[1].trimmed.utf8, atMost: Timestamp.range.upperBound)
    }.first
  }

  private func refusal(_ copy: ObservedResponse, _ origin: ObservedResponse?) -> CheckFinding {
    let host = ForeignText.quoted(subject.host.string)
    guard let reason = copy.header("apple-failure-reason") else {
      return finding(
        "cdn-unknown", .note, "Apple has no copy of the file of \(host) yet",
        help: "it asks when an app that names the host is installed",
        notes: copy.notes(["apple-from"]))
    }
    let isFine = origin.map { $0.status == 200 && !$0.isPage } ?? false
    return finding(
      "cdn-refused", isFine ? .warning : .note,
      "Apple could not fetch the file of \(host): \(ForeignText.quoted(reason))",
      help: AppleFailureReason.advice(reason),
      notes: copy.notes([
        "apple-failure-details", "apple-from", "apple-try-direct", "cache-control", "age",
      ]))
  }
}

/// What to do about what Apple's CDN says; of the reason only the code is read.
enum AppleFailureReason {
  static func advice(_ reason: String) -> String {
    let code = ExactString(decoding: reason.utf8.prefix { $0 != 0x20 })
    switch code {
    case "SWCERR00101":
      let words = reason.utf8.split(separator: 0x20)
      if words.contains(where: { $0.elementsEqual("404".utf8) }) {
        return "there was no file when Apple looked: deploy it, and wait an hour"
      }
      return "a firewall, bot protection or block by country: let `AASA-Bot` fetch this path"
    case "SWCERR00202": return "the name leads into a private network: Apple needs public DNS"
    case "SWCERR00301":
      return "the answer came too late or packets were dropped: test from another network"
    case "SWCERR00401": return "what Apple got is no JSON: see what the host serves to other agents"
    default: return "Apple documents no more than this text"
    }
  }
}

extension Substring {
  /// Without blanks around it.
  fileprivate var trimmed: ExactString { ExactString(decoding: utf8.filter { $0 > 0x20 }) }
}
