import AssociationFiles
import PolicyText
import PolicyModel

struct LinkVariableUndefined: LinkListRule {
  static let info = RuleInfo(
    "link-variable-undefined", .association, .error, aliases: ["variable-undefined"],
    summary: "Disallow undefined variables in patterns",
    why: "A pattern with an undefined variable never matches on iOS (inferred), and Android has no "
      + "variables at all. Values may contain `*` and `?`, but no other variable.",
    examples: .policy(
      bad: ExamplePolicy.rules("{ path: /⟦$(regoin)⟧/shop }"),
      good: ExamplePolicy.rules("{ path: /$(region)/shop }")),
    references: ["Apple: substitutionVariables"], isFixable: true,
    hides: ["link-rule-never-matches", "link-rule-not-portable"])

  func check(_ links: LinkList, reporting findings: inout Findings) {
    let names = (links.declared.map(\.name.value) + LinkVariables.predefined).map(\.string)
    for (_, _, rule) in links.rules where links.content.contains("$") {
      for (_, text) in rule.patterns { check(text, rule, links, names, &findings) }
    }
    for (name, values) in links.declared {
      if name.value.utf8.contains(where: { "$()".utf8.contains($0) }) {
        findings.report(
          name.node, severity: .warning,
          "variable \(name.value.quoted) can't be used, because a name can't contain `$`, `(` "
            + "or `)`",
          help: "rename it without these characters")
        continue
      }
      if LinkVariables.predefined.contains(name.value) {
        findings.report(
          name.node, severity: .warning,
          "\(DisplayText.quoted("$(\(name.value))")) is Apple's own variable, and its behavior if "
            + "redefined is unknown",
          help: "rename the variable")
      }
      for value in values where !LinkPattern.variables(in: value.value).isEmpty {
        findings.report(
          value.node, severity: .warning,
          "value must not contain another variable; iOS compares \(value.value.quoted) literally",
          help: "write out each value")
      }
    }
  }

  private func check(
    _ text: LocatedText, _ rule: LinkList.Rule, _ links: LinkList, _ names: [String],
    _ findings: inout Findings
  ) {
    let bytes = Array(text.value.utf8)[...]
    let offset = rule.path?.node == text.node ? rule.pathOffset : 0
    var rest = bytes
    for name in LinkPattern.variables(in: text.value) {
      let written = "$(\(name))"
      guard let range = rest.firstRange(ofBytes: written) else { break }
      rest = bytes[range.upperBound...]
      let place = (range.lowerBound + offset)..<(range.upperBound + offset)
      if !links.variables.defines(name) {
        let near = Nearest.name(to: name.string, among: names)
        let note = near == "region" ? " It contains `GB`, not `UK`" : ""
        findings.report(
          text.node, text: place,
          "\(DisplayText.quoted(written)) is not defined, so the rule never matches",
          help: near.map { "did you mean `$(\($0))`?" + note }
            ?? "define it under the host's `variables`",
          fixes: near.map {
            findings.replacing(
              text.node, text: place, by: "$(\($0))", "write `$(\($0))`", isSafe: false)
          } ?? [])
      } else if name == "region", mentionsUK(rule) {
        findings.report(
          text.node, text: place, severity: .warning,
          "`$(region)` doesn't include `UK`; the code of the United Kingdom is `GB`",
          help: "use `GB` in your paths, or add a rule with `UK`")
      }
    }
    if let open = rest.firstRange(ofBytes: "$("),
      !rest[open.upperBound...].contains(UInt8(ascii: ")"))
    {
      findings.report(
        text.node, text: (open.lowerBound + offset)..<(open.upperBound + offset),
        severity: .warning, "iOS compares `$(` without `)` literally",
        help: "close the variable with `)`")
    }
  }

  private func mentionsUK(_ rule: LinkList.Rule) -> Bool {
    guard let comment = rule.comment?.value, comment.utf8.count < 1_000 else { return false }
    return comment.utf8.split { !(0x41...0x5A).contains($0 & 0xDF) }
      .contains { $0.elementsEqual("UK".utf8) }
  }
}
