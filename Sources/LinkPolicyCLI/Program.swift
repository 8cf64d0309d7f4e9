import ArgumentParser
import LinkPolicy

/// The program over a console: arguments in, exit status out.
package enum Program {
  /// Runs a command line (without the name of the program).
  package static func run(_ arguments: [String], on console: Console) -> ExitStatus {
    do {
      if arguments.first == "--version" { return try showVersion(arguments, console) }
      if let status = try QuickArguments.run(arguments, on: console) { return status }
      if let problem = CommandNames.problem(in: arguments) { return fail(problem, console) }
      var parsed = try RootCommand.parseAsRoot(arguments)
      if let command = parsed as? any CommandArguments { return try command.run(on: console) }
      guard !(parsed is RootCommand) else {
        // No subcommand: show the help, but fail a script that forgot it.
        console.writeError(RootCommand.helpMessage() + "\n")
        return .usage
      }
      // ArgumentParser's own help command throws its text.
      try parsed.run()
      return .clean
    } catch let error as UsageError {
      return fail(error.message, console)
    } catch let error as FileSystemError {
      for error in [error] + error.others {
        console.writeError("linkpolicy: \(UTF8Text.visible(error.description))\n")
      }
      return .usage
    } catch {
      return report(error, console)
    }
  }

  /// ArgumentParser would accept anything after `--version`.
  private static func showVersion(
    _ arguments: [String], _ console: Console
  ) throws -> ExitStatus {
    guard arguments.count == 1 else {
      throw UsageError("`--version` accepts no other arguments: \(UTF8Text.quoted(arguments[1]))")
    }
    let commit = console.commit.isEmpty ? "" : " (\(console.commit))"
    console.write("linkpolicy \(linkPolicyVersion)\(commit)\n")
    return .clean
  }

  private static func fail(_ message: String, _ console: Console) -> ExitStatus {
    console.writeError("linkpolicy: \(message)\n")
    return .usage
  }

  /// Help and version are no errors; what ArgumentParser refuses is a usage error (it would say 64).
  private static func report(_ error: any Error, _ console: Console) -> ExitStatus {
    let message = RootCommand.fullMessage(for: error)
    if RootCommand.exitCode(for: error).isSuccess {
      console.write(message + "\n")
      return .clean
    }
    console.writeError(message + "\n")
    return .usage
  }
}
