import PolicyText
import PolicyModel

struct LinkRuleFinalSlash: LinkListRule {
  static let info = RuleInfo(
    "link-rule-final-slash", .association, .note,
    summary: "Disallow a final slash in path patterns",
    why:
      "iOS removes slashes at the end of paths before it compares them. `/item/` matches "
      + "`/item` and `/item/`, but nothing below. Usually `/item/*` was meant.",
    examples: .init(
      .appleAppSiteAssociation, bad: ExampleFile.components("{ \"/\": ⟦\"/orders/\"⟧ }"),
      good: ExampleFile.components("{ \"/\": \"/orders\" }")),
    references: ["swcutil (certain)"], isFixable: true)

  func check(_ links: LinkList, reporting findings: inout Findings) {
    guard links.language == .file else { return }
    for (number, entry) in links.entries.enumerated() where !links.closed.entries.contains(number) {
      // link-rule-unreachable reports two spellings of one path.
      let paths = Dictionary(
        entry.rules.compactMap(\.path).map { (Self.trimmed($0.value), 1) }, uniquingKeysWith: +)
      for rule in entry.rules where !rule.isMisread {
        guard let path = rule.path, path.value.hasSuffix("/"), !path.value.hasSuffix("*/") else {
          continue
        }
        let short = Self.trimmed(path.value)
        guard !short.isEmpty, paths[short] == 1 else { continue }
        // If the entry lists pages below it, the directory itself is meant. Compares 200 rules at most.
        let isFolder = entry.rules.prefix(200).compactMap(\.path).contains {
          $0.node != path.node && $0.value.hasPrefix(path.value.string)
        }
        let offset = rule.pathOffset
        findings.report(
          path.node,
          "\(path.value.quoted) "
            + (rule.excludes
              ? "excludes only \(short.quoted), and nothing below it"
              : "opens only \(short.quoted) on iOS, and nothing below it"),
          help: "write \(short.quoted), or \(DisplayText.quoted(short.string + "/*")) to include "
            + "everything below it",
          fixes: findings.replacing(
            path.node, text: (short.utf8.count + offset)..<(path.value.utf8.count + offset), by: "",
            "remove the final slash", isSafe: true),
          isMinor: rule.excludes || isFolder)
      }
    }
  }

  private static func trimmed(_ path: ExactString) -> ExactString {
    ExactString(decoding: path.utf8.reversed().drop { $0 == UInt8(ascii: "/") }.reversed())
  }
}
