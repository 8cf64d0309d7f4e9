import AssociationFiles
package import PolicyText
import PolicyModel

/// A pattern that only a matcher which goes back would match.
package struct LinkRuleNeedsBacktracking: Rule {
  package static let info = RuleInfo(
    "link-rule-needs-backtracking", .association, .warning,
    summary: "a rule for Android has a `*` only at the end",
    why:
      "Android 15 and later ends a `*` at the first character that equals the next one of the "
      + "pattern and never goes back: what iOS and every reader take for a match is none. In an "
      + "exclude that is an error: links that must stay in the browser open the app. Entries for "
      + "both platforms have `link-rule-not-portable`.",
    examples: .init(.policy, bad: example("⟦/*/lights/*⟧"), good: example("/lights/*")),
    references: ["AOSP PatternMatcher (certain)", "Android: Dynamic App Links"])
  package init() {}

  private static func example(_ path: String) -> String {
    ExamplePolicy.android() + """
      domains:
        www.acme.example:
          links: [{ apps: [acme-android], rules: [{ path: \(path) }] }]

      """
  }

  package func check(_ context: RuleContext, reporting findings: inout Findings) {
    for domain in context.policy.domains {
      for entry in domain.links {
        let platforms = entry.apps.compactMap {
          context.workspace.app($0.value, from: context.document)?.isApple
        }
        guard platforms.contains(false), !platforms.contains(true) else { continue }
        for rule in entry.rules {
          for text in [rule.path, rule.fragment].compactMap({ $0 }) + rule.query.map(\.pattern) {
            check(
              text, isPath: text.node == rule.path?.node, excludes: rule.exclude, &findings)
          }
        }
      }
    }
  }

  private func check(
    _ text: LocatedText, isPath: Bool, excludes: Bool, _ findings: inout Findings
  ) {
    guard let witness = Self.witness(against: text.value, isPath: isPath) else { return }
    findings.report(
      text.node, severity: excludes ? .error : nil,
      excludes
        ? "\(text.value.quoted) does not exclude \(witness.quoted): Android never goes back after a "
          + "`*`, so the app opens it"
        : "\(text.value.quoted) does not match \(witness.quoted): Android never goes back after a `*`",
      help: "end the pattern with the `*`, or list the paths")
  }

  /// The shortest such text for a pattern that starts with a `*`: `/en/terms/x` for `*/terms/*`.
  private static func plainWitness(
    against bytes: [UInt8], _ pattern: ExactString
  ) -> ExactString? {
    var text = Array("/en".utf8)
    for byte in bytes.dropFirst() {
      text.append(
        byte == UInt8(ascii: "*") || byte == UInt8(ascii: "?") ? UInt8(ascii: "x") : byte)
    }
    let witness = ExactString(decoding: text)
    return DynamicPattern(pattern).matches(witness) ? nil : witness
  }

  /// A text that the pattern is meant to match and Android's matcher does not.
  static func witness(against pattern: ExactString, isPath: Bool) -> ExactString? {
    guard pattern.contains(UInt8(ascii: "*")), DynamicPattern(pattern).kind == .simpleGlob else {
      return nil
    }
    let bytes = Array(pattern.utf8.prefix(2_048))
    if isPath, bytes.first == UInt8(ascii: "*"), let plain = plainWitness(against: bytes, pattern) {
      return plain
    }
    var text: [UInt8] = isPath && bytes.first == UInt8(ascii: "*") ? [UInt8(ascii: "/")] : []
    for (index, byte) in bytes.enumerated() {
      switch byte {
      case UInt8(ascii: "?"): text.append(UInt8(ascii: "b"))
      case UInt8(ascii: "*"):
        text.append(UInt8(ascii: "a"))
        guard index + 1 < bytes.count else { break }
        let next = bytes[index + 1]
        // The run holds the character that follows it, which is where Android ends it.
        if next != UInt8(ascii: "*"), next != UInt8(ascii: "?"), next < 0x80 {
          text += [next, UInt8(ascii: "b")]
        }
      default: text.append(byte)
      }
    }
    let witness = ExactString(decoding: text)
    return DynamicPattern(pattern).matches(witness) ? nil : witness
  }
}

extension LinkRuleNeedsBacktracking: AssetFileRule {
  package func check(_ file: AssetFile, reporting findings: inout Findings) {
    for (_, list) in file.dynamicRules {
      for rule in list.rules {
        guard let node = rule.node else { continue }
        if let path = rule.path, let value = file.tree.value(of: "/", in: node) {
          check(Located(path, value), isPath: true, excludes: rule.exclude, &findings)
        }
        if let fragment = rule.fragment, let value = file.tree.value(of: "#", in: node) {
          check(Located(fragment, value), isPath: false, excludes: rule.exclude, &findings)
        }
      }
    }
  }
}
