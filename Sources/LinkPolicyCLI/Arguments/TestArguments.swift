import ArgumentParser

extension TestCommand.Format: ExpressibleByArgument {}

struct TestArguments: CommandArguments {
  static let configuration = CommandConfiguration(
    commandName: "test", abstract: "Run the tests of policies and test files.")

  @Argument(help: "Policies, test files and directories. Default: Policies/")
  var paths: [String] = []

  @Option(help: "Only tests whose name holds this text.")
  var filter: String?

  @Option(help: "text, junit or json.")
  var format = TestCommand.Format.text

  @Flag(help: "Say which entries of the policies no test touches.")
  var coverage = false

  @Flag(help: "No tests are not an error.")
  var allowEmpty = false

  @OptionGroup var policies: PolicyOptions
  @OptionGroup var colors: ColorOptions

  func run(on console: Console) throws -> ExitStatus {
    var command = TestCommand()
    command.paths = paths
    command.policies = policies.policies
    command.allowsInvalid = policies.allowInvalid
    command.allowsEmpty = allowEmpty
    command.filter = filter
    command.wantsCoverage = coverage
    command.format = format
    command.color = colors.color
    return try command.run(policies.access.narrow(console))
  }
}
