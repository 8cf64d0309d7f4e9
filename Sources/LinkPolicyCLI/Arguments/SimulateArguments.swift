import ArgumentParser
import LinkPolicy

struct SimulateArguments: CommandArguments {
  static let configuration = CommandConfiguration(
    commandName: "simulate",
    abstract: "Say what happens to a request, and which line of the policy decides.",
    discussion: """
      One request from options, or many from a file with one JSON object per line. Kinds: \
      \(RequestReader.kinds.map { $0.dashed }.joined(separator: ", ")).
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
    command.fields = fields.all
    return try command.run(console)
  }
}

/// `--fail-on` of batches.
enum BatchFailure: String, ExpressibleByArgument, CaseIterable {
  case deny
}

/// The fields of a single request, with dashes.
struct RequestFields: ParsableArguments {
  @Option(help: "prod or sandbox.") var environment: String?
  @Option(help: "Only the policy with this name answers.") var policyName: String?
  @Option(help: "A client of the policy; fills in its client ID.") var client: String?
  @Option(help: "The raw query, after `?`.") var query: String?
  @Option(help: "The whole URL.") var url: String?
  @Option(help: "Decoded parameter.") var clientId: String?
  @Option(help: "Decoded parameter.") var redirectUri: String?
  @Option(help: "Decoded parameter.") var responseType: String?
  @Option(help: "Decoded parameter.") var state: String?
  @Option(help: "Decoded parameter.") var scope: String?
  @Option(help: "Decoded parameter.") var codeChallenge: String?
  @Option(help: "Decoded parameter.") var codeChallengeMethod: String?
  @Option(help: "What the user and the server do.") var outcome: String?
  @Option(help: "The authorization code that is issued.") var code: String?
  @Option(help: "The issuer instead of the policy's.") var iss: String?
  @Option(help: "The intent action.") var action: String?
  @Option(help: "JSON or @FILE: {\"package\": …, \"certs\": [ … ]}.") var caller: String?
  @Option(help: "JSON or @FILE: {\"CLIENT_ID\": …, \"SCOPE\": …, \"REDIRECT_URI\": …}.")
  var extras: String?

  /// The fields that are given, by their names in requests.
  var all: [SimulateCommand.Field] {
    let texts: [(String, String?)] = [
      ("environment", environment), ("policy", policyName), ("client", client), ("query", query),
      ("url", url), ("client_id", clientId), ("redirect_uri", redirectUri),
      ("response_type", responseType), ("state", state), ("scope", scope),
      ("code_challenge", codeChallenge), ("code_challenge_method", codeChallengeMethod),
      ("outcome", outcome), ("code", code), ("iss", iss), ("action", action),
    ]
    let values: [(String, String?)] = [("caller", caller), ("extras", extras)]
    return texts.compactMap { name, value in value.map { .init(name, $0, isJSON: false) } }
      + values.compactMap { name, value in value.map { .init(name, $0, isJSON: true) } }
  }
}

extension String {
  /// `app_flip_ios` as `app-flip-ios`.
  var dashed: String { String(map { $0 == "_" ? "-" : $0 }) }
  /// `app-flip-ios` as `app_flip_ios`.
  var underscored: String { String(map { $0 == "-" ? "_" : $0 }) }
}
