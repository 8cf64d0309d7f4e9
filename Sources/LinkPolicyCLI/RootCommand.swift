import ArgumentParser
import LinkPolicy
import PolicyText

/// The command line of `linkpolicy`.
struct RootCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "linkpolicy",
    abstract: "Check sign-in link policies and generate the files that must agree with them.",
    discussion: """
      Examples:
        linkpolicy init
        linkpolicy validate Policies
        linkpolicy simulate authorize --client web --redirect-uri https://a.example/

      A policy is a YAML file that lists your OAuth clients, redirect URIs, app links and sign-in \
      providers. linkpolicy checks policies, generates allowlist code and association files from them, \
      and shows how requests are decided.

      Exit status: 0 success, no findings; 1 findings, a denied request, a failed test or outdated files; \
      2 invalid usage or unreadable input; 3 internal error.
      """,
    version: "linkpolicy \(linkPolicyVersion)",
    groupedSubcommands: groups.map { CommandGroup(name: $0, subcommands: $1.map { $0 }) })

  private static let groups: KeyValuePairs<String, [any Command.Type]> = [
    "Start": [InitCommand.self, ImportCommand.self],
    "Check": [ValidateCommand.self, TestCommand.self, FmtCommand.self, LspCommand.self],
    "Understand": [
      SimulateCommand.self, FlowCommand.self, WhoAllowsCommand.self, MatchCommand.self,
      ExplainCommand.self, RulesCommand.self, ServeCommand.self,
    ],
    "Ship": [GenerateCommand.self, DiffCommand.self, ReplayCommand.self, VerifyCommand.self],
    "Set up": [CompletionsCommand.self],
  ]

  /// The command with a name.
  static func command(_ name: String) -> (any Command.Type)? {
    groups.lazy.flatMap(\.value).first { $0._commandName == name }
  }
}

extension CommandConfiguration {
  /// A command that `Program` parses alone, which is faster. Its help must include the program's
  /// name.
  init(subcommand name: String, abstract: String, discussion: String) {
    self.init(
      commandName: name, _superCommandName: "linkpolicy", abstract: abstract,
      discussion: discussion)
  }
}

/// A command with its options.
protocol Command: ParsableCommand {
  func run(on console: Console) throws -> ExitStatus
}

/// `linkpolicy completions`
struct CompletionsCommand: Command {
  static let configuration = CommandConfiguration(
    subcommand: "completions",
    abstract: "Print the completion script of a shell.",
    discussion: """
      Examples:
        source <(linkpolicy completions bash)
        linkpolicy completions zsh > "${fpath[1]}/_linkpolicy"
        linkpolicy completions fish > ~/.config/fish/completions/linkpolicy.fish

      Exit status: 0 success; 2 invalid usage; 3 internal error.
      """)

  enum Shell: String, EnumerationOption {
    case bash, zsh, fish
  }

  @Argument(help: "The shell.")
  var shell: Shell

  func run(on console: Console) throws -> ExitStatus {
    let script = CompletionShell(rawValue: shell.rawValue).map {
      RootCommand.completionScript(for: $0)
    }
    console.write((script ?? "") + "\n")
    return .clean
  }
}

/// Suggestions for a first word that isn't a command; ArgumentParser would report an unexpected argument.
enum CommandNames {
  /// Commands of other tools with the same purpose.
  private static let synonyms = [
    "check": "validate", "lint": "validate", "verify-config": "validate", "gen": "generate",
    "build": "generate", "sim": "simulate", "decide": "simulate", "request": "simulate",
    "flows": "flow", "compare": "diff", "who": "who-allows", "allows": "who-allows",
    "format": "fmt",
    "rule": "explain", "why": "explain", "list": "rules", "convert": "import", "migrate": "import",
    "web": "serve", "playground": "serve", "ui": "serve",
    "new": "init", "create": "init", "setup": "init", "version": "--version",
  ]

  /// The error for an unknown command; nil if the first word is a command or an option.
  static func problem(in arguments: [String]) -> String? {
    var words = arguments[...]
    if words.first == "help" { words = words.dropFirst() }
    guard let word = words.first, !word.hasPrefix("-") else { return nil }
    let names = RootCommand.configuration.subcommands.map { $0._commandName }
    guard !names.contains(word), word != "help" else { return nil }
    let shown = DisplayText.quoted(word)
    if word.contains("/") || word.hasSuffix(".yaml") || word.hasSuffix(".yml") {
      return "\(shown) is not a command; to check it, run "
        + "`linkpolicy validate \(DisplayText.visible(word))`"
    }
    guard let near = synonyms[word] ?? Nearest.name(to: word, among: names) else {
      return "\(shown) is not a command; run `linkpolicy --help` to list commands"
    }
    return "\(shown) is not a command; did you mean `\(near)`?"
  }
}
