import ArgumentParser

struct ServeArguments: CommandArguments {
  static let configuration = CommandConfiguration(
    commandName: "serve",
    abstract: "Playground, overview and comparison of policies as pages in a browser.",
    discussion: """
      Starts the program `linkpolicy-web` in the directory of `linkpolicy` and prints the address \
      of its pages. They are for this machine and this user alone: the server listens on 127.0.0.1 and \
      ::1, and the address ends with a token of this start. Nothing is sent anywhere else, and nothing \
      is written without --write.

      Exit status: 0 after a signal or the idle time; 2 where the port is taken, the policies cannot be found or \
      `linkpolicy-web` is missing.
      """)

  @Argument(help: "Policies, and directories of them. Default: those of the configuration.")
  var paths: [String] = []

  @Option(help: "The port; without it a free one.")
  var port: Int?

  @Flag(help: "Open the pages in the browser.")
  var open = false

  @Flag(help: "Let pages save the files that they show.")
  var write = false

  @Option(
    help: ArgumentHelp(
      "End after this many minutes without a page and without a request.", valueName: "minutes"))
  var idleTimeout: Int?

  @Flag(name: .customLong("print-url"), help: "Print one line of JSON: url, port, pid.")
  var printURL = false

  @Option(
    name: .customLong("policy"),
    help: ArgumentHelp(
      "A policy file or a directory of policies; may be repeated.", valueName: "path"))
  var policies: [String] = []

  func run(on console: Console) throws -> ExitStatus {
    var command = ServeCommand()
    command.paths = paths + policies
    command.port = port
    command.opensBrowser = open
    command.allowsWriting = write
    command.idleMinutes = idleTimeout
    command.printsURL = printURL
    return try command.run(console)
  }
}
