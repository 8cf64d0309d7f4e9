import Foundation
import LinkPolicy

/// The manual page of a command, from its help.
struct ManualPage {
  /// The program, and the subcommand if the page has one.
  let words: [String]
  let help: CommandHelp
  /// The help of the program, with the options of all commands.
  let program: CommandHelp
  /// The pages of all commands, the program first.
  let pages: [String]

  var name: String { words.joined(separator: "-") }

  /// The page in mdoc(7).
  ///
  /// - Parameter date: as `.Dd` takes it.
  func text(date: String) -> String {
    var lines = [
      ".Dd \(date)", ".Dt \(name.uppercased()) 1", ".Os linkpolicy \(linkPolicyVersion)",
      ".Sh NAME", ".Nm \(name)", ".Nd \(Self.description(of: help))",
    ]
    lines += [".Sh SYNOPSIS"] + synopsis
    let discussion = Discussion(help.discussion ?? "")
    lines += [".Sh DESCRIPTION", Roff.prose(help.abstract ?? "")]
    if !discussion.body.isEmpty { lines += [".Pp"] + discussion.body }
    if !subcommands.isEmpty { lines += commands }
    lines += options
    lines += environment + files + exitStatus
    if !discussion.examples.isEmpty { lines += [".Sh EXAMPLES"] + discussion.examples }
    lines += seeAlso
    return lines.joined(separator: "\n") + "\n"
  }

  /// The description for the section NAME, without a period.
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

  /// The help of an argument with the parts that ArgumentParser leaves out.
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

  // MARK: environment, files, exit status

  private var isProgram: Bool { words.count == 1 }

  /// The environment variables of a command, from `docs/reference/commands.md`.
  private var environment: [String] {
    var variables: [(String, String)] = []
    if isProgram
      || displayed.contains(where: { $0.names?.contains { $0.name == "color" } ?? false })
    {
      variables += [
        ("NO_COLOR", "If it isn't empty, output has no color."),
        (
          "FORCE_COLOR, CLICOLOR_FORCE",
          "If it is neither empty nor `0`, output has color even without a terminal."
        ), ("TERM", "If it is `dumb`, output has no color."),
      ]
    }
    if isProgram || help.commandName == "simulate" {
      variables.append(("COLUMNS", "The width of the text output of `simulate`."))
    }
    if isProgram || help.commandName == "lsp" {
      variables.append(
        (
          "XDG_CACHE_HOME",
          "The folder for documents that the language server opens in an editor (default: `~/.cache`)."
        ))
    }
    return Self.list("ENVIRONMENT", variables, macro: "Ev")
  }

  /// The files that a command reads or writes unless options name others.
  private var files: [String] {
    let configuration = (
      "linkpolicy.yaml", "Settings: the nearest file up to the root of the repository."
    )
    let policies = (
      "Policies/", "Policies and test files, unless `linkpolicy.yaml` names other paths."
    )
    let generated = (
      "generated/", "Generated files, unless `linkpolicy.yaml` or `--output` names another folder."
    )
    switch isProgram ? "" : help.commandName {
    case "explain", "rules", "match", "import": return []
    case "", "generate", "serve", "lsp":
      return Self.list("FILES", [configuration, policies, generated], macro: "Pa")
    default: return Self.list("FILES", [configuration, policies], macro: "Pa")
    }
  }

  private static func list(_ title: String, _ items: [(String, String)], macro: String) -> [String]
  {
    guard !items.isEmpty else { return [] }
    return [".Sh \(title)", ".Bl -tag -width Ds"]
      + items.flatMap { name, text in
        [
          ".It \(macro.isEmpty ? "" : macro + " ")\(name.replacing(", ", with: " , "))",
          Roff.prose(text),
        ]
      } + [".El"]
  }

  /// `Exit status: 0 …; 1 …` in the help of the command, else in that of the program.
  private var exitStatus: [String] {
    let own = Discussion(help.discussion ?? "").statuses
    let statuses = own.isEmpty ? Discussion(program.discussion ?? "").statuses : own
    return Self.list(
      "EXIT STATUS",
      statuses.map { ($0.status, $0.meaning.prefix(1).uppercased() + $0.meaning.dropFirst()) },
      macro: "")
  }

  private var seeAlso: [String] {
    let others = pages.filter { $0 != name && ($0 == pages[0] || words.count == 1) }.sorted()
    return [".Sh SEE ALSO"]
      + others.enumerated().map { index, page in
        ".Xr \(page) 1" + (index < others.count - 1 ? " ," : "")
      }
  }
}

/// The manual pages: one for the program, and one for each subcommand except `help`.
enum Manual {
  static func files() throws -> [DevelopmentTool.Product] {
    let program = try CommandHelp.program()
    let commands = (program.subcommands ?? []).filter { $0.commandName != "help" }
    let names =
      [program.commandName] + commands.map { "\(program.commandName)-\($0.commandName)" }
    let pages =
      [ManualPage(words: [program.commandName], help: program, program: program, pages: names)]
      + commands.map {
        ManualPage(
          words: [program.commandName, $0.commandName], help: $0, program: program, pages: names)
      }
    return pages.map {
      DevelopmentTool.Product(path: ".build/man/\($0.name).1", text: $0.text(date: date))
    }
  }

  /// The release date (`SOURCE_DATE_EPOCH`), which keeps builds reproducible; by default today.
  private static var date: String {
    let epoch = ProcessInfo.processInfo.environment["SOURCE_DATE_EPOCH"].flatMap { Double($0) }
    let format = DateFormatter()
    format.locale = Locale(identifier: "en_US_POSIX")
    format.timeZone = TimeZone(identifier: "UTC")
    format.dateFormat = "MMMM d, yyyy"
    return format.string(from: epoch.map { Date(timeIntervalSince1970: $0) } ?? Date())
  }
}
