import ArgumentParser

struct LspArguments: CommandArguments {
  static let configuration = CommandConfiguration(
    commandName: "lsp",
    abstract: "Language server for editors, on standard input and output.",
    discussion: """
      Findings are those of `linkpolicy validate`, with fixes; hovers, completion, definition, references, \
      rename, symbols, folding and formatting for policies, test files and the configuration; findings \
      and fixes for association files. Editors/ of the repository has the set-up of each editor.

      Exit status: 0 after the client's `shutdown`, else 1.
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
    return try command.run(console)
  }
}
