import PolicyText
import PolicyModel

struct ClientIdCharacter: Rule {
  static let info = RuleInfo(
    "client-id-character", .client, .error,
    summary: "Require printable ASCII in client IDs",
    why:
      "RFC 6749 limits client IDs to the characters from space to tilde. Servers and proxies "
      + "strip or reject a control character, or split a log line or header at it, and consoles "
      + "don't show it. Letters beyond ASCII arrive in more than one encoding (a warning).",
    examples: .init(
      .policy, bad: ExamplePolicy.linking(clientID: "\"google⟦\\t⟧client\""),
      good: ExamplePolicy.linking(clientID: "\"google-client\"")),
    references: ["RFC 6749 appendix A.1"])

  func check(_ context: RuleContext, reporting findings: inout Findings) {
    for client in context.policy.clients {
      for (environment, id) in client.clientID?.distinct ?? [] {
        guard !id.value.allBytes(satisfy: { (0x20...0x7E).contains($0) }) else { continue }
        check(id, environment, &findings)
      }
    }
  }

  /// Reports the first control character, or the first character outside ASCII.
  private func check(
    _ id: LocatedText, _ environment: Environment?, _ findings: inout Findings
  ) {
    var found: (scalar: Unicode.Scalar, range: Range<Int>)?
    var offset = 0
    for scalar in id.value.string.unicodeScalars {
      let range = offset..<(offset + UTF8.width(scalar))
      offset = range.upperBound
      if scalar.properties.generalCategory == .control {
        found = (scalar, range)
        break
      }
      if !scalar.isASCII, found == nil { found = (scalar, range) }
    }
    guard let (scalar, range) = found else { return }
    let isControl = scalar.properties.generalCategory == .control
    findings.report(
      id.node, text: range, in: environment, severity: isControl ? nil : .warning,
      "client ID must be printable ASCII (RFC 6749), found \(scalar.codePoint) at byte "
        + "\(range.lowerBound)",
      help: isControl ? "remove the character" : "register a client ID in printable ASCII")
  }
}
