package import PolicyModel
package import PolicyText

/// The policy location that a request belongs to.
package struct CheckPlace: Sendable {
  package var anchor: SourceAnchor
  package var environment: Environment?

  package init(_ anchor: SourceAnchor, _ environment: Environment?) {
    self.anchor = anchor
    self.environment = environment
  }
}

/// Findings for requests without a response.
enum TransportFailure {
  /// The finding for a failure. It is equal for all requests to a host and reported once.
  static func finding(
    _ failure: ObservedFailure, of request: ObservedRequest, at place: CheckPlace,
    _ responses: Responses
  ) -> CheckFinding {
    let host = UntrustedText.quoted(request.host.string)
    let detail = DisplayText.visible(DisplayText.shortened(failure.detail, to: 200))
    func finding(
      _ rule: RuleID, _ severity: Severity, _ message: String, help: String
    ) -> CheckFinding {
      CheckFinding(
        rule, severity, in: place.environment, at: place.anchor, url: request.recordedURL, message,
        help: help)
    }
    let because = detail.isEmpty ? "" : ": \(detail)"
    switch failure.kind {
    case .tls:
      return finding(
        "tls-invalid", .error, "the TLS certificate of \(host) is invalid\(because)",
        help: "renew the certificate, and serve the full chain")
    case .address:
      return finding(
        "address-private", .error, "skipped \(host), which has a private IP address\(because)",
        help: "use a public IP address, or pass `--allow-private`; Apple rejects private ones")
    case .refused:
      return finding(
        "verify-skipped", .note, "skipped \(host)\(because)",
        help: "pass `--allow-host` to send the request")
    case .dns where responses.hasName:
      return finding(
        "dns-missing", .error, "\(host) has no DNS record\(because)",
        help: "add an `A` or `AAAA` record, or remove the host from the policy")
    case .missing:
      return finding(
        "verify-unreachable", .warning,
        "can't check \(UntrustedText.quoted(request.recordedURL.string))\(because)",
        help: "record it with `--record`")
    case .size:
      return finding(
        "verify-unreachable", .warning,
        "the response of \(UntrustedText.quoted(request.recordedURL.string)) is too large\(because)",
        help: "serve a smaller file: it was not checked")
    case .header:
      return finding(
        "verify-unreachable", .warning,
        "the headers of \(UntrustedText.quoted(request.recordedURL.string)) are too large\(because)",
        help: "send fewer and shorter response headers: the file was not checked")
    case .dns, .connect, .timeout:
      return finding(
        "verify-unreachable", .warning, "can't reach \(host)\(because)",
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
