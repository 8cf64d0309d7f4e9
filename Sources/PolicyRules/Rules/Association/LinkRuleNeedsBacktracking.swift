import AssociationFiles
import PolicyText
import PolicyModel

struct LinkRuleNeedsBacktracking: Rule, AssetFileRule {
  static let info = RuleInfo(
    "link-rule-needs-backtracking", .association, .warning,
    summary: "Disallow `*` before the end of patterns for Android",
    why: "Android 15 and later end a `*` at the first character that equals the pattern's next "
      + "one, and never backtrack. Paths that match on iOS then don't match on Android. In an "
      + "exclude this is an error, because links that must stay in the browser open the app. "
      + "`link-rule-not-portable` reports entries for both platforms.",
    examples: .policy(bad: example("⟦/*/lights/*⟧"), good: example("/lights/*")),
    references: ["AOSP PatternMatcher (certain)", "Android: Dynamic App Links"])

  private static func example(_ path: String) -> String {
    ExamplePolicy.android() + ExamplePolicy.link(path, apps: "acme-android")
  }

  func check(_ context: RuleContext, reporting findings: inout Findings) {
    for entry in context.policy.allDomains.flatMap(\.links) {
      let platforms = entry.apps.compactMap {
        context.workspace.app($0.value, from: context.document)?.isApple
      }
      guard platforms.contains(false), !platforms.contains(true) else { continue }
      for rule in entry.rules {
        check(rule.path, isPath: true, excludes: rule.exclude, &findings)
        for text in [rule.fragment] + rule.query.map(\.pattern) {
          check(text, isPath: false, excludes: rule.exclude, &findings)
        }
      }
    }
  }

  func check(_ file: AssetFile, reporting findings: inout Findings) {
    for rule in file.dynamicRules.flatMap(\.rules.rules) {
      for (key, text) in [("/", rule.path), ("#", rule.fragment)] {
        guard let text, let node = rule.node, let value = file.tree.value(of: key, in: node)
        else { continue }
        check(Located(text, value), isPath: key == "/", excludes: rule.exclude, &findings)
      }
    }
  }

  private func check(
    _ text: LocatedText?, isPath: Bool, excludes: Bool, _ findings: inout Findings
  ) {
    guard let text, let witness = Self.witness(against: text.value, isPath: isPath) else { return }
    findings.report(
      text.node, severity: excludes ? .error : nil,
      "\(text.value.quoted) doesn't \(excludes ? "exclude" : "match") \(witness.quoted), because "
        + "Android doesn't backtrack after `*`",
      help: "end the pattern with the `*`, or list the paths")
  }

  /// A string that the pattern should match, but Android's matcher doesn't.
  static func witness(against pattern: ExactString, isPath: Bool) -> ExactString? {
    let compiled = DynamicPattern(pattern)
    guard pattern.contains(UInt8(ascii: "*")), compiled.kind == .simpleGlob else { return nil }
    let bytes = Array(pattern.utf8.prefix(2_048))
    let isOpen = isPath && bytes.first == UInt8(ascii: "*")
    var text: [UInt8] = isOpen ? [UInt8(ascii: "/")] : []
    for (byte, next) in zip(bytes, bytes.dropFirst() + [UInt8(ascii: "*")]) {
      switch byte {
      case UInt8(ascii: "?"): text.append(UInt8(ascii: "b"))
      case UInt8(ascii: "*"):
        text.append(UInt8(ascii: "a"))
        // Includes the character that follows the `*` in its match, because Android ends the match there.
        if next != UInt8(ascii: "*"), next != UInt8(ascii: "?"), next < 0x80 {
          text += [next, UInt8(ascii: "b")]
        }
      default: text.append(byte)
      }
    }
    // `/en/terms/x` for `*/terms/*` is the shortest such path.
    let plain = ExactString(decoding: bytes.dropFirst()).replacingWildcards("x", "x")
    let witnesses =
      (isOpen ? [ExactString("/en" + plain.string)] : []) + [ExactString(decoding: text)]
    return witnesses.first { !compiled.matches($0) }
  }
}
