import PolicyText
import PolicyModel

struct ScopeCharacter: Rule {
  static let info = RuleInfo(
    "scope-character", .client, .error,
    summary: "Disallow spaces, quotation marks and backslashes in scopes",
    why: "Requests separate scopes by spaces, and servers compare each scope as a whole. A scope "
      + "with a space, or with a character that RFC 6749 doesn't allow, never matches. A comma "
      + "and `*` have no special meaning (a warning).",
    examples: .linking(bad: "scopes: [⟦devices read⟧]", good: "scopes: [devices, read]"),
    references: ["RFC 6749 section 3.3"],
    hides: ["scope-unknown"])

  func check(_ context: RuleContext, reporting findings: inout Findings) {
    // Other rules check the words and URLs of Google's scopes.
    for scope in context.googleScopes { checkCharacters(scope, &findings) }
    for client in context.policy.clients {
      for scope in client.scopes {
        if !scope.value.isEmpty, scope.value.allBytes(satisfy: Self.isOrdinary) { continue }
        if scope.value.isEmpty {
          findings.report(
            scope.node, "scope must not be empty", help: "remove the empty scope")
        } else if scope.value.contains(0x20) {
          findings.report(
            scope.node, "scope must not contain a space, found \(scope.value.quoted)",
            help: "write one scope per item")
        } else if scope.value.allBytes(satisfy: Self.isAllowed) {
          checkLiteral(scope, &findings)
        } else {
          checkCharacters(scope, &findings)
        }
      }
    }
  }

  /// Reports scopes that RFC 6749 allows, but that were meant as a list or a wildcard.
  private func checkLiteral(_ scope: LocatedText, _ findings: inout Findings) {
    if scope.value == "*" {
      findings.report(
        scope.node, severity: .warning,
        "scope `*` is not a wildcard, so requests for any other scope fail",
        help: "list each scope that a request may ask for")
    } else if scope.value.contains(UInt8(ascii: ",")) {
      findings.report(
        scope.node, severity: .warning,
        "scope \(scope.value.quoted) contains a comma, which separates nothing",
        help: "write one scope per item")
    }
  }

  private func checkCharacters(_ scope: LocatedText, _ findings: inout Findings) {
    guard !scope.value.utf8.contains(0x20), let found = Self.forbidden(in: scope.value) else {
      return
    }
    findings.report(
      scope.node, text: found.range,
      "scope \(scope.value.quoted) contains a character that RFC 6749 doesn't allow",
      help: "use printable ASCII without `\"` and `\\`",
      label: found.scalar.codePoint)
  }

  /// The first character that scopes can't contain, and its bytes.
  private static func forbidden(
    in scope: ExactString
  ) -> (scalar: Unicode.Scalar, range: Range<Int>)? {
    var offset = 0
    for scalar in scope.string.unicodeScalars {
      let range = offset..<(offset + UTF8.width(scalar))
      offset = range.upperBound
      if !scalar.isASCII || !isAllowed(UInt8(truncatingIfNeeded: scalar.value)) {
        return (scalar, range)
      }
    }
    return nil
  }

  /// Allowed, and neither `*` nor a comma.
  private static func isOrdinary(_ byte: UInt8) -> Bool {
    isAllowed(byte) && byte != UInt8(ascii: "*") && byte != UInt8(ascii: ",")
  }

  /// `NQCHAR` in RFC 6749, appendix A.
  private static func isAllowed(_ byte: UInt8) -> Bool {
    byte == 0x21 || (0x23...0x5B).contains(byte) || (0x5D...0x7E).contains(byte)
  }
}
