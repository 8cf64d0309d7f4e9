import AssociationFiles
import PolicyModel
import PolicyText

struct LinkRuleLeadingSlash: LinkListRule {
  static let info = RuleInfo(
    "link-rule-leading-slash", .association, .warning,
    summary: "Require a slash at the start of path patterns",
    why: "Apple's matcher (swcutil) also compares such a pattern with the path without its slash, "
      + "so `orders/*` opens `/orders/1` on iOS. Apple documents only patterns with a slash, and "
      + "on Android a rule without it never matches. `generate` adds the slash.",
    examples: .policy(
      bad: ExamplePolicy.rules("{ path: ⟦orders/*⟧ }"),
      good: ExamplePolicy.rules("{ path: /orders/* }")),
    references: ["swcutil (certain)", "AOSP PatternMatcher (certain)"], isFixable: true)

  func check(_ links: LinkList, reporting findings: inout Findings) {
    for (_, _, rule) in links.rules where !rule.isMisread {
      guard let path = rule.path, let first = path.value.utf8.first,
        // Wildcards and variables may match the slash.
        !"/*?$".utf8.contains(first), first > 0x20, first < 0x7F,
        // `link-rule-never-matches` reports a URL, or `NOT` without its space.
        !path.value.mentions(["://"]), !rule.isLegacy || !path.value.hasPrefix("NOT")
      else { continue }
      let (slash, offset) = ("/" + path.value.string, rule.pathOffset)
      findings.report(
        path.node, text: offset..<(offset + path.value.utf8.count),
        "path must start with `/`, found \(path.value.quoted); Android never matches it",
        help: "write \(DisplayText.quoted(slash))",
        fixes: offset == 0
          ? findings.replacing(path.node, by: slash, "add the slash", isSafe: true)
          : findings.replacing(
            path.node, text: offset..<(offset + 1), by: "/" + ExactString(decoding: [first]).string,
            "add the slash", isSafe: true))
    }
  }
}

struct LinkRuleLeadingWildcard: LinkListRule {
  static let info = RuleInfo(
    "link-rule-leading-wildcard", .association, .note,
    summary: "Disallow a wildcard as the first path segment",
    why: "`*` also matches slashes, so `/*/orders` matches `/a/b/orders`. For languages or "
      + "regions, use `$(lang)` and `$(region)` in `components`. Shown with `--verbose`, because "
      + "the rule works.",
    examples: .init(
      .appleAppSiteAssociation, bad: ExampleFile.components("{ \"/\": ⟦\"/*/orders\"⟧ }"),
      good: ExampleFile.components("{ \"/\": \"/$(lang)/orders\" }")),
    references: ["Apple: substitutionVariables"])

  func check(_ links: LinkList, reporting findings: inout Findings) {
    guard links.language == .file, links.content.contains("*") else { return }
    for (number, _, rule) in links.rules where !links.closed.entries.contains(number) {
      guard let path = rule.path, path.value.hasPrefix("/*/") || path.value.hasPrefix("*/"),
        path.value.utf8.count > 3
      else { continue }
      let rest = ExactString(decoding: path.value.utf8.drop { $0 != UInt8(ascii: "*") }.dropFirst())
      findings.report(
        path.node,
        "\(path.value.quoted) also matches \(ExactString("/a/b" + rest.string).quoted), because "
          + "`*` matches slashes",
        help: rule.isLegacy
          ? "write the first segments that you mean"
          : "write \(ExactString("/$(lang)" + rest.string).quoted) if you mean a language",
        isMinor: true)
    }
  }
}

struct LinkRuleFinalSlash: LinkListRule {
  static let info = RuleInfo(
    "link-rule-final-slash", .association, .note,
    summary: "Disallow a final slash in path patterns",
    why: "iOS removes slashes at the end of paths before it compares them. `/item/` matches "
      + "`/item` and `/item/`, but nothing below. Usually `/item/*` was meant.",
    examples: .init(
      .appleAppSiteAssociation, bad: ExampleFile.components("{ \"/\": ⟦\"/orders/\"⟧ }"),
      good: ExampleFile.components("{ \"/\": \"/orders\" }")),
    references: ["swcutil (certain)"], isFixable: true)

  func check(_ links: LinkList, reporting findings: inout Findings) {
    guard links.language == .file else { return }
    for (number, entry) in links.entries.enumerated() where !links.closed.entries.contains(number) {
      // `link-rule-unreachable` reports two spellings of one path.
      let paths = Dictionary(
        entry.rules.compactMap(\.path).map { (Self.trimmed($0.value), 1) }, uniquingKeysWith: +)
      for rule in entry.rules where !rule.isMisread {
        guard let path = rule.path, path.value.hasSuffix("/"), !path.value.hasSuffix("*/") else {
          continue
        }
        let short = Self.trimmed(path.value)
        guard !short.isEmpty, paths[short] == 1 else { continue }
        // If the entry lists pages below it, the directory itself is intended. Compares at most 200
        // rules.
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

struct LinkRulePrefixWithoutSlash: LinkListRule {
  static let info = RuleInfo(
    "link-rule-prefix-without-slash", .association, .warning,
    aliases: ["path-prefix-without-slash"],
    summary: "Require a slash before the final `*` of a path",
    why: "`*` matches any characters, on iOS and Android. `/auth*` also matches `/author` and "
      + "`/authentic`.",
    examples: .policy(
      bad: ExamplePolicy.rules("{ path: ⟦/auth*⟧ }"),
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
      // If another rule has the same result for these links, the prefix has no effect of its own.
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

  /// Whether another rule of the entry has the same result for everything below the prefix, with no
  /// different rule in between. Compares at most 200 rules.
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

struct LinkRulePathHasQuery: LinkListRule {
  static let info = RuleInfo(
    "link-rule-path-has-query", .association, .error, aliases: ["component-path-has-query"],
    summary: "Disallow queries and fragments in path patterns",
    why: "iOS and Android compare the pattern only with the path. `#` never occurs there, so the "
      + "rule never matches. `?` is a wildcard for one character.",
    examples: .policy(
      bad: ExamplePolicy.rules("{ path: \"/⟦#/market/*⟧\" }"),
      good: ExamplePolicy.rules("{ path: /, fragment: /market/* }")),
    references: ["Apple: supporting associated domains"],
    hides: [
      "link-rule-never-matches", "link-rule-not-portable", "link-rule-prefix-without-slash",
      "link-rule-unreachable", "link-exclude-unreachable", "link-rule-leading-slash",
      "link-rule-needs-backtracking",
    ])

  func check(_ links: LinkList, reporting findings: inout Findings) {
    guard links.content.contains("#") || links.content.contains("=") else { return }
    for (_, _, rule) in links.rules {
      guard let path = rule.path else { continue }
      let bytes = LinkPattern.bytesBesideVariables(of: path.value)
      let mark = bytes.firstIndex(of: UInt8(ascii: "#"))
      guard let range = mark.map({ $0..<bytes.count }) ?? query(in: bytes) else { continue }
      let key = links.key(mark == nil ? .query : .fragment)
      let what = mark.map { ExactString(decoding: Array(path.value.utf8)[($0 + 1)...]).quoted }
      findings.report(
        rule, path, bytes: range,
        mark == nil
          ? "path must not contain a query; `?` matches any one character here"
          : "path must not contain a fragment; a path has no `#`, so the rule never matches",
        help: rule.isLegacy
          ? "use `components` with `\"\(mark == nil ? "?" : "#")\"`"
          : "write \(what ?? "it") under `\(key)`")
    }
  }

  /// The range from the `?` of `?name=` to the end.
  private func query(in bytes: [UInt8]) -> Range<Int>? {
    guard let equals = bytes.firstIndex(of: UInt8(ascii: "=")),
      let mark = bytes[..<equals].lastIndex(of: UInt8(ascii: "?")), mark + 1 < equals
    else { return nil }
    let isName = bytes[(mark + 1)..<equals].allSatisfy(PercentEncoding.isUnreserved)
    return isName ? mark..<bytes.count : nil
  }
}
