import ArgumentParser
import LinkPolicy
import PolicyText

/// `linkpolicy explain`
struct ExplainCommand: Command {
  static let configuration = CommandConfiguration(
    subcommand: "explain",
    abstract: "Explain a rule, with examples and references.",
    discussion: """
      Examples:
        linkpolicy explain uri-fragment
        linkpolicy explain pkce-off
        linkpolicy explain yaml-not-string

      Exit status: 0 success; 2 invalid usage or unknown rule; 3 internal error.
      """)

  @Argument(help: "A rule id or alias.")
  var rule: String

  @Option(help: .docsBase) var docsBase: String?
  @Option(help: .color) var color = ColorChoice.auto

  func run(on console: Console) throws -> ExitStatus {
    let documentation = try DocumentationBase.option(docsBase)
    let infos = RuleCatalogue.rules(named: rule)
    guard !infos.isEmpty else {
      let near = RuleCatalogue.similarName(to: rule)
      throw UsageError(
        "unknown rule \(DisplayText.quoted(rule))"
          + (near.map { "; did you mean `\($0)`?" } ?? "; run `linkpolicy rules` to list rules"))
    }
    let style = console.style(color, isTerminal: console.isTerminal)
    console.write(infos.map { text($0, style, documentation) }.joined(separator: "\n"))
    return .clean
  }

  private func text(
    _ info: RuleInfo, _ style: TextStyle, _ documentation: DocumentationBase?
  ) -> String {
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
    for line in RuleInfo.unmarked(example).split(separator: "\n", omittingEmptySubsequences: false)
    {
      output += line.isEmpty ? "\n" : "    \(DisplayText.visible(String(line)))\n"
    }
    return output
  }
}
