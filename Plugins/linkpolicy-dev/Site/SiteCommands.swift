/// The commands with their options, from their help.
enum SiteCommands {
  static func fragment() throws -> String {
    let commands = (try CommandHelp.program().subcommands ?? []).filter {
      $0.commandName != "help"
    }
    return commands.map(section).joined()
  }

  private static func section(_ command: CommandHelp) -> String {
    var text = "\n## `\(command.commandName)`\n\n\(command.abstract ?? "")\n"
    text += discussion(command.discussion ?? "")
    let own = (command.subcommands ?? []).filter { $0.commandName != "help" }
    if !own.isEmpty {
      text += "\n| | |\n| --- | --- |\n"
      for subcommand in own {
        text += "| `\(command.commandName) \(subcommand.commandName)` | "
        text += "\(SiteLanguage.cell(subcommand.abstract ?? "")) |\n"
      }
    }
    let arguments = (command.arguments ?? []).filter(\.shouldDisplay)
    guard !arguments.isEmpty else { return text }
    text += "\n| option | description |\n| --- | --- |\n"
    for argument in arguments { text += "| \(name(argument)) | \(words(argument)) |\n" }
    return text
  }

  private static func name(_ argument: CommandHelp.Argument) -> String {
    let value = (argument.valueName ?? "value").uppercased()
    guard argument.kind != .positional else {
      return "`\(value)\(argument.isRepeating ? "…" : "")`"
    }
    let names = (argument.names ?? []).map { "`-\($0.withoutDash)`" }.joined(separator: ", ")
    return names + (argument.kind == .option ? " `\(SiteLanguage.cell(value))`" : "")
  }

  private static func words(_ argument: CommandHelp.Argument) -> String {
    var text = SiteLanguage.cell(argument.abstract ?? "")
    let values = argument.allValues ?? []
    if !values.allSatisfy({ text.contains($0) }) {
      text += " Values: \(values.map { "`\($0)`" }.joined(separator: ", "))."
    }
    if let standard = argument.defaultValue, !text.contains("efault") {
      text += " Default: `\(standard)`."
    }
    return text
  }

  /// Paragraphs and, from indented lines, code blocks.
  private static func discussion(_ text: String) -> String {
    var output = ""
    var isCode = false
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      let isIndented = line.hasPrefix("  ")
      if isIndented != isCode {
        output += isIndented ? "\n\n```sh\n" : "```\n"
        isCode = isIndented
      }
      if isIndented {
        output += line.dropFirst(2) + "\n"
      } else {
        output += "\n" + SiteLanguage.cell(String(line))
      }
    }
    return output + (isCode ? "```\n" : "\n")
  }
}
