package import PolicyText
import PolicyModel

/// A client ID with a character that OAuth does not have.
package struct ClientIdCharacter: Rule {
  package static let info = RuleInfo(
    "client-id-character", .client, .error,
    summary: "a client ID is printable ASCII",
    why:
      "RFC 6749 gives client IDs the characters from the space to the tilde. A control character is "
      + "stripped, refused or splits a log line and a header on its way, and nobody sees it in a console; "
      + "letters beyond ASCII arrive in more than one encoding, which is a warning.",
    examples: .init(
      .policy, bad: ExamplePolicy.linking(clientID: "\"google⟦\\t⟧client\""),
      good: ExamplePolicy.linking(clientID: "\"google-client\"")),
    references: ["RFC 6749 appendix A.1"])
  package init() {}

  package func check(_ context: RuleContext, reporting findings: inout Findings) {
    for client in context.policy.clients {
      for (environment, id) in client.clientID?.distinct ?? [] {
        guard !id.value.allBytes(satisfy: { (0x20...0x7E).contains($0) }) else { continue }
        check(id, environment, &findings)
      }
    }
  }

  /// Reports the first control character, or else the first that is not ASCII.
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
      "character \(scalar.codePoint) at byte \(range.lowerBound): a client ID is printable ASCII (RFC 6749)",
      help: isControl ? "remove it" : "register an ID of printable ASCII")
  }
}
