import ArgumentParser

struct WhoAllowsArguments: CommandArguments {
  static let configuration = CommandConfiguration(
    commandName: "who-allows",
    abstract: "List every client, provider, environment and line that lets an address in.",
    discussion: """
      Redirect URIs, App Flip links, Google's origins and URL schemes, Firebase's domains, continue and \
      callback URLs, Apple's return URLs and rules of links: each match says its place and what of the \
      address was compared. Where no entry is the whole address, the nearest are listed. Exit status 1 \
      when nobody lets it in.
      """)

  @Argument(help: "A URI, an origin or a host.")
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
    return try command.run(policies.access.narrow(console))
  }
}
