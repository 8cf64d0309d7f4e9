package import LinkPolicy

/// `linkpolicy rules`: all rules, or all reasons of decisions.
package struct RulesCommand: Sendable, Equatable {
  package var wantsReasons = false
  package var isJSON = false
  /// `--docs-base`.
  package var documentation: DocumentationBase?
  package var color = ColorChoice.auto
  /// Rules of these categories only; empty for all.
  package var categories: [RuleCategory] = []
  /// Words that must all stand in the id, an alias, the summary or the reason; case does not count.
  package var search: [String] = []

  package init() {}

  /// Runs the command.
  ///
  /// - Throws: `UsageError` where no rule, or no reason, has what is looked for.
  package func run(_ console: Console) throws -> ExitStatus {
    let isEmpty = wantsReasons ? reasons.isEmpty : rules.isEmpty
    if isEmpty {
      throw UsageError(
        "no \(wantsReasons ? "reason" : "rule") has \(search.map(UTF8Text.quoted).joined(separator: " and "))"
          + (categories.isEmpty
            ? "" : " in \(categories.map { "`\($0.rawValue)`" }.joined(separator: ", "))"))
    }
    if wantsReasons {
      console.write(isJSON ? reasonsJSON() : reasonsText(), as: isJSON ? .json : .text)
    } else {
      let style = console.style(color, isTerminal: console.isTerminal)
      console.write(isJSON ? rulesJSON() : rulesText(style), as: isJSON ? .json : .text)
    }
    return .clean
  }

  private var rules: [RuleInfo] {
    RuleCatalogue.rules.filter { rule in
      (categories.isEmpty || categories.contains(rule.category))
        && has(
          [rule.id.rawValue, rule.summary, rule.why] + rule.aliases.map(\.rawValue))
    }
  }

  private var reasons: [RuleCatalogue.Reason] {
    RuleCatalogue.reasons.filter { has([$0.id, $0.summary]) }
  }

  private func has(_ texts: [String]) -> Bool {
    search.allSatisfy { word in
      texts.contains { $0.lowercased().contains(word.lowercased()) }
    }
  }

  private func rulesText(_ style: TextStyle) -> String {
    var output = ""
    for category in RuleCategory.allCases {
      let rules = rules.filter { $0.category == category }.sorted { $0.id < $1.id }
      guard !rules.isEmpty else { continue }
      output += (output.isEmpty ? "" : "\n") + style.paint(category.rawValue, .emphasis) + "\n"
      for rule in rules {
        let id = rule.id.rawValue.padded(to: 32)
        let severity = rule.severity.rawValue.padded(to: 8)
        output += "  \(id)\(style.paint(severity, rule.severity))\(rule.summary)\n"
      }
    }
    return output
  }

  private func rulesJSON() -> String {
    let rules = rules.sorted { $0.id < $1.id }.map { rule -> JSONValue in
      [
        "id": .string(rule.id.rawValue),
        "aliases": .array(rule.aliases.map { .string($0.rawValue) }),
        "category": .string(rule.category.rawValue), "severity": .string(rule.severity.rawValue),
        "summary": .string(rule.summary), "fixable": .bool(rule.isFixable),
        "url": .string(RuleInfo.url(rule.id, at: documentation)),
      ]
    }
    let value: JSONValue = ["schemaVersion": 1, "rules": .array(rules)]
    return value.text(.pretty) + "\n"
  }

  private func reasonsText() -> String {
    reasons.map { "\($0.id.padded(to: 34))\($0.summary)\n" }.joined()
  }

  private func reasonsJSON() -> String {
    let reasons = reasons.map { reason -> JSONValue in
      ["id": .string(reason.id), "summary": .string(reason.summary)]
    }
    let value: JSONValue = ["schemaVersion": 1, "reasons": .array(reasons)]
    return value.text(.pretty) + "\n"
  }
}

extension String {
  /// The text with spaces up to a number of ASCII columns, at least one.
  func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(1, width - utf8.count))
  }
}
