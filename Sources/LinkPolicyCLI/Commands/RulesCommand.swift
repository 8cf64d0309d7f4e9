import ArgumentParser
import LinkPolicy
import PolicyText

/// `linkpolicy rules`
struct RulesCommand: Command {
  static let configuration = CommandConfiguration(
    subcommand: "rules",
    abstract: "List rules, or the reasons of decisions.",
    discussion: """
      Examples:
        linkpolicy rules --category uri
        linkpolicy rules --search https
        linkpolicy rules --reasons

      Exit status: 0 success; 2 invalid usage, or nothing matches; 3 internal error.
      """)

  @Flag(help: "List the reasons of decisions instead.")
  var reasons = false

  @Option(
    name: .customLong("category"), help: "List only rules of this category (repeatable).")
  var categories: [RuleCategory] = []

  @Option(
    help: "List only entries with this word in the id, summary or explanation (repeatable).")
  var search: [String] = []

  @Option(help: "Print rules in this format.")
  var format = TextOrJSON.text

  @Option(help: .docsBase) var docsBase: String?
  @Option(help: .color) var color = ColorChoice.auto

  func run(on console: Console) throws -> ExitStatus {
    let documentation = try DocumentationBase.option(docsBase)
    if reasons ? foundReasons.isEmpty : rules.isEmpty {
      let words = search.map(DisplayText.quoted).joined(separator: " and ")
      throw UsageError(
        "no \(reasons ? "reason" : "rule") contains \(words)"
          + (categories.isEmpty
            ? "" : " in \(categories.map { "`\($0.rawValue)`" }.joined(separator: ", "))"))
    }
    let style = console.style(color, isTerminal: console.isTerminal)
    switch (reasons, format) {
    case (true, .text): console.write(reasonsText)
    case (true, .json): console.write(reasonsJSON, as: .json)
    case (false, .text): console.write(rulesText(style))
    case (false, .json): console.write(rulesJSON(documentation), as: .json)
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

  private var foundReasons: [DecisionReason] {
    DecisionReason.allCases.filter { has([$0.rawValue, $0.summary]) }
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

  private func rulesJSON(_ documentation: DocumentationBase?) -> String {
    let rules = rules.sorted { $0.id < $1.id }.map { rule -> JSONValue in
      .object(
        rule.members + [
          ("fixable", .bool(rule.isFixable)),
          ("url", .string(RuleInfo.url(rule.id, at: documentation))),
        ])
    }
    let value: JSONValue = ["schemaVersion": 1, "rules": .array(rules)]
    return value.text(.pretty) + "\n"
  }

  private var reasonsText: String {
    foundReasons.map { "\($0.rawValue.padded(to: 34))\($0.summary)\n" }.joined()
  }

  private var reasonsJSON: String {
    let reasons = foundReasons.map { reason -> JSONValue in
      ["id": .string(reason.rawValue), "summary": .string(reason.summary)]
    }
    let value: JSONValue = ["schemaVersion": 1, "reasons": .array(reasons)]
    return value.text(.pretty) + "\n"
  }
}

extension String {
  /// Pads ASCII text with spaces up to a column, with at least one space.
  func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(1, width - utf8.count))
  }
}
