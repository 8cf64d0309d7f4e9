import ArgumentParser

struct LspArguments: CommandArguments {
  static let configuration = CommandConfiguration(
    commandName: "lsp",
    abstract: "Language server for editors, on standard input and output.",
    discussion: """
      Findings are those of `linkpolicy validate`, with fixes; hovers, completion, definition, references, \
      rename, actions, lenses, hints, links, symbols, folding and formatting for policies, test files, the \
      configuration and association files. Nothing is asked of the network; git is asked on save what the \
      last commit allowed. Editors/ of the repository has the set-up of each editor and the settings.

      Exit status: 0 after the client's `shutdown`; 1 if the client stops without it.
      """)

  @Option(help: ArgumentHelp("Configuration instead of linkpolicy.yaml.", valueName: "file"))
  var config: String?

  @Flag(help: ArgumentHelp("Accepted, since clients add it.", visibility: .hidden))
  var stdio = false

  @Option(
    name: .customLong("clientProcessId"),
    help: ArgumentHelp("Accepted, since clients add it.", visibility: .hidden))
  var clientProcessID: Int?

  func run(on console: Console) throws -> ExitStatus {
    var command = LspCommand()
    command.config = config
    command.clientProcess = clientProcessID
    return try command.run(console)
  }
}
