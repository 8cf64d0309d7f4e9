import ArgumentParser
import LinkPolicy

/// The whole command line: help, completions and usage errors come from these declarations; what a
/// command does is in `Commands/`.
struct RootCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "linkpolicy",
    abstract: "Makes a broken or unsafe sign-in link impossible to ship.",
    discussion: """
      One YAML policy says who may sign in where. linkpolicy validates it, generates the files that \
      must agree with it, and simulates requests against it.

      First steps: `linkpolicy init` makes a policy of what a repository has. With policies in Policies/, \
      `linkpolicy validate` checks them, `linkpolicy flow` \
      runs every sign-in that they promise, `linkpolicy generate` writes the files.

      Exit status: 0 clean; 1 findings, a denied request, something stale; 2 usage error or \
      unreadable input; 3 a fault of linkpolicy.
      """,
    version: "linkpolicy \(linkPolicyVersion)",
    subcommands: [
      ValidateArguments.self, GenerateArguments.self, SimulateArguments.self, TestArguments.self,
      FlowArguments.self, MatchArguments.self, DiffArguments.self, ReplayArguments.self,
      WhoAllowsArguments.self, FmtArguments.self, ImportArguments.self, InitArguments.self,
      VerifyArguments.self, LspArguments.self, ServeArguments.self,
      ExplainArguments.self, RulesArguments.self, CompletionsArguments.self,
    ])
}

/// `linkpolicy completions SHELL`.
struct CompletionsArguments: CommandArguments {
  static let configuration = CommandConfiguration(
    commandName: "completions", abstract: "Print the completion script of a shell.",
    discussion: """
      Examples:
        linkpolicy completions bash > ~/.local/share/bash-completion/completions/linkpolicy
        linkpolicy completions zsh > "${fpath[1]}/_linkpolicy"
        linkpolicy completions fish > ~/.config/fish/completions/linkpolicy.fish
      """)

  enum Shell: String, CaseIterable, ExpressibleByArgument {
    case bash, zsh, fish
  }

  @Argument(help: "The shell: bash, zsh, fish.")
  var shell: Shell

  func run(on console: Console) throws -> ExitStatus {
    let script = CompletionShell(rawValue: shell.rawValue).map {
      RootCommand.completionScript(for: $0)
    }
    console.write((script ?? "") + "\n")
    return .clean
  }
}

/// A declaration of arguments that turns into a command.
protocol CommandArguments: ParsableCommand {
  /// Runs the command that the arguments ask for.
  func run(on console: Console) throws -> ExitStatus
}
