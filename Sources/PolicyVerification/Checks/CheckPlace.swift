import PolicyModel
import PolicyText

/// A location of the policy at which a check reports.
struct CheckPlace: Sendable {
  var anchor: SourceAnchor
  var environment: Environment?

  func finding(
    _ rule: RuleID, _ severity: Severity, _ url: ExactString, _ message: String,
    help: String? = nil, notes: [String] = []
  ) -> [CheckFinding] {
    [
      CheckFinding(
        rule, severity, in: environment, at: anchor, url: url, message, help: help, notes: notes)
    ]
  }

  /// Reports a request without a response. The finding is equal for all requests to a host and reported once.
  func failure(of request: ObservedRequest, _ responses: Responses) -> [CheckFinding] {
    guard let failure = responses[request]?.failure else { return [] }
    let url = request.recordedURL
    let host = UntrustedText.quoted(request.host.string)
    let detail = DisplayText.visible(DisplayText.shortened(failure.detail, to: 200))
    let because = detail.isEmpty ? "" : ": \(detail)"
    switch failure.kind {
    case .tls:
      return finding(
        "tls-invalid", .error, url, "the TLS certificate of \(host) is invalid\(because)",
        help: "renew the certificate, and serve the full chain")
    case .address:
      return finding(
        "address-private", .error, url, "skipped \(host), which has a private IP address\(because)",
        help: "use a public IP address, or pass `--allow-private`; Apple rejects private ones")
    case .refused:
      return finding(
        "verify-skipped", .note, url, "skipped \(host)\(because)",
        help: "pass `--allow-host` to send the request")
    case .dns where responses.hasName:
      return finding(
        "dns-missing", .error, url, "\(host) has no DNS record\(because)",
        help: "add an `A` or `AAAA` record, or remove the host from the policy")
    case .missing:
      return finding(
        "verify-unreachable", .warning, url,
        "can't check \(UntrustedText.quoted(url.string))\(because)",
        help: "record it with `--record`")
    case .size:
      return finding(
        "verify-unreachable", .warning, url,
        "the response of \(UntrustedText.quoted(url.string)) is too large\(because)",
        help: "serve a smaller file: it was not checked")
    case .header:
      return finding(
        "verify-unreachable", .warning, url,
        "the headers of \(UntrustedText.quoted(url.string)) are too large\(because)",
        help: "send fewer and shorter response headers: the file was not checked")
    case .dns, .connect, .timeout:
      return finding(
        "verify-unreachable", .warning, url, "can't reach \(host)\(because)",
        help: "check the host and run `verify` again")
    }
  }
}

extension ObservedResponse {
  /// The status and headers, as notes of a finding.
  func notes(_ names: [String] = ["content-type", "location", "server"]) -> [String] {
    guard headers != nil else { return [] }
    var notes = ["status \(status)" + (address.map { " from \(DisplayText.visible($0))" } ?? "")]
    for name in names {
      guard let value = header(name) else { continue }
      let shown = name == "location" ? UntrustedText.location(value) : UntrustedText.quoted(value)
      notes.append("\(name): \(shown)")
    }
    return notes
  }
}
