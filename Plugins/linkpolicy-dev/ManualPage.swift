import LinkPolicy

/// The manual page of a command, made from its help.
struct ManualPage {
  /// The program, then the subcommand where it is the page of one.
  let words: [String]
  let help: CommandHelp
  /// The help of the program, which says what all commands share.
  let program: CommandHelp
  /// The pages of all commands, the program first.
  let pages: [String]

  var name: String { words.joined(separator: "-") }

  /// The page in mdoc(7).
  ///
  /// - Parameter date: as `.Dd` takes it.
  func text(date: String) -> String {
    var lines = [
      ".\\\" Generated from the command line by linkpolicy-dev manual; do not edit.",
      ".Dd \(date)", ".Dt \(name.uppercased()) 1", ".Os linkpolicy \(linkPolicyVersion)",
      ".Sh NAME", ".Nm \(name)", ".Nd \(Self.description(of: help))",
    ]
    lines += [".Sh SYNOPSIS"] + synopsis
    let discussion = Discussion(help.discussion ?? "")
    lines += [".Sh DESCRIPTION", Roff.prose(help.abstract ?? "")]
    if !discussion.body.isEmpty { lines += [".Pp"] + discussion.body }
    if !subcommands.isEmpty { lines += commands }
    lines += options
    lines += exitStatus
    if !discussion.examples.isEmpty { lines += [".Sh EXAMPLES"] + discussion.examples }
    lines += seeAlso
    return lines.joined(separator: "\n") + "\n"
  }

  /// As the section NAME has it: no sentence.
  private static func description(of help: CommandHelp) -> String {
    var text = help.abstract ?? ""
    if text.hasSuffix(".") { text.removeLast() }
    return Roff.prose(text.prefix(1).lowercased() + text.dropFirst())
  }

  // MARK: arguments

  private var displayed: [CommandHelp.Argument] {
    (help.arguments ?? []).filter(\.shouldDisplay)
  }

  private var subcommands: [CommandHelp] { help.subcommands ?? [] }

  private var synopsis: [String] {
    var lines = [".Nm \(words[0])"]
    lines += words.dropFirst().map { ".Cm \(Roff.argument($0))" }
    for argument in displayed where argument.kind != .positional {
      guard let name = argument.preferredName ?? argument.names?.first else { continue }
      var words = "Fl \(Roff.argument(name.withoutDash))"
      if argument.kind == .option { words += " Ar \(value(argument))" }
      lines.append(argument.isOptional ? ".Op \(words)" : ".\(words)")
      if argument.isRepeating { lines.append(".Ar ...") }
    }
    for argument in displayed where argument.kind == .positional {
      let words = "Ar \(value(argument))\(argument.isRepeating ? " ..." : "")"
      lines.append(argument.isOptional ? ".Op \(words)" : ".\(words)")
    }
    if !subcommands.isEmpty { lines += [".Ar command", ".Op Ar argument ..."] }
    return lines
  }

  private func value(_ argument: CommandHelp.Argument) -> String {
    Roff.argument(argument.valueName ?? "value")
  }

  /// Operands and options, by the sections of the help.
  private var options: [String] {
    var sections: [String] = []
    for argument in displayed where !sections.contains(argument.sectionTitle ?? "") {
      sections.append(argument.sectionTitle ?? "")
    }
    // The options of every command come last in the help, and first here.
    sections.sort { $0.isEmpty && !$1.isEmpty }
    var lines = [".Sh OPTIONS"]
    for section in sections {
      if !section.isEmpty { lines.append(".Ss \(section)") }
      lines.append(".Bl -tag -width Ds")
      for argument in displayed where (argument.sectionTitle ?? "") == section {
        lines += [item(argument), Roff.prose(explanation(argument))]
      }
      lines.append(".El")
    }
    return lines
  }

  private func item(_ argument: CommandHelp.Argument) -> String {
    guard argument.kind != .positional else {
      return ".It Ar \(value(argument))\(argument.isRepeating ? " ..." : "")"
    }
    let names = (argument.names ?? []).map { "Fl \(Roff.argument($0.withoutDash))" }
    return ".It " + names.joined(separator: " , ")
      + (argument.kind == .option ? " Ar \(value(argument))" : "")
  }

  /// The sentence of the help, with what it leaves out.
  private func explanation(_ argument: CommandHelp.Argument) -> String {
    var text = argument.abstract ?? ""
    let values = argument.allValues ?? []
    if !values.allSatisfy({ text.contains($0) }) {
      text += " Values: \(values.joined(separator: ", "))."
    }
    if let standard = argument.defaultValue, !text.contains("efault") {
      text += " Default: \(standard)."
    }
    return text
  }

  private var commands: [String] {
    [".Sh COMMANDS", ".Bl -tag -width Ds"]
      + subcommands.flatMap { command -> [String] in
        let page = "\(name)-\(command.commandName)"
        var lines = [".It Cm \(command.commandName)", Roff.prose(command.abstract ?? "")]
        if pages.contains(page) { lines += ["See", ".Xr \(page) 1 ."] }
        return lines
      } + [".El"]
  }

  // MARK: what all pages share

  /// `Exit status: 0 …; 1 …` in the help of the program.
  private var exitStatus: [String] {
    var lines = [".Sh EXIT STATUS", ".Bl -tag -width Ds"]
    for (status, meaning) in Discussion(program.discussion ?? "").statuses {
      lines += [".It \(status)", Roff.prose(meaning.prefix(1).uppercased() + meaning.dropFirst())]
    }
    return lines + [".El"]
  }

  private var seeAlso: [String] {
    let others = pages.filter { $0 != name && ($0 == pages[0] || words.count == 1) }.sorted()
    return [".Sh SEE ALSO"]
      + others.enumerated().map { index, page in
        ".Xr \(page) 1" + (index < others.count - 1 ? " ," : "")
      }
  }
}
