package import LinkPolicy

/// `linkpolicy explain RULE`: what a rule says, why, examples, references.
package struct ExplainCommand: Sendable, Equatable {
  package var rule: String
  /// `--docs-base`.
  package var documentation: DocumentationBase?
  package var color = ColorChoice.auto

  package init(rule: String) { self.rule = rule }

  /// Runs the command.
  package func run(_ console: Console) throws -> ExitStatus {
    let infos = RuleCatalogue.rules(named: rule)
    guard !infos.isEmpty else {
      let near = RuleCatalogue.similarName(to: rule)
      throw UsageError(
        "\(UTF8Text.quoted(rule)) is no rule"
          + (near.map { "; a rule with a similar name exists: `\($0)`" } ?? "")
          + " (`linkpolicy rules` lists them)")
    }
    let style = console.style(color, isTerminal: console.isTerminal)
    console.write(infos.map { text($0, style) }.joined(separator: "\n"))
    return .clean
  }

  private func text(_ info: RuleInfo, _ style: TextStyle) -> String {
    var output = style.paint(info.id.rawValue, TextStyle.Role.emphasis)
    output += "  \(style.paint(info.severity.rawValue, info.severity))  \(info.category.rawValue)\n"
    if !info.aliases.isEmpty {
      output += "also known as \(info.aliases.map(\.rawValue).joined(separator: ", "))\n"
    }
    output += "\n\(info.summary)\n\n\(info.why)\n"
    output += section("Wrong", info.examples.bad, style, .error)
    output += section("Right", info.examples.good, style, .help)
    if !info.references.isEmpty {
      output += "\n\(style.paint("References", TextStyle.Role.emphasis))\n"
      for reference in info.references { output += "  \(reference)\n" }
    }
    if let documentation {
      output += "\n\(style.paint("Docs", TextStyle.Role.emphasis))\n"
      output += "  \(documentation.page(of: info.id))\n"
    }
    return output
  }

  private func section(
    _ title: String, _ example: String, _ style: TextStyle, _ role: TextStyle.Role
  ) -> String {
    var output = "\n\(style.paint(title, role))\n"
    // The marks around the finding are for tests and pages; a terminal shows what stands in the file.
    let text = String(
      String.UnicodeScalarView(example.unicodeScalars.filter { $0 != "⟦" && $0 != "⟧" }))
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      output += line.isEmpty ? "\n" : "    \(UTF8Text.visible(String(line)))\n"
    }
    return output
  }
}
