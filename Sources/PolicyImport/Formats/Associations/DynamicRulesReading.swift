import AssociationFiles
import PolicyText

/// Translates Android dynamic rules to policy rules.
///
/// Policy rules follow Apple's slash rules, so most become several dynamic rules (`/a/*` becomes `/a` and `/a/*`). Reading
/// combines these again. Other dynamic rules become the closest policy rule, and a finding names the difference.
struct DynamicRulesReading {
  let tree: SourceTree

  func rules(_ dynamic: DynamicRules?, into imported: inout ImportedValues) -> ImportedLinks.Rules {
    guard let dynamic, !dynamic.rules.isEmpty, dynamic.faults.isEmpty else {
      for fault in dynamic?.faults ?? [] {
        imported.leaveOut(
          .dropped, "invalid value; Android ignores all dynamic rules of the statement",
          at: tree.location(fault), help: "run `linkpolicy validate` on the file for details")
      }
      return .everyPath
    }
    var rules: [ImportedLinks.Rule] = []
    var rest = dynamic.rules[...]
    while let first = rest.first {
      let location = place(first.node)
      // `generate` writes it after the rules of every policy.
      if rest.count == 1, first.isUnconditionalExclude { break }
      if AndroidLinkMatcher.neverMatches(first) {
        imported.leaveOut(
          .dropped, "left out a dynamic rule without a filter, which never matches", at: location,
          help: "remove the rule or add a filter")
        rest = rest.dropFirst()
        continue
      }
      let (rule, count) = Self.rule(of: rest)
      rest = rest.dropFirst(count)
      rules.append(ImportedLinks.Rule(rule, at: location))
      let written = PortableRule(rule).dynamicRules.map(\.filter)
      guard count < written.count, let extra = written.first(where: { $0 != first.filter }) else {
        continue
      }
      imported.leaveOut(
        .pattern,
        "no policy rule equals \(DisplayText.quoted(first.path?.string ?? "*")): the policy also matches "
          + "\(DisplayText.quoted(extra.path?.string ?? "*"))", at: location,
        help: "check whether the app should open these links")
    }
    guard rules.contains(where: { !$0.rule.exclude }) else {
      // A policy can't express an app that opens no links.
      imported.leaveOut(
        .pattern,
        "these rules allow no link on Android 15 and later, so the policy has no links for the app",
        at: place(dynamic.node),
        help: "add links to the policy if older Android versions should open them")
      return .rules([])
    }
    return .rules(rules)
  }

  private func place(_ node: NodeID?) -> SourceLocation {
    node.map { tree.location($0) } ?? SourceLocation(file: tree.file, span: SourceSpan(0, 0))
  }

  /// The policy rule that becomes the first dynamic rules, and their number.
  private static func rule(of rules: ArraySlice<DynamicRule>) -> (LinkRule, count: Int) {
    let filters = rules.prefix(4).map(\.filter)
    for candidate in rules.prefix(2) {
      let rule = plainRule(candidate)
      let written = PortableRule(rule).dynamicRules.map(\.filter)
      if !written.isEmpty, written.elementsEqual(filters.prefix(written.count)) {
        return (rule.commented(rules.first?.comments), written.count)
      }
    }
    guard let first = rules.first else { return (LinkRule(path: "*"), 1) }
    return (plainRule(first).commented(first.comments), 1)
  }

  private static func plainRule(_ rule: DynamicRule) -> LinkRule {
    LinkRule(
      path: rule.path.map(encoded), query: rule.query.map { .init($0.name, encoded($0.pattern)) },
      fragment: rule.fragment.map(encoded), exclude: rule.exclude)
  }

  /// Percent-encodes a path: Android compares decoded paths, policies compare the link as written.
  private static func encoded(_ text: ExactString) -> ExactString {
    let digits = Array("0123456789ABCDEF".utf8)
    var bytes: [UInt8] = []
    for byte in text.utf8 {
      if byte <= 0x20 || byte >= 0x7F || byte == UInt8(ascii: "%") {
        bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      } else {
        bytes.append(byte)
      }
    }
    return ExactString(decoding: bytes)
  }
}

extension DynamicRule {
  /// The rule without its comments and location.
  fileprivate var filter: DynamicRule {
    var rule = self
    rule.comments = nil
    rule.node = nil
    return rule
  }

  fileprivate var isUnconditionalExclude: Bool {
    exclude && path == "*" && query.isEmpty && fragment == nil
  }
}

extension LinkRule {
  fileprivate func commented(_ comment: ExactString?) -> LinkRule {
    var rule = self
    rule.comment = comment
    return rule
  }
}
