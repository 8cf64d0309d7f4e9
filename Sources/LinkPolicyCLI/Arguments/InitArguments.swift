import ArgumentParser
import LinkPolicy

struct InitArguments: CommandArguments {
  static let configuration = CommandConfiguration(
    commandName: "init",
    abstract: "Begin: make a policy of what a repository has.",
    discussion: """
      Finds the files that linkpolicy can import, shows what each would give, asks for what they do not \
      say, and writes Policies/NAME.yaml and linkpolicy.yaml. Where nothing is found, a small policy that \
      explains itself is written. Files that are there are never overwritten. Directories of package \
      managers and build tools, and what .gitignore names, are passed over.

      Examples:
        linkpolicy init
        linkpolicy init --yes --hooks
        linkpolicy init apps/mobile --environment prod
      """)

  @Argument(help: "The directory of the repository. Default: the working directory.")
  var directory: String?

  @Flag(help: "Ask nothing: take the proposals, and leave out what has none.")
  var yes = false

  @Flag(help: "Also write .pre-commit-config.yaml.")
  var hooks = false

  @Option(help: "Where all values go: prod, sandbox, both. Default: what the sources say.")
  var environment: ImportDestination?

  @Option(
    help: ArgumentHelp("The name of the policy. Default: found in the sources.", valueName: "name"))
  var name: String?

  @OptionGroup var colors: ColorOptions

  func run(on console: Console) throws -> ExitStatus {
    var command = InitCommand()
    command.directory = directory ?? "."
    command.takesProposals = yes
    command.writesHooks = hooks
    command.environment = environment?.destination
    command.name = name
    command.color = colors.color
    return try command.run(console)
  }
}
