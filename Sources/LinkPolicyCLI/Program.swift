import ArgumentParser
import LinkPolicy
import PolicyText

/// Runs the program on a console.
package enum Program {
  /// Runs a command line (without the program name) and reports errors to standard error.
  package static func run(_ arguments: [String], on console: Console) -> ExitStatus {
    do {
      return try execute(arguments, on: console)
    } catch let error as UsageError {
      console.writeNotice("linkpolicy: \(error.message)")
    } catch let error as FileSystemError {
      for error in [error] + error.others {
        console.writeNotice("linkpolicy: \(DisplayText.visible(error.description))")
      }
      if error.isMissingDefault { console.writeNotice(FirstContact.hint(console)) }
    } catch {
      return report(error, of: arguments.first, console)
    }
    return .usage
  }

  /// Runs a command line (without the program name).
  package static func execute(_ arguments: [String], on console: Console) throws -> ExitStatus {
    if arguments.first == "--version" { return try showVersion(arguments, console) }
    if arguments.first == "help", let kind = arguments.dropFirst().first.flatMap(KindHelp.init) {
      console.write(kind.text)
      return .clean
    }
    // The subcommand alone parses valid arguments; help and errors need the whole tree of commands.
    if let name = arguments.first,
      let command = try? RootCommand.command(name)?.parse(Array(arguments.dropFirst()))
    {
      return try command.run(on: console)
    }
    if let problem = CommandNames.problem(in: arguments) { throw UsageError(problem) }
    var parsed = try RootCommand.parseAsRoot(arguments)
    if let command = parsed as? any Command { return try command.run(on: console) }
    guard !(parsed is RootCommand) else {
      // A script that forgot the subcommand must fail.
      console.writeError(RootCommand.helpMessage() + "\n")
      return .usage
    }
    // ArgumentParser's `help` command throws its text.
    try parsed.run()
    return .clean
  }

  /// ArgumentParser would accept anything after `--version`.
  private static func showVersion(
    _ arguments: [String], _ console: Console
  ) throws -> ExitStatus {
    guard arguments.count == 1 else {
      throw UsageError(
        "`--version` accepts no other arguments: \(DisplayText.quoted(arguments[1]))")
    }
    console.write(version(console) + "\n")
    return .clean
  }

  private static func version(_ console: Console) -> String {
    RootCommand.configuration.version + (console.commit.isEmpty ? "" : " (\(console.commit))")
  }

  /// Prints the output of ArgumentParser: help and version, or a usage error (for which it would
  /// exit with 64).
  private static func report(
    _ error: any Error, of command: String?, _ console: Console
  ) -> ExitStatus {
    let message = RootCommand.fullMessage(for: error)
    if RootCommand.exitCode(for: error).isSuccess {
      // `validate --version`, too.
      let isVersion = message == RootCommand.configuration.version
      console.write((isVersion ? version(console) : message) + "\n")
      return .clean
    }
    let prefix = "Error: "
    guard message.hasPrefix(prefix) else {
      console.writeError(message + "\n")
      return .usage
    }
    let text = message.dropFirst(prefix.count).prefix { $0 != "\n" }
    console.writeNotice("linkpolicy: \(UsageMessage(String(text), command: command).text)")
    return .usage
  }
}
