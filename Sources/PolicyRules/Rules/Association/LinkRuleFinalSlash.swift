import AssociationFiles
package import PolicyText
import PolicyModel

package struct LinkRuleFinalSlash: LinkListRule {
  package static let info = RuleInfo(
    "link-rule-final-slash", .association, .note,
    summary: "Disallow a final slash in path patterns",
    why:
      "iOS removes slashes at the end of paths before it compares them. `/item/` matches "
      + "`/item` and `/item/`, but nothing below. Usually `/item/*` was meant.",
    examples: .init(
      .appleAppSiteAssociation, bad: ExampleFile.components("{ \"/\": ⟦\"/orders/\"⟧ }"),
      good: ExampleFile.components("{ \"/\": \"/orders\" }")),
    references: ["swcutil (certain)"], isFixable: true)
  package init() {}

  package func check(_ links: LinkList, reporting findings: inout Findings) {
    guard links.language == .file else { return }
    for (number, entry) in links.entries.enumerated() where !links.closed.entries.contains(number) {
      // link-rule-unreachable reports two spellings of one path.
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
        // If the entry lists pages below it, the directory itself is meant.
        let isFolder = entry.rules.prefix(Self.mostRules).contains {
          $0.path.map { $0.node != path.node && $0.value.hasPrefix(path.value.string) } ?? false
        }
        report(path, short, rule, isMinor: rule.excludes || isFolder, &findings)
      }
    }
  }

  /// The most rules of an entry that are compared with each pattern.
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
        ? "\(path.value.quoted) excludes only \(short.quoted), and nothing below it"
        : "\(path.value.quoted) opens only \(short.quoted) on iOS, and nothing below it",
      help:
        "write \(short.quoted), or \(ExactString(short.string + "/*").quoted) to include "
        + "everything below it",
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
