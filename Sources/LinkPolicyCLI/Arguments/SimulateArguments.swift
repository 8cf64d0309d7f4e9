import ArgumentParser
import LinkPolicy

struct SimulateArguments: CommandArguments {
  static let configuration = CommandConfiguration(
    commandName: "simulate",
    abstract: "Say what happens to a request, and which line of the policy decides.",
    discussion: """
      One request from options, or many from a file with one JSON object per line. Kinds: \
      \(RequestEvaluator.kinds.map { $0.dashed }.joined(separator: ", ")).

      Fields have the same names in both, with dashes as options. Kinds about a provider take their \
      facts from the one policy that has its section; with several, name it with --policy-name. \
      --facts replaces them key by key: what if? A line that is no request is answered with an error \
      object, and the rest goes on.

      Examples:
        linkpolicy simulate authorize --client google-home --query 'redirect_uri=…&state=s&response_type=code'
        linkpolicy simulate web-origin --input '{"page_url": "https://app.acme.example/"}'
        linkpolicy simulate post-logout --client web --post-logout-redirect-uri https://app.acme.example/bye
        linkpolicy simulate web-origin --client web --input '{"origin": "https://app.acme.example"}'
        linkpolicy simulate email-action --action sign_in --sdk js
        linkpolicy simulate app-link --url https://www.acme.example/flip --android-version 14
        linkpolicy simulate apple-id-token --claims @claims.json --raw-nonce abc
      """)

  @Argument(help: "The kind of the request; with --requests the kind of lines that name none.")
  var kind: String?

  @Option(
    help: ArgumentHelp(
      "Requests, one JSON object per line; `-` is standard input.", valueName: "file"))
  var requests: String?

  @Option(help: "text or json. Default: text on a terminal, else json.")
  var format: SimulateCommand.Format?

  @Flag(help: "With --requests: every check of every request.")
  var trace = false

  @Option(help: "With --requests: `deny` makes a denied request fail the command.")
  var failOn: BatchFailure?

  @OptionGroup var policies: PolicyOptions
  @OptionGroup var colors: ColorOptions
  @OptionGroup(title: "Fields of the request") var fields: RequestFields
  @OptionGroup(title: "Fields of requests about providers") var providers: ProviderFields

  func run(on console: Console) throws -> ExitStatus {
    var command = SimulateCommand()
    command.kind = kind.map { $0.underscored }
    command.requests = requests
    command.format = format
    command.wantsTrace = trace
    command.failsOnDeny = failOn == .deny
    command.policies = policies.policies
    command.allowsInvalid = policies.allowInvalid
    command.color = colors.color
    command.fields = fields.all + providers.all
    return try command.run(console)
  }
}

/// `--fail-on` of batches.
enum BatchFailure: String, ExpressibleByArgument, CaseIterable {
  case deny
}

extension String {
  /// `app_flip_ios` as `app-flip-ios`.
  var dashed: String { String(map { $0 == "_" ? "-" : $0 }) }
  /// `app-flip-ios` as `app_flip_ios`.
  var underscored: String { String(map { $0 == "-" ? "_" : $0 }) }
}
