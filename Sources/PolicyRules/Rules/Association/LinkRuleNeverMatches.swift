import AssociationFiles
package import PolicyText
import PolicyModel

/// A pattern that no URL can match.
package struct LinkRuleNeverMatches: LinkListRule {
  package static let info = RuleInfo(
    "link-rule-never-matches", .association, .error, aliases: ["pattern-never-matches"],
    summary: "some URL matches a pattern",
    why:
      "iOS compares URLs as they are written, percent-encoded: a blank or `ü` in a pattern is never "
      + "there. Android compares decoded text, where `%20` is never there.",
    examples: .init(
      .policy, bad: ExamplePolicy.rules("{ path: /caf⟦é⟧/* }"),
      good: ExamplePolicy.rules("{ path: /caf%C3%A9/* }")),
    references: ["Apple: components (swcutil, certain)"], isFixable: true)
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
            rule, pattern, mark..<(mark + 1),
            "`&` ends a query item: no value holds it and the rule never matches",
            help: "write each item under its own name, or `%26` for the character")
        }
      }
    }
    if !links.declared.isEmpty { checkValues(links, &findings) }
  }

  // MARK: values of variables

  /// Where a variable is used, as far as it matters for its values.
  private struct Uses {
    /// In patterns that are compared as the URL is written.
    var isEncoded = false
    /// In patterns that are compared decoded.
    var isDecoded = false
    /// In the path, whatever else.
    var isInPath = false
    /// Elsewhere than in the path.
    var isElsewhere = false
  }

  /// Values with a character that is in no URL where the variable is used.
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
        fault(of: value.value, uses).map { (value: value, fault: $0) }
      }
      for (value, fault) in dead {
        findings.report(
          value.node, severity: dead.count == values.count ? .error : .warning,
          "value \(value.value.quoted) of \(variable(name.value)) can never match on iOS: \(fault.reason)",
          help: fault.help)
      }
    }
  }

  private func fault(
    of value: ExactString, _ uses: Uses
  ) -> (reason: String, help: String)? {
    if !uses.isDecoded, let run = unencoded(value) {
      let encoded = Array(value.utf8)[run].map(Self.escape).joined()
      return (
        "URLs are compared percent-encoded", "write `\(UTF8Text.shortened(encoded, to: 40))`"
      )
    }
    let bytes = Array(value.utf8)[...]
    if !uses.isEncoded, let escape = escape(in: bytes) {
      let text = ExactString(decoding: bytes[escape])
      return ("URLs are compared decoded", "write the character itself, not \(text.quoted)")
    }
    if uses.isInPath, !uses.isElsewhere, bytes.contains(UInt8(ascii: "#")), !uses.isDecoded {
      return ("a path can't contain `#`", "write `%23` for the character")
    }
    return nil
  }

  private func variable(_ name: ExactString) -> String {
    ExactString("$(\(name.string))").quoted
  }

  /// The first run of bytes that no URL contains.
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
    // A `NOT` with another blank is a mistake of its own.
    if rule.isLegacy, text.value.hasPrefix("NOT"), run.lowerBound <= 4 { return }
    if rule.isLegacy, rule.excludes, run.lowerBound == 0 {
      let blanks = rule.pathOffset..<(rule.pathOffset + run.count)
      findings.report(
        text.node, text: blanks,
        "`NOT` needs exactly one space after it: this pattern can never match, nothing is excluded",
        help: "write `NOT /path`",
        fixes: bytes.allSatisfy({ $0 == 0x20 })
          ? findings.replacing(
            text.node, text: blanks, by: "", "put one space after `NOT`", isSafe: false)
          : [])
      return
    }
    let encoded = bytes.map(Self.escape).joined()
    let offset = rule.path?.node == text.node ? rule.pathOffset : 0
    let place = (run.lowerBound + offset)..<(run.upperBound + offset)
    let fixes = findings.replacing(
      text.node, text: place, by: encoded, "write it percent-encoded", isSafe: false)
    findings.report(
      text.node, text: place,
      "this pattern can never match on iOS: URLs are compared percent-encoded",
      help: "write `\(UTF8Text.shortened(encoded, to: 40))`", fixes: fixes)
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
        rule, path, 0..<end, "a path has no scheme and no host: the rule never matches",
        help: "start the pattern at the slash after the host")
    } else if rule.isLegacy, !rule.excludes, path.value.hasPrefix("NOT"),
      bytes.dropFirst(3).first.map({
        $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "*") || $0 <= 0x20
      }) == true
    {
      let fixes = findings.replacing(
        path.node, text: 0..<3, by: "NOT ", "put one space after `NOT`", isSafe: false)
      findings.report(
        path.node, text: 0..<3,
        "`NOT` needs exactly one space after it: this pattern can never match, nothing is excluded",
        help: "write `NOT /path`", fixes: bytes[3] > 0x20 ? fixes : [])
    } else if rule.component.percentEncoded == false,
      let escape = escape(in: bytes)
    {
      findings.report(
        rule, path, escape,
        "the path is decoded before it is compared: this escape is no longer there",
        help: "write the character itself, or compare encoded text")
    }
  }

  /// The first `%` with two hex digits.
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
          // Misspelled keys and a string under `?` are mistakes of their own.
          let isMisread = file.tree.entries(node).contains { key, value in
            file.tree.index(of: key, among: DynamicRulesInvalid.known) == nil
              || (file.tree.text(key, equals: "?") && file.tree.isString(value))
          }
          if isMisread { continue }
          findings.report(
            node, "a rule without a filter never matches on Android", help: "add `\"/\": \"*\"`")
        }
        guard let path = rule.path, !path.hasPrefix("/"), !path.hasPrefix("*"),
          !path.hasPrefix("?"),
          !path.hasPrefix(".")
        else { continue }
        findings.report(
          file.place(rule), "\(path.quoted) never matches: on Android a path starts with `/`",
          help: "write the slash")
      }
    }
  }
}
