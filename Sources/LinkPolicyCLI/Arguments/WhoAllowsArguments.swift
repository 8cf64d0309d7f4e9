import ArgumentParser

struct WhoAllowsArguments: CommandArguments {
  static let configuration = CommandConfiguration(
    commandName: "who-allows",
    abstract: "List every client, environment and line that accepts a redirect URI.",
    discussion: "Exit status 1 when nobody does; then the nearest entries are listed.")

  @Argument(help: "A redirect URI.")
  var uri: String

  @Option(help: "text or json.")
  var format = SimulateCommand.Format.text

  @OptionGroup var policies: PolicyOptions
  @OptionGroup var colors: ColorOptions

  func run(on console: Console) throws -> ExitStatus {
    var command = WhoAllowsCommand(uri: uri)
    command.policies = policies.policies
    command.allowsInvalid = policies.allowInvalid
    command.isJSON = format == .json
    command.color = colors.color
    return try command.run(console)
  }
}
