package import PolicyText
package import PolicyModel

/// Where in the policies a request comes from.
package struct CheckPlace: Sendable {
  package var anchor: SourceAnchor
  package var environment: Environment?

  package init(_ anchor: SourceAnchor, _ environment: Environment?) {
    self.anchor = anchor
    self.environment = environment
  }
}

/// What follows from a request that got no answer.
enum TransportFault {
  /// The finding. Of one host every request gets the same one, so that it is reported once.
  static func finding(
    _ failure: ObservedFailure, of request: ObservedRequest, at place: CheckPlace,
    _ answers: Answers
  ) -> CheckFinding {
    let host = ForeignText.quoted(request.host.string)
    let detail = UTF8Text.visible(UTF8Text.shortened(failure.detail, to: 200))
    func finding(
      _ rule: RuleID, _ severity: Severity, _ message: String, help: String? = nil
    ) -> CheckFinding {
      CheckFinding(
        rule, severity, in: place.environment, at: place.anchor, url: request.recordedURL, message,
        help: help)
    }
    let because = detail.isEmpty ? "" : ": \(detail)"
    switch failure.kind {
    case .tls:
      return finding(
        "tls-invalid", .error, "the certificate of \(host) is not accepted\(because)",
        help: "renew the certificate, and serve the full chain")
    case .address:
      return finding(
        "address-private", .error, "\(host) is not asked\(because)",
        help: "Apple refuses such addresses too; `--allow-private` asks nevertheless")
    case .refused:
      return finding("verify-skipped", .note, "\(host) is not asked\(because)")
    case .dns where answers.hasName:
      return finding(
        "dns-missing", .error, "\(host) has no address\(because)",
        help: "add an A or AAAA record, or take the host out of the policy")
    case .missing:
      return finding(
        "verify-unreachable", .warning,
        "\(ForeignText.quoted(request.recordedURL.string)) was not asked\(because)")
    case .size:
      return finding(
        "verify-unreachable", .warning,
        "\(ForeignText.quoted(request.recordedURL.string)) answers more than anybody reads\(because)"
      )
    case .header:
      return finding(
        "verify-unreachable", .warning,
        "\(ForeignText.quoted(request.recordedURL.string)) sends a header that is too large\(because)",
        help: "send fewer and shorter response headers: the file was not checked")
    case .dns, .connect, .timeout:
      return finding(
        "verify-unreachable", .warning, "\(host) cannot be reached\(because)",
        help: "nothing is known about it: try again")
    }
  }
}

extension ObservedResponse {
  /// Status and headers that explain a finding.
  func notes(_ names: [String] = ["content-type", "location", "server"]) -> [String] {
    guard headers != nil else { return [] }
    var notes = ["status \(status)" + (address.map { " from \(UTF8Text.visible($0))" } ?? "")]
    for name in names {
      guard let value = header(name) else { continue }
      let shown = name == "location" ? ForeignText.location(value) : ForeignText.quoted(value)
      notes.append("\(name): \(shown)")
    }
    return notes
  }
}
