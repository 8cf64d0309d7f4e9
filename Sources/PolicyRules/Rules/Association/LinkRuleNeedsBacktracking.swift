import AssociationFiles
package import PolicyText
import PolicyModel

package struct LinkRuleNeedsBacktracking: Rule {
  package static let info = RuleInfo(
    "link-rule-needs-backtracking", .association, .warning,
    summary: "Disallow `*` before the end of patterns for Android",
    why:
      "Android 15 and later end a `*` at the first character that equals the pattern's next "
      + "one, and never backtrack. Paths that match on iOS then don't match on Android. In an "
      + "exclude this is an error, because links that must stay in the browser open the app. "
      + "`link-rule-not-portable` reports entries for both platforms.",
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
        ? "\(text.value.quoted) doesn't exclude \(witness.quoted), because Android doesn't "
          + "backtrack after `*`"
        : "\(text.value.quoted) doesn't match \(witness.quoted), because Android doesn't "
          + "backtrack after `*`",
      help: "end the pattern with the `*`, or list the paths")
  }

  /// The shortest such path for a pattern that starts with `*`: `/en/terms/x` for `*/terms/*`.
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

  /// A string that the pattern is meant to match but Android's matcher doesn't.
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
        // Includes the character that follows the `*` in its match, because Android ends the match there.
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
