package import PolicyText

/// Checks the copy in Apple's CDN, which Apple devices download.
package struct AppleCopyCheck: Check {
  package let target = CheckTarget.appleCDN
  private let subject: HostSubject
  private let comparator: any AssociationFileComparing
  private let request: ObservedRequest

  package init(
    _ subject: HostSubject, comparator: any AssociationFileComparing, parties: ThirdParties
  ) {
    self.subject = subject
    self.comparator = comparator
    request = Self.request(subject.host, parties)
  }

  package static func request(_ host: ExactString, _ parties: ThirdParties) -> ObservedRequest {
    ObservedRequest(
      ExactString("\(parties.appleCDN.string)/a/v1/\(host.string)"), limit: RequestLimits.appleFile)
  }

  package func requests(_ responses: Responses) -> [CheckRequest] {
    [CheckRequest("copy", request), CheckRequest("origin", HostCheck.request(.apple, of: subject))]
  }

  package func findings(_ responses: Responses) -> [CheckFinding] {
    guard let response = responses.response(request) else {
      return subject.place.failure(of: request, responses)
    }
    let origin = responses.response(HostCheck.request(.apple, of: subject))
    if response.status == 200 { return staleness(response, origin) }
    if [404, 405].contains(response.status) { return refusal(response, origin) }
    return subject.place.finding(
      "verify-unreachable", .warning, request.url,
      "Apple's CDN returned status \(response.status)",
      help: "run `verify` again later", notes: response.notes())
  }

  private func staleness(_ copy: ObservedResponse, _ origin: ObservedResponse?) -> [CheckFinding] {
    guard let origin else { return [] }
    let isServed = origin.status == 200 && !origin.isPage
    guard
      !isServed || comparator.agree(copy.body, origin.body, of: .apple, host: subject.host) == false
    else { return [] }
    let host = UntrustedText.quoted(subject.host.string)
    let age = copy.header("age").map { "\(UntrustedText.quoted($0)) s old" }
    let limit = copy.header("cache-control").flatMap(Self.maximumAge).map { " of at most \($0) s" }
    return subject.place.finding(
      "cdn-stale", .note, request.url,
      (isServed
        ? "Apple's cached file of \(host) differs from the host's file"
        : "Apple still caches the file of \(host), which the host no longer serves")
        + (age.map { ", \($0)\(limit ?? "")" } ?? ""),
      help: "wait until Apple refreshes its cache, then reinstall the app",
      notes: copy.notes(["age", "cache-control", "apple-from", "apple-origin-format"]))
  }

  private static func maximumAge(_ value: String) -> Int? {
    value.split(separator: ",").lazy.compactMap { part in
      let words = part.split(separator: "=")
      guard words.count == 2, words[0].trimmed == "max-age" else { return nil }
      return WholeNumber.read(words[1].trimmed.utf8, atMost: Timestamp.range.upperBound)
    }.first
  }

  private func refusal(_ copy: ObservedResponse, _ origin: ObservedResponse?) -> [CheckFinding] {
    let host = UntrustedText.quoted(subject.host.string)
    guard let reason = copy.header("apple-failure-reason") else {
      return subject.place.finding(
        "cdn-unknown", .note, request.url, "Apple's CDN has no file of \(host) yet",
        help: "install an app that names the host: this makes Apple fetch the file",
        notes: copy.notes(["apple-from"]))
    }
    let isFine = origin.map { $0.status == 200 && !$0.isPage } ?? false
    return subject.place.finding(
      "cdn-refused", isFine ? .warning : .note, request.url,
      "Apple could not fetch the file of \(host): \(UntrustedText.quoted(reason))",
      help: AppleFailureReason.advice(reason),
      notes: copy.notes([
        "apple-failure-details", "apple-from", "apple-try-direct", "cache-control", "age",
      ]))
  }
}

/// Advice for failure codes of Apple's CDN.
enum AppleFailureReason {
  static func advice(_ reason: String) -> String {
    let code = ExactString(decoding: reason.utf8.prefix { $0 != 0x20 })
    switch code {
    case "SWCERR00101":
      let words = reason.utf8.split(separator: 0x20)
      if words.contains(where: { $0.elementsEqual("404".utf8) }) {
        return "deploy the file and wait an hour: it was missing when Apple fetched it"
      }
      return
        "allow `AASA-Bot` to fetch this path: a firewall, bot protection or country block stops it"
    case "SWCERR00202": return "publish the host in public DNS: it resolves to a private network"
    case "SWCERR00301":
      return "test from another network: the response was late or packets were dropped"
    case "SWCERR00401":
      return "check what the host serves to other user agents: Apple received invalid JSON"
    default: return "see the reason in the message; Apple documents nothing else"
    }
  }
}

extension Substring {
  fileprivate var trimmed: ExactString { ExactString(decoding: utf8.filter { $0 > 0x20 }) }
}
