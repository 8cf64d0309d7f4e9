import PolicyText

/// Whether Google takes the redirect URIs of our web client: one request for each, and no altered ones, since
/// the server is somebody else's.
package struct GoogleSignInProbe: Check {
  package let target = CheckTarget.authorize
  private let subject: GoogleClientSubject

  package init(_ subject: GoogleClientSubject) { self.subject = subject }

  package func requests(_ answers: Answers) -> [CheckRequest] {
    subject.redirectURIs.map { CheckRequest("google", subject.request($0.value)) }
  }

  package func findings(_ answers: Answers) -> [CheckFinding] {
    subject.redirectURIs.flatMap { findings($0, answers) }
  }

  private func findings(_ uri: PlacedText, _ answers: Answers) -> [CheckFinding] {
    let request = subject.request(uri.value)
    guard let answer = ProbeAnswer(answers[request]) else {
      let place = CheckPlace(uri.anchor, subject.environment)
      return answers[request]?.failure.map {
        [TransportFault.finding($0, of: request, at: place, answers)]
      } ?? []
    }
    let quoted = UTF8Text.quoted(uri.value.string)
    let client = UTF8Text.quoted(subject.clientID.value.string)
    func finding(
      _ rule: RuleID, _ severity: Severity, _ message: String, help: String? = nil,
      notes: [String] = []
    ) -> [CheckFinding] {
      [
        CheckFinding(
          rule, severity, in: subject.environment, at: uri.anchor, url: request.recordedURL,
          message, help: help, notes: notes)
      ]
    }
    if answer.response.status == 429 {
      return finding(
        "rate-limited", .warning, "Google answers 429: nothing is known about \(quoted)")
    }
    switch verdict(answer, uri.value) {
    case .accepted: return []
    case .refused(let reason):
      return finding(
        "redirect-not-registered", .error,
        "Google refuses \(quoted) of the client \(client): \(ForeignText.quoted(reason))",
        help: reason == "invalid_client"
          ? "use a client ID of the project in the console of Google Cloud"
          : "add it to the authorized redirect URIs of the client in the console of Google Cloud",
        notes: ["inferred from where Google leads, which it does not document"])
    case .unknown:
      return finding(
        "verify-skipped", .note,
        "whether Google takes \(quoted) of the client \(client) cannot be told: it answers \(answer.response.status)"
      )
    }
  }

  private enum Verdict { case accepted, refused(String), unknown }

  /// By the Location alone: pages are in any language and say anything.
  private func verdict(_ answer: ProbeAnswer, _ uri: ExactString) -> Verdict {
    if answer.leads(to: uri) { return .accepted }
    guard let location = answer.location else { return .unknown }
    let parts = URIParts(location)
    // On the same server, whether it says so or not.
    guard parts.host == nil || parts.lowerHost == URIParts(subject.base).lowerHost else {
      return .unknown
    }
    let path = parts.text(parts.path)
    if path.hasPrefix("/signin/oauth/error") {
      let reason = answer.parameter("authError").flatMap(Self.words) ?? []
      for code in ["redirect_uri_mismatch", "invalid_client"]
      where reason.firstRange(of: Array(code.utf8), in: 0..<reason.count) != nil {
        return .refused(code)
      }
      return .unknown
    }
    let pages: [ExactString] = [
      "/v3/signin/", "/signin/identifier", "/signin/oauth/", "/ServiceLogin", "/AccountChooser",
      "/InteractiveLogin",
    ]
    return pages.contains { path.utf8.starts(with: $0.utf8) } ? .accepted : .unknown
  }

  /// A message in Base64 of either alphabet; only the names of errors are looked for in it.
  private static func words(_ value: ExactString) -> [UInt8]? {
    guard
      let decoded = PercentEncoding.decode(value.utf8, plusIsSpace: false, malformed: .refuse)
    else { return nil }
    let text = decoded.filter { $0 != UInt8(ascii: "=") }.map { byte in
      switch byte {
      case UInt8(ascii: "+"): UInt8(ascii: "-")
      case UInt8(ascii: "/"): UInt8(ascii: "_")
      default: byte
      }
    }
    return Base64URL.decode(text)
  }
}
