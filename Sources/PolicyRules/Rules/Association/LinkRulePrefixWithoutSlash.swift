package import PolicyText
import PolicyModel

package struct LinkRulePrefixWithoutSlash: LinkListRule {
  package static let info = RuleInfo(
    "link-rule-prefix-without-slash", .association, .warning,
    aliases: ["path-prefix-without-slash"],
    summary: "Require a slash before the final `*` of a path",
    why:
      "`*` matches any characters, on iOS and Android. `/auth*` also matches `/author` and "
      + "`/authentic`.",
    examples: .init(
      .policy, bad: ExamplePolicy.rules("{ path: ⟦/auth*⟧ }"),
      good: ExamplePolicy.rules("{ path: /auth/* }")),
    references: ["Apple: supporting associated domains"])
  package init() {}

  package func check(_ links: LinkList, reporting findings: inout Findings) {
    guard links.content.contains("*") else { return }
    let runs = links.language == .file ? links.entries.map(\.runs) : []
    for (entry, index, rule) in links.rules {
      guard let path = rule.path else { continue }
      guard path.value.hasSuffix("*"), !path.value.hasSuffix("/*") else { continue }
      let bytes = Array(path.value.utf8)
      guard bytes.last == UInt8(ascii: "*"), bytes.count > 2,
        isWord(bytes[bytes.count - 2]),
        !bytes.dropLast().contains(where: { $0 == UInt8(ascii: "*") || $0 == UInt8(ascii: "?") }),
        !bytes.contains(UInt8(ascii: "$"))
      else { continue }
      let prefix = ExactString(decoding: bytes.dropLast())
      // If another rule decides the same for these links, the prefix has no effect of its own.
      if links.language == .file,
        isSaid(prefix, by: links.entries[entry], runs[entry], besides: index)
      {
        continue
      }
      let longer = ExactString(prefix.string + "x")
      let list = ExactString(prefix.string + "/*")
      let isFile = bytes[(bytes.lastIndex(of: UInt8(ascii: "/")) ?? 0)...].contains(0x2E)
      findings.report(
        rule, path, bytes: nil, "\(path.value.quoted) also matches \(longer.quoted)",
        help: isFile
          ? "write \(prefix.quoted), because patterns don't include the query and fragment"
          : "write \(list.quoted), which also matches \(prefix.quoted)")
    }
  }

  /// Whether another rule of the entry decides the same for everything below the prefix, with no different rule in
  /// between.
  private func isSaid(
    _ prefix: ExactString, by entry: LinkList.Entry, _ runs: [Int], besides index: Int
  ) -> Bool {
    let rule = entry.rules[index]
    return entry.rules.indices.prefix(Self.mostRules).contains { other in
      guard other != index, let path = entry.rules[other].path?.value,
        entry.rules[other].isPathOnly, path.hasSuffix("*"),
        entry.rules[other].excludes == rule.excludes, !entry.rules[other].isMisread
      else { return false }
      let start = ExactString(decoding: path.utf8.dropLast())
      guard !start.utf8.contains(UInt8(ascii: "*")), !start.utf8.contains(UInt8(ascii: "?")),
        !start.utf8.contains(UInt8(ascii: "$")), start != prefix, prefix.hasPrefix(start.string)
      else { return false }
      return runs[max(other, index)] <= min(other, index)
    }
  }

  /// The most rules of an entry that are compared with each prefix.
  private static let mostRules = 200

  private func isWord(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte & 0xDF)
  }
}
