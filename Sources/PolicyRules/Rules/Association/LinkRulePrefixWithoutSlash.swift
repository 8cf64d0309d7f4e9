import PolicyText
import PolicyModel

struct LinkRulePrefixWithoutSlash: LinkListRule {
  static let info = RuleInfo(
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

  func check(_ links: LinkList, reporting findings: inout Findings) {
    guard links.content.contains("*") else { return }
    let runs = links.language == .file ? links.entries.map(\.runs) : []
    for (entry, index, rule) in links.rules {
      guard let path = rule.path, let prefix = Self.prefix(of: path.value),
        prefix.utf8.count > 1, let last = prefix.utf8.last,
        last.isAlphanumeric
      else { continue }
      // If another rule decides the same for these links, the prefix has no effect of its own.
      if links.language == .file,
        isSaid(prefix, by: links.entries[entry], runs[entry], besides: index)
      {
        continue
      }
      let isFile = prefix.utf8.reversed().prefix { $0 != UInt8(ascii: "/") }.contains(0x2E)
      findings.report(
        rule, path, bytes: nil,
        "\(path.value.quoted) also matches \(DisplayText.quoted(prefix.string + "x"))",
        help: isFile
          ? "write \(prefix.quoted), because patterns don't include the query and fragment"
          : "write \(DisplayText.quoted(prefix.string + "/*")), which also matches \(prefix.quoted)"
      )
    }
  }

  /// The literal text before the only wildcard, a final `*`.
  private static func prefix(of path: ExactString) -> ExactString? {
    guard path.hasSuffix("*"), !path.utf8.dropLast().contains(where: "*?$".utf8.contains) else {
      return nil
    }
    return ExactString(decoding: path.utf8.dropLast())
  }

  /// Whether another rule of the entry decides the same for everything below the prefix, with no different rule in
  /// between. Looks at 200 rules at most.
  private func isSaid(
    _ prefix: ExactString, by entry: LinkList.Entry, _ runs: [Int], besides index: Int
  ) -> Bool {
    entry.rules.prefix(200).enumerated().contains { other, rule in
      guard other != index, rule.isPathOnly, rule.excludes == entry.rules[index].excludes,
        !rule.isMisread, let start = rule.path.flatMap({ Self.prefix(of: $0.value) }),
        start != prefix, prefix.hasPrefix(start.string)
      else { return false }
      return runs[max(other, index)] <= min(other, index)
    }
  }
}
