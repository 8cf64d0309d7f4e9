import AssociationFiles
import PolicyText
import PolicyModel

struct LinkRuleNeverMatches: LinkListRule, AssetFileRule {
  static let info = RuleInfo(
    "link-rule-never-matches", .association, .error, aliases: ["pattern-never-matches"],
    summary: "Disallow patterns that no URL matches",
    why: "iOS compares URLs percent-encoded, so a space or `ü` in a pattern never matches. Android "
      + "compares decoded URLs, so `%20` never matches. Browsers resolve `..` and write escapes in "
      + "upper case (warnings).",
    examples: .policy(
      bad: ExamplePolicy.rules("{ path: /caf⟦é⟧/* }"),
      good: ExamplePolicy.rules("{ path: /caf%C3%A9/* }")),
    references: ["Apple: components (swcutil, certain)"], isFixable: true,
    hides: [
      "link-rule-not-portable", "link-rule-prefix-without-slash", "link-rule-unreachable",
      "link-exclude-unreachable", "link-rule-leading-slash", "link-rule-needs-backtracking",
    ])

  func check(_ links: LinkList, reporting findings: inout Findings) {
    var uses: [ExactString: [Use]] = [:]
    for (_, _, rule) in links.rules {
      let isEncoded = rule.component.percentEncoded != false
      for (part, text) in rule.patterns {
        if isEncoded, links.content.hasUnprintable || links.content.intersects(.forbiddenInURI),
          let run = unencoded(text.value, in: part)
        {
          encode(run, text, rule, &findings)
        }
        guard !links.declared.isEmpty else { continue }
        for name in LinkPattern.variables(in: text.value) {
          uses[name, default: []].append((isEncoded, part == .path))
        }
      }
      if let path = rule.path {
        checkPath(path, rule, &findings)
        if links.content.contains("."), links.content.contains("/") {
          checkDots(path, rule, &findings)
        }
      }
      if isEncoded, links.content.contains("%"), rule.component.caseSensitive != false {
        for (_, text) in rule.patterns { checkEscapes(text, rule, &findings) }
      }
      if let fragment = rule.fragment, fragment.value.hasPrefix("#") {
        findings.report(
          rule, fragment, bytes: 0..<1,
          "fragment must not start with `#`, which isn't part of it, so the rule never matches",
          help: "remove the `#`")
      }
      for (_, pattern) in rule.items where isEncoded {
        let bytes = LinkPattern.bytesBesideVariables(of: pattern.value)
        guard let mark = bytes.firstIndex(of: UInt8(ascii: "&")) else { continue }
        findings.report(
          rule, pattern, bytes: mark..<(mark + 1),
          "query value must not contain `&`, which ends a query item, so the rule never matches",
          help: "write each item under its own name, or `%26` for the character")
      }
    }
    for (name, values) in links.declared {
      guard let uses = uses[name.value] else { continue }
      let dead = values.compactMap { value in
        problem(of: value.value, uses).map { (value: value, reason: $0.reason, help: $0.help) }
      }
      for (value, reason, help) in dead {
        findings.report(
          value.node, severity: dead.count == values.count ? .error : .warning,
          "value \(value.value.quoted) of \(DisplayText.quoted("$(\(name.value))")) never matches "
            + "on iOS: \(reason)",
          help: help)
      }
    }
    for entry in links.entries {
      for (rule, verdict) in zip(entry.rules, entry.verdicts) where verdict == .never {
        let patterns = rule.patterns.map(\.text)
        let used = patterns.flatMap { LinkPattern.variables(in: $0.value) }
        let values = links.declared.filter { used.contains($0.name.value) }.flatMap(\.values)
        findings.report(
          rule.place, "no URL matches this rule",
          help: "look for a character that can't occur in this part of a URL",
          unlessErrorsAt: [rule.node, rule.place] + (patterns + values).map(\.node))
      }
    }
  }

  /// Whether a pattern with a variable is compared with the encoded URL, and whether with its path.
  private typealias Use = (isEncoded: Bool, isPath: Bool)

  /// Why a variable's value can't occur in URLs.
  private func problem(
    of value: ExactString, _ uses: [Use]
  ) -> (reason: String, help: String)? {
    let bytes = Array(value.utf8)[...]
    let isEncoded = uses.allSatisfy(\.isEncoded)
    if isEncoded, let run = unencoded(value, in: uses.allSatisfy(\.isPath) ? .path : .query) {
      return (
        "URLs are compared percent-encoded",
        "write `\(DisplayText.shortened(Self.encoded(bytes[run]), to: 40))`"
      )
    }
    if !uses.contains(where: \.isEncoded), let escape = escape(in: bytes) {
      let text = ExactString(decoding: bytes[escape])
      return ("URLs are compared decoded", "write the character itself instead of \(text.quoted)")
    }
    if isEncoded, uses.allSatisfy(\.isPath), bytes.contains(UInt8(ascii: "#")) {
      return ("a path can't contain `#`", "write `%23` for the character")
    }
    return nil
  }

  /// The first range of bytes that can't occur in a part of a URL. Browsers encode more in paths (WHATWG URL,
  /// percent-encode sets).
  private func unencoded(_ text: ExactString, in part: LinkPart) -> Range<Int>? {
    let others = part == .path ? "\"<>{}`" : "\"<>"
    func isForeign(_ byte: UInt8) -> Bool {
      byte <= 0x20 || byte >= 0x7F || others.utf8.contains(byte)
    }
    let bytes = LinkPattern.bytesBesideVariables(of: text)
    guard let start = bytes.firstIndex(where: isForeign) else { return nil }
    return start..<(bytes[start...].firstIndex { !isForeign($0) } ?? bytes.count)
  }

  private func encode(
    _ run: Range<Int>, _ text: LocatedText, _ rule: LinkList.Rule, _ findings: inout Findings
  ) {
    let bytes = Array(text.value.utf8)[run]
    if text.value.hasPrefix("NOT"), run.lowerBound <= 4 {
      // A later check reports it in `paths`, where other whitespace follows.
      guard !rule.isLegacy else { return }
      return findings.report(
        rule, text, bytes: 0..<run.upperBound,
        "`NOT` excludes nothing here; it belongs to the older `paths` of Apple's file",
        help: "remove it, and add `exclude: true` to the rule")
    }
    let offset = rule.path?.node == text.node ? rule.pathOffset : 0
    let place = (run.lowerBound + offset)..<(run.upperBound + offset)
    if rule.isLegacy, rule.excludes, run.lowerBound == 0 {
      return reportNot(
        text, place, by: bytes.allSatisfy({ $0 == 0x20 }) ? "" : nil, &findings)
    }
    let encoded = Self.encoded(bytes)
    findings.report(
      text.node, text: place,
      "pattern never matches on iOS, because URLs are compared percent-encoded",
      help: "write `\(DisplayText.shortened(encoded, to: 40))`",
      fixes: findings.replacing(
        text.node, text: place, by: encoded, "percent-encode it", isSafe: false))
  }

  /// Reports `NOT` without the one space that makes it an exclude.
  private func reportNot(
    _ text: LocatedText, _ place: Range<Int>, by replacement: String?, _ findings: inout Findings
  ) {
    findings.report(
      text.node, text: place,
      "`NOT` must be followed by exactly one space, so this pattern excludes nothing",
      help: "write `NOT /path`",
      fixes: replacement.map {
        findings.replacing(
          text.node, text: place, by: $0, "write one space after `NOT`", isSafe: false)
      } ?? [])
  }

  private static func encoded(_ bytes: ArraySlice<UInt8>) -> String {
    bytes.map { ($0 < 0x10 ? "%0" : "%") + String($0, radix: 16, uppercase: true) }.joined()
  }

  private func checkPath(
    _ path: LocatedText, _ rule: LinkList.Rule, _ findings: inout Findings
  ) {
    let bytes = LinkPattern.bytesBesideVariables(of: path.value)[...]
    if let scheme = bytes.firstRange(ofBytes: "://"), scheme.lowerBound > 0, scheme.lowerBound < 8 {
      let end = bytes[scheme.upperBound...].firstIndex(of: UInt8(ascii: "/")) ?? bytes.endIndex
      findings.report(
        rule, path, bytes: 0..<end,
        "path must not have a scheme or host, so the rule never matches",
        help: "start the pattern at the slash after the host")
    } else if rule.isLegacy, !rule.excludes, path.value.hasPrefix("NOT"),
      let next = bytes.dropFirst(3).first, next <= 0x20 || "/*".utf8.contains(next)
    {
      reportNot(path, 0..<3, by: next > 0x20 ? "NOT " : nil, &findings)
    } else if rule.component.percentEncoded == false, let escape = escape(in: bytes) {
      findings.report(
        rule, path, bytes: escape,
        "path is decoded before it is compared, so this escape never matches",
        help: "write the character itself, or remove `percent_encoded: false`")
    }
  }

  /// Reports a `.` or `..` segment, which browsers resolve before they open a link (WHATWG URL).
  private func checkDots(
    _ path: LocatedText, _ rule: LinkList.Rule, _ findings: inout Findings
  ) {
    guard path.value.contains(UInt8(ascii: ".")) else { return }
    let bytes = Array(path.value.utf8)
    let segments = bytes.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    guard
      let dots = segments.dropFirst().first(where: {
        $0.elementsEqual(".".utf8) || $0.elementsEqual("..".utf8)
      })
    else { return }
    findings.report(
      rule, path, bytes: dots.indices, severity: .warning,
      "browsers resolve \(ExactString(decoding: dots).quoted) before they open a link, so the rule "
        + "never matches",
      help: "write the path without `.` and `..` segments")
  }

  /// Reports an escape with a lower-case digit: iOS compares bytes, and browsers write upper case.
  private func checkEscapes(
    _ text: LocatedText, _ rule: LinkList.Rule, _ findings: inout Findings
  ) {
    guard text.value.contains(UInt8(ascii: "%")) else { return }
    let bytes = Array(text.value.utf8)
    var start = 0
    while let range = escape(in: bytes[start...]) {
      start = range.upperBound
      let digits = bytes[range].map { (0x61...0x66).contains($0) ? $0 & 0xDF : $0 }
      guard !digits.elementsEqual(bytes[range]) else { continue }
      findings.report(
        rule, text, bytes: range, severity: .warning,
        "iOS compares the case of escapes, and browsers write \(ExactString(decoding: digits).quoted)",
        help: "write \(ExactString(decoding: digits).quoted)")
      return
    }
  }

  private func escape(in bytes: ArraySlice<UInt8>) -> Range<Int>? {
    bytes.indices.dropLast(2).first { index in
      bytes[index] == UInt8(ascii: "%") && PercentEncoding.hexValue(bytes[index + 1]) != nil
        && PercentEncoding.hexValue(bytes[index + 2]) != nil
    }.map { $0..<($0 + 3) }
  }

  func check(_ file: AssetFile, reporting findings: inout Findings) {
    let tree = file.tree
    for rule in file.dynamicRules.flatMap(\.rules.rules) {
      // Other rules report misspelled keys and a string under `?`.
      if let node = rule.node, rule.path == nil, rule.query.isEmpty, rule.fragment == nil,
        !tree.entries(node).contains(where: { key, value in
          tree.index(of: key, among: DynamicRulesInvalid.known) == nil
            || (tree.text(key, equals: "?") && tree.isString(value))
        })
      {
        findings.report(
          node, "dynamic rule without a filter never matches on Android", help: "add `\"/\": \"*\"`"
        )
      }
      guard let path = rule.path, let first = path.utf8.first, !"/*?.".utf8.contains(first) else {
        continue
      }
      findings.report(
        file.place(rule),
        "path must start with `/`, found \(path.quoted), so it never matches on Android",
        help: "write `/\(path)`")
    }
  }
}
