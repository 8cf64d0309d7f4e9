import ArgumentParser

struct FmtArguments: CommandArguments {
  static let configuration = CommandConfiguration(
    commandName: "fmt",
    abstract: "Write policies, test files and the configuration in one form.",
    discussion: """
      Keys get the order of the language, blocks two spaces, values quotes only where a YAML reader \
      needs them. Comments, blank lines and the order of lists stay. What is written was read again and \
      means the same, or nothing is written.

      Exit status: 0 in form, or written; 1 with --check or --diff when something is not; 2 a file that \
      cannot be read, which stays as it is.
      """)

  @Argument(
    help: "Files and directories; - for standard input. Default: Policies/ and linkpolicy.yaml.")
  var paths: [String] = []

  @Flag(help: "Write nothing; name the files that are not in form.")
  var check = false

  @Flag(help: "Write nothing; show what would change.")
  var diff = false

  @Option(help: ArgumentHelp("What messages call standard input.", valueName: "name"))
  var stdinFilename: String?

  @Option(help: ArgumentHelp("Configuration instead of linkpolicy.yaml.", valueName: "file"))
  var config: String?

  @OptionGroup var colors: ColorOptions
  @OptionGroup var access: AccessOptions

  func validate() throws {
    if check, diff { throw ValidationError("--check and --diff do not go together") }
  }

  func run(on console: Console) throws -> ExitStatus {
    var command = FmtCommand()
    command.paths = paths
    command.mode = check ? .check : diff ? .diff : .write
    command.config = config
    command.stdinFilename = stdinFilename
    command.color = colors.color
    return try command.run(access.narrow(console))
  }
}
