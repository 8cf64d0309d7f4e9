import AssociationFiles
package import PolicyText
import PolicyModel

/// A pattern of a file that ends in a slash.
package struct LinkRuleFinalSlash: LinkListRule {
  package static let info = RuleInfo(
    "link-rule-final-slash", .association, .note,
    summary: "a path in a file says by `/*` that what is below it is meant",
    why:
      "iOS compares paths without the slashes at their end: `/item/` matches `/item` and `/item/`, and "
      + "nothing below. Whoever ends a rule in a slash most often wants `/item/*`.",
    examples: .init(
      .appleAppSiteAssociation, bad: ExampleFile.components("{ \"/\": ⟦\"/orders/\"⟧ }"),
      good: ExampleFile.components("{ \"/\": \"/orders\" }")),
    references: ["swcutil (certain)"], isFixable: true)
  package init() {}

  package func check(_ links: LinkList, reporting findings: inout Findings) {
    guard links.language == .file else { return }
    for (number, entry) in links.entries.enumerated() where !links.closed.entries.contains(number) {
      // Two spellings of one path are said to be redundant.
      var paths: [ExactString: Int] = [:]
      for rule in entry.rules {
        if let path = rule.path?.value { paths[Self.trimmed(path), default: 0] += 1 }
      }
      for rule in entry.rules where !rule.isMisread {
        guard let path = rule.path, path.value.hasSuffix("/"), !path.value.hasSuffix("*/") else {
          continue
        }
        let short = Self.trimmed(path.value)
        guard !short.isEmpty, paths[short] == 1 else { continue }
        // Where the entry names pages below it, the folder itself is meant.
        let isFolder = entry.rules.prefix(Self.mostRules).contains {
          $0.path.map { $0.node != path.node && $0.value.hasPrefix(path.value.string) } ?? false
        }
        report(path, short, rule, isMinor: rule.excludes || isFolder, &findings)
      }
    }
  }

  /// Rules of an entry that are looked at for each pattern.
  private static let mostRules = 200

  private func report(
    _ path: LocatedText, _ short: ExactString, _ rule: LinkList.Rule, isMinor: Bool,
    _ findings: inout Findings
  ) {
    let size = path.value.utf8.count + rule.pathOffset
    let slashes = (short.utf8.count + rule.pathOffset)..<size
    findings.report(
      path.node,
      rule.excludes
        ? "\(path.value.quoted) keeps \(short.quoted) in the browser, and nothing below it"
        : "\(path.value.quoted) opens \(short.quoted) on iOS, and nothing below it",
      help:
        "write \(short.quoted), or \(ExactString(short.string + "/*").quoted) if what is below it is meant",
      fixes: findings.replacing(
        path.node, text: slashes, by: "", "remove the final slash", isSafe: true),
      isMinor: isMinor)
  }

  private static func trimmed(_ path: ExactString) -> ExactString {
    var bytes = Array(path.utf8)
    while bytes.last == UInt8(ascii: "/") { bytes.removeLast() }
    return ExactString(decoding: bytes)
  }
}
