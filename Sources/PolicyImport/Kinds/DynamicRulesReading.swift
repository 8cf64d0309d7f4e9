import AssociationFiles
import PolicyText

/// Dynamic rules of Android as rules of a policy.
///
/// A rule of a policy has Apple's slash rules, so that most become several dynamic rules (`/a/*` becomes `/a`
/// and `/a/*`). Going back, the rules that one rule of a policy is written as are taken together; of others
/// the one that comes nearest is written, and a link that shows the difference is named.
struct DynamicRulesReading {
  private let tree: SourceTree

  init(_ tree: SourceTree) { self.tree = tree }

  func rules(_ dynamic: DynamicRules?, into facts: inout ImportFacts) -> LinkFact.Rules {
    guard let dynamic, !dynamic.rules.isEmpty, dynamic.faults.isEmpty else {
      for fault in dynamic?.faults ?? [] {
        facts.leaveOut(
          .dropped, "this value voids all dynamic rules of the statement", at: tree.location(fault))
      }
      return .everyPath
    }
    var rules: [LinkFact.Rule] = []
    var rest = dynamic.rules[...]
    while let first = rest.first {
      let location =
        first.node.map { tree.location($0) } ?? SourceLocation(file: tree.file, span: Span(0, 0))
      // What is written behind the rules of every policy.
      if rest.count == 1, first.isUnconditionalExclude { break }
      if AndroidLinkMatcher.neverMatches(first) {
        facts.leaveOut(.dropped, "a dynamic rule without a filter never matches", at: location)
        rest = rest.dropFirst()
        continue
      }
      let (rule, count) = Self.rule(of: rest)
      rest = rest.dropFirst(count)
      rules.append(LinkFact.Rule(rule, at: location))
      let written = PortableRule(rule).dynamicRules.map(\.filter)
      guard count < written.count, let extra = written.first(where: { $0 != first.filter }) else {
        continue
      }
      facts.leaveOut(
        .pattern,
        "\(UTF8Text.quoted(first.path?.string ?? "*")) has no equal rule: the policy also "
          + "covers \(UTF8Text.quoted(extra.path?.string ?? "*"))", at: location)
    }
    guard rules.contains(where: { !$0.rule.exclude }) else {
      // Before Android 15 the manifest opens all; a policy has no words for an app that opens nothing.
      let place = dynamic.node.map { tree.location($0) }
      facts.leaveOut(
        .pattern,
        "these rules open nothing from Android 15 on, and before that whatever the manifest does: "
          + "the policy has no links for the app",
        at: place ?? SourceLocation(file: tree.file, span: Span(0, 0)))
      return .rules([])
    }
    return .rules(rules)
  }

  /// The rule of a policy that is written as the first of some dynamic rules, and how many.
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

  /// Android compares decoded text, a policy the text of the link.
  private static func encoded(_ text: ExactString) -> ExactString {
    guard text.utf8.contains(where: { $0 <= 0x20 || $0 >= 0x7F || $0 == UInt8(ascii: "%") }) else {
      return text
    }
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
  /// The rule without what only people read.
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
