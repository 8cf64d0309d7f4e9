import AssociationFiles
package import PolicyText
import PolicyModel

package struct LinkRuleNeverMatches: LinkListRule {
  package static let info = RuleInfo(
    "link-rule-never-matches", .association, .error, aliases: ["pattern-never-matches"],
    summary: "Disallow patterns that no URL matches",
    why:
      "iOS compares URLs percent-encoded, so a space or `ü` in a pattern never matches. Android "
      + "compares decoded URLs, so `%20` never matches.",
    examples: .init(
      .policy, bad: ExamplePolicy.rules("{ path: /caf⟦é⟧/* }"),
      good: ExamplePolicy.rules("{ path: /caf%C3%A9/* }")),
    references: ["Apple: components (swcutil, certain)"], isFixable: true,
    hides: [
      "link-rule-not-portable", "link-rule-prefix-without-slash", "link-rule-unreachable",
      "link-exclude-unreachable", "link-rule-leading-slash", "link-rule-needs-backtracking",
    ])
  package init() {}

  package func check(_ links: LinkList, reporting findings: inout Findings) {
    for (_, _, rule) in links.rules {
      for (_, text) in rule.patterns
      where links.content.hasUnprintable && rule.component.percentEncoded != false {
        if let run = unencoded(text.value) { encode(run, text, rule, &findings) }
      }
      if let path = rule.path { checkPath(path, rule, &findings) }
      for (_, pattern) in rule.items where rule.component.percentEncoded != false {
        let bytes = LinkPattern.bytesBesideVariables(of: pattern.value)
        if let mark = bytes.firstIndex(of: UInt8(ascii: "&")) {
          findings.report(
            rule, pattern, bytes: mark..<(mark + 1),
            "query value must not contain `&`, which ends a query item, so the rule never matches",
            help: "write each item under its own name, or `%26` for the character")
        }
      }
    }
    if !links.declared.isEmpty { checkValues(links, &findings) }
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

  // MARK: values of variables

  /// How a variable is used, as far as that affects its values.
  private struct Uses {
    /// In patterns compared with the encoded URL.
    var isEncoded = false
    /// In patterns compared with the decoded URL.
    var isDecoded = false
    var isInPath = false
    var isElsewhere = false
  }

  /// Reports values with a character that never occurs in a URL where the variable is used.
  private func checkValues(_ links: LinkList, _ findings: inout Findings) {
    var uses: [ExactString: Uses] = [:]
    for (_, _, rule) in links.rules {
      for (part, text) in rule.patterns {
        for name in LinkPattern.variables(in: text.value) {
          var use = uses[name] ?? Uses()
          if rule.component.percentEncoded == false {
            use.isDecoded = true
          } else {
            use.isEncoded = true
          }
          if part == .path { use.isInPath = true } else { use.isElsewhere = true }
          uses[name] = use
        }
      }
    }
    for (name, values) in links.declared {
      guard let uses = uses[name.value] else { continue }
      let dead = values.compactMap { value in
        reason(of: value.value, uses).map { (value: value, problem: $0) }
      }
      for (value, problem) in dead {
        findings.report(
          value.node, severity: dead.count == values.count ? .error : .warning,
          "value \(value.value.quoted) of \(variable(name.value)) never matches on iOS: "
            + "\(problem.reason)",
          help: problem.help)
      }
    }
  }

  private func reason(
    of value: ExactString, _ uses: Uses
  ) -> (reason: String, help: String)? {
    if !uses.isDecoded, let run = unencoded(value) {
      let encoded = Array(value.utf8)[run].map(Self.escape).joined()
      return (
        "URLs are compared percent-encoded", "write `\(DisplayText.shortened(encoded, to: 40))`"
      )
    }
    let bytes = Array(value.utf8)[...]
    if !uses.isEncoded, let escape = escape(in: bytes) {
      let text = ExactString(decoding: bytes[escape])
      return ("URLs are compared decoded", "write the character itself instead of \(text.quoted)")
    }
    if uses.isInPath, !uses.isElsewhere, bytes.contains(UInt8(ascii: "#")), !uses.isDecoded {
      return ("a path can't contain `#`", "write `%23` for the character")
    }
    return nil
  }

  private func variable(_ name: ExactString) -> String {
    ExactString("$(\(name.string))").quoted
  }

  /// The first run of bytes that never occurs in a URL.
  private func unencoded(_ text: ExactString) -> Range<Int>? {
    func isForeign(_ byte: UInt8) -> Bool { byte <= 0x20 || byte >= 0x7F }
    let bytes = LinkPattern.bytesBesideVariables(of: text)
    guard let start = bytes.firstIndex(where: isForeign) else { return nil }
    return start..<(bytes[start...].firstIndex { !isForeign($0) } ?? bytes.count)
  }

  private func encode(
    _ run: Range<Int>, _ text: LocatedText, _ rule: LinkList.Rule, _ findings: inout Findings
  ) {
    let bytes = Array(text.value.utf8)[run]
    // A later check reports `NOT` followed by other whitespace.
    if rule.isLegacy, text.value.hasPrefix("NOT"), run.lowerBound <= 4 { return }
    if rule.isLegacy, rule.excludes, run.lowerBound == 0 {
      let blanks = rule.pathOffset..<(rule.pathOffset + run.count)
      findings.report(
        text.node, text: blanks,
        "`NOT` must be followed by exactly one space, so this pattern excludes nothing",
        help: "write `NOT /path`",
        fixes: bytes.allSatisfy({ $0 == 0x20 })
          ? findings.replacing(
            text.node, text: blanks, by: "", "write one space after `NOT`", isSafe: false)
          : [])
      return
    }
    let encoded = bytes.map(Self.escape).joined()
    let offset = rule.path?.node == text.node ? rule.pathOffset : 0
    let place = (run.lowerBound + offset)..<(run.upperBound + offset)
    let fixes = findings.replacing(
      text.node, text: place, by: encoded, "percent-encode it", isSafe: false)
    findings.report(
      text.node, text: place,
      "pattern never matches on iOS, because URLs are compared percent-encoded",
      help: "write `\(DisplayText.shortened(encoded, to: 40))`", fixes: fixes)
  }

  private static func escape(_ byte: UInt8) -> String {
    let hex = String(byte, radix: 16, uppercase: true)
    return hex.utf8.count == 1 ? "%0" + hex : "%" + hex
  }

  private func checkPath(
    _ path: LocatedText, _ rule: LinkList.Rule, _ findings: inout Findings
  ) {
    let bytes = LinkPattern.bytesBesideVariables(of: path.value)[...]
    if let scheme = bytes.firstRange(ofBytes: "://"), scheme.lowerBound > 0, scheme.lowerBound < 8 {
      let end =
        bytes[scheme.upperBound...].firstIndex(of: UInt8(ascii: "/")) ?? bytes.endIndex
      findings.report(
        rule, path, bytes: 0..<end,
        "path must not have a scheme or host, so the rule never matches",
        help: "start the pattern at the slash after the host")
    } else if rule.isLegacy, !rule.excludes, path.value.hasPrefix("NOT"),
      bytes.dropFirst(3).first.map({
        $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "*") || $0 <= 0x20
      }) == true
    {
      let fixes = findings.replacing(
        path.node, text: 0..<3, by: "NOT ", "write one space after `NOT`", isSafe: false)
      findings.report(
        path.node, text: 0..<3,
        "`NOT` must be followed by exactly one space, so this pattern excludes nothing",
        help: "write `NOT /path`", fixes: bytes[3] > 0x20 ? fixes : [])
    } else if rule.component.percentEncoded == false,
      let escape = escape(in: bytes)
    {
      findings.report(
        rule, path, bytes: escape,
        "path is decoded before it is compared, so this escape never matches",
        help: "write the character itself, or remove `percent_encoded: false`")
    }
  }

  private func escape(in bytes: ArraySlice<UInt8>) -> Range<Int>? {
    for (index, byte) in bytes.enumerated() where byte == UInt8(ascii: "%") {
      guard index + 2 < bytes.count, PercentEncoding.hexValue(bytes[index + 1]) != nil,
        PercentEncoding.hexValue(bytes[index + 2]) != nil
      else { continue }
      return index..<(index + 3)
    }
    return nil
  }
}

extension LinkRuleNeverMatches: AssetFileRule {
  package func check(_ file: AssetFile, reporting findings: inout Findings) {
    for (_, list) in file.dynamicRules {
      for rule in list.rules {
        guard let node = rule.node else { continue }
        if rule.path == nil, rule.query.isEmpty, rule.fragment == nil {
          // Other rules report misspelled keys and a string under `?`.
          let isMisread = file.tree.entries(node).contains { key, value in
            file.tree.index(of: key, among: DynamicRulesInvalid.known) == nil
              || (file.tree.text(key, equals: "?") && file.tree.isString(value))
          }
          if isMisread { continue }
          findings.report(
            node, "dynamic rule without a filter never matches on Android",
            help: "add `\"/\": \"*\"`")
        }
        guard let path = rule.path, !path.hasPrefix("/"), !path.hasPrefix("*"),
          !path.hasPrefix("?"),
          !path.hasPrefix(".")
        else { continue }
        findings.report(
          file.place(rule),
          "path must start with `/`, found \(path.quoted), so it never matches on Android",
          help: "write `/\(path)`")
      }
    }
  }
}
