import PolicyDecision
import PolicyText

/// Checks that Google accepts the redirect URIs of the web client. It sends no altered URIs to Google's server.
package struct GoogleSignInProbe: Check {
  package let target = CheckTarget.authorize
  private let subject: GoogleClientSubject

  package init(_ subject: GoogleClientSubject) { self.subject = subject }

  package func requests(_ responses: Responses) -> [CheckRequest] {
    subject.redirectURIs.map { CheckRequest("google", subject.request($0.value)) }
  }

  package func findings(_ responses: Responses) -> [CheckFinding] {
    subject.redirectURIs.flatMap { findings($0, responses) }
  }

  private func findings(_ uri: Entry, _ responses: Responses) -> [CheckFinding] {
    let request = subject.request(uri.value)
    let place = CheckPlace(anchor: uri.anchor, environment: subject.environment)
    guard let answer = ProbeResponse(responses[request]) else {
      return place.failure(of: request, responses)
    }
    let quoted = DisplayText.quoted(uri.value.string)
    let client = DisplayText.quoted(subject.clientID.value.string)
    if answer.response.status == 429 {
      return place.finding(
        "rate-limited", .warning, request.recordedURL,
        "can't check \(quoted): Google returned status 429",
        help: "run `verify` again later")
    }
    switch verdict(answer, uri.value) {
    case .accepted: return []
    case .rejected(let reason):
      return place.finding(
        "redirect-not-registered", .error, request.recordedURL,
        "Google rejects \(quoted) of client \(client): \(UntrustedText.quoted(reason))",
        help: reason == "invalid_client"
          ? "copy the client ID from the Google Cloud console"
          : "add it to the client's authorized redirect URIs in the Google Cloud console",
        notes: ["inferred from Google's redirect, which is undocumented"])
    case .unknown:
      return place.finding(
        "verify-skipped", .note, request.recordedURL,
        "can't tell whether Google accepts \(quoted) of client \(client): it returned status \(answer.response.status)",
        help: "check the client's redirect URIs in the Google Cloud console")
    }
  }

  private enum Verdict { case accepted, rejected(String), unknown }

  /// Reads only `Location`: pages can be in any language.
  private func verdict(_ answer: ProbeResponse, _ uri: ExactString) -> Verdict {
    if answer.redirects(to: uri) { return .accepted }
    guard let location = answer.location else { return .unknown }
    let parts = URIParts(location)
    // On the same server, also with a relative URL.
    guard parts.host == nil || parts.lowerHost == URIParts(subject.base).lowerHost else {
      return .unknown
    }
    let path = parts.text(parts.path)
    if path.hasPrefix("/signin/oauth/error") {
      let reason = answer.parameter("authError").flatMap(Self.words) ?? []
      for code in ["redirect_uri_mismatch", "invalid_client"]
      where reason.firstRange(of: Array(code.utf8), in: 0..<reason.count) != nil {
        return .rejected(code)
      }
      return .unknown
    }
    let pages: [ExactString] = [
      "/v3/signin/", "/signin/identifier", "/signin/oauth/", "/ServiceLogin", "/AccountChooser",
      "/InteractiveLogin",
    ]
    return pages.contains { path.utf8.starts(with: $0.utf8) } ? .accepted : .unknown
  }

  /// Decodes a Base64 or Base64url message, in which only error names are searched.
  private static func words(_ value: ExactString) -> [UInt8]? {
    guard
      let decoded = PercentEncoding.decode(value.utf8, plusIsSpace: false, malformed: .refuse)
    else { return nil }
    let text = decoded.filter { $0 != UInt8(ascii: "=") }.map(Base64URL.character)
    return Base64URL.decode(text)
  }
}
