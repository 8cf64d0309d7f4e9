package import PolicyDiagnostics
import PolicyModel
import PolicyText

/// A prefix that ends within a word.
package struct LinkRulePrefixWithoutSlash: LinkListRule {
  package static let info = RuleInfo(
    "link-rule-prefix-without-slash", .association, .warning,
    aliases: ["path-prefix-without-slash"],
    summary: "a path prefix ends at a slash",
    why:
      "`*` matches any text, on iOS and Android: `/auth*` also matches `/author` and `/authentic`.",
    examples: .init(
      .policy, bad: ExamplePolicy.rules("{ path: ⟦/auth*⟧ }"),
      good: ExamplePolicy.rules("{ path: /auth }", "{ path: /auth/* }")),
    references: ["Apple: supporting associated domains"])
  package static let neverReportsErrors = true
  package init() {}

  package func check(_ links: LinkList, reporting findings: inout Findings) {
    guard links.content.contains("*") else { return }
    for (_, _, rule) in links.rules {
      guard let path = rule.path else { continue }
      guard path.value.hasSuffix("*"), !path.value.hasSuffix("/*") else { continue }
      let bytes = Array(path.value.utf8)
      guard bytes.last == UInt8(ascii: "*"), bytes.count > 2,
        isWord(bytes[bytes.count - 2]),
        !bytes.dropLast().contains(where: { $0 == UInt8(ascii: "*") || $0 == UInt8(ascii: "?") }),
        !bytes.contains(UInt8(ascii: "$"))
      else { continue }
      let prefix = ExactString(decoding: bytes.dropLast())
      let longer = ExactString(prefix.string + "x")
      let list = ExactString(prefix.string + "/*")
      findings.report(
        rule, path, nil, "\(path.value.quoted) also matches \(longer.quoted)",
        help: "write \(prefix.quoted) and \(list.quoted)")
    }
  }

  private func isWord(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte & 0xDF)
  }
}
