package import PolicyText
import PolicyModel

/// A scope that no request can ask for.
package struct ScopeCharacter: Rule {
  package static let info = RuleInfo(
    "scope-character", .client, .error,
    summary: "a scope is one word of printable ASCII without `\"` and `\\`",
    why:
      "Requests list scopes with spaces between them, and each is compared as a whole: one that has a "
      + "space, or a character that RFC 6749 does not allow, equals no scope of any request.",
    examples: .init(
      .policy, bad: ExamplePolicy.linking(settings: "scopes: [⟦devices read⟧]"),
      good: ExamplePolicy.linking(settings: "scopes: [devices, read]")),
    references: ["RFC 6749 section 3.3"])
  package init() {}

  package func check(_ context: RuleContext, reporting findings: inout Findings) {
    // Google's scopes have rules of their own about words and forms.
    for scope in context.googleScopes { checkCharacters(scope, &findings) }
    for client in context.policy.clients {
      for scope in client.scopes {
        if !scope.value.isEmpty, scope.value.allBytes(satisfy: Self.isAllowed) { continue }
        if scope.value.isEmpty {
          findings.report(
            scope.node, "an empty scope: no request can ask for it", help: "remove it")
        } else if scope.value.contains(0x20) {
          findings.report(
            scope.node, "\(scope.value.quoted) has a space: no request can ask for it",
            help: "write one scope per item")
        } else {
          checkCharacters(scope, &findings)
        }
      }
    }
  }

  private func checkCharacters(_ scope: LocatedText, _ findings: inout Findings) {
    guard !scope.value.utf8.contains(0x20), let found = Self.forbidden(in: scope.value) else {
      return
    }
    findings.report(
      scope.node, text: found.range,
      "\(scope.value.quoted) has a character that scopes cannot have: no request can ask for it",
      help: "use printable ASCII without quotation mark and backslash",
      label: found.scalar.codePoint)
  }

  /// The first character that a scope cannot have, and its bytes.
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

  /// `NQCHAR` of RFC 6749, appendix A.
  private static func isAllowed(_ byte: UInt8) -> Bool {
    byte == 0x21 || (0x23...0x5B).contains(byte) || (0x5D...0x7E).contains(byte)
  }
}
