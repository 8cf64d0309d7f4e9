import AssociationFiles
package import PolicyText
import PolicyModel

/// A variable that nobody defines, or that cannot mean what it seems to.
package struct LinkVariableUndefined: LinkListRule {
  package static let info = RuleInfo(
    "link-variable-undefined", .association, .error, aliases: ["variable-undefined"],
    summary: "every `$(name)` of a pattern is defined",
    why:
      "A pattern with an undefined variable never matches on iOS (inferred), and Android knows no "
      + "variables at all. Values may hold `*` and `?`, but no other variable.",
    examples: .init(
      .policy, bad: ExamplePolicy.rules("{ path: /⟦$(regoin)⟧/shop }"),
      good: ExamplePolicy.rules("{ path: /$(region)/shop }")),
    references: ["Apple: substitutionVariables"], isFixable: true)
  package init() {}

  package func check(_ links: LinkList, reporting findings: inout Findings) {
    guard links.content.contains("$") || !links.declared.isEmpty else { return }
    let names =
      links.declared.map { $0.name.value } + LinkVariables.predefined
    for (_, _, rule) in links.rules {
      for (_, text) in rule.patterns where text.value.utf8.contains(UInt8(ascii: "$")) {
        check(text, rule, links, names, &findings)
      }
    }
    for (name, values) in links.declared {
      if name.value.utf8.contains(where: { "$()".utf8.contains($0) }) {
        findings.report(
          name.node, severity: .warning,
          "variable \(name.value.quoted) can't be used: a name can't contain `$`, `(` or `)`",
          help: "write a name without them")
        continue
      }
      if LinkVariables.predefined.contains(name.value) {
        findings.report(
          name.node, severity: .warning,
          "\(variable(name.value)) is Apple's own variable: what iOS does with a second one is not known",
          help: "use another name")
      }
      for value in values where !LinkPattern.variables(in: value.value).isEmpty {
        findings.report(
          value.node, severity: .warning,
          "a value holds no other variable: \(value.value.quoted) is compared as plain text",
          help: "write the values out")
      }
    }
  }

  private func check(
    _ text: LocatedText, _ rule: LinkList.Rule, _ links: LinkList, _ names: [ExactString],
    _ findings: inout Findings
  ) {
    let bytes = Array(text.value.utf8)[...]
    let offset = rule.path?.node == text.node ? rule.pathOffset : 0
    var rest = bytes
    for name in LinkPattern.variables(in: text.value) {
      let written = "$(\(name.string))"
      guard let range = rest.firstRange(ofBytes: written) else { break }
      rest = bytes[range.upperBound...]
      let place = (range.lowerBound + offset)..<(range.upperBound + offset)
      if !links.variables.defines(name) {
        report(name, text, place, names, &findings)
      } else if name == "region", mentionsUK(rule) {
        findings.report(
          text.node, text: place, severity: .warning,
          "`$(region)` does not hold `UK`: the code of the United Kingdom is `GB`",
          help: "use `GB` in your paths, or add a rule with `UK`")
      }
    }
    if let open = rest.firstRange(ofBytes: "$("),
      rest[open.upperBound...].firstIndex(of: UInt8(ascii: ")")) == nil
    {
      findings.report(
        text.node, text: (open.lowerBound + offset)..<(open.upperBound + offset),
        severity: .warning, "`$(` without `)` is plain text", help: "close the variable with `)`")
    }
  }

  private func report(
    _ name: ExactString, _ text: LocatedText, _ place: Range<Int>, _ names: [ExactString],
    _ findings: inout Findings
  ) {
    let near = Nearest.name(to: name.string, among: names.map(\.string))
    var help = "define it under the variables of the host"
    if let near {
      help = "did you mean `$(\(near))`"
      if near == "region" { help += " (`UK` is not in it, `GB` is)" }
    }
    let fixes = near.map {
      findings.replacing(text.node, text: place, by: "$(\($0))", "use `$(\($0))`", isSafe: false)
    }
    findings.report(
      text.node, text: place, "\(variable(name)) is not defined: the rule never matches",
      help: help,
      fixes: fixes ?? [])
  }

  private func mentionsUK(_ rule: LinkList.Rule) -> Bool {
    guard let comment = rule.comment?.value, comment.utf8.count < 1_000 else { return false }
    return comment.utf8.split { !(0x41...0x5A).contains($0 & 0xDF) }
      .contains { $0.elementsEqual("UK".utf8) }
  }

  private func variable(_ name: ExactString) -> String {
    ExactString("$(\(name.string))").quoted
  }
}
