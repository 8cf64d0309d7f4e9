import ArgumentParser
import LinkPolicy

extension ReplayCommand.Format: ExpressibleByArgument {}
extension ReplayCommand.Failure: ExpressibleByArgument {}

struct ReplayArguments: CommandArguments {
  static let configuration = CommandConfiguration(
    commandName: "replay",
    abstract: "Put recorded requests to the policies, and count who would break.",
    discussion: """
      Reads one JSON object per line: `query` or `url` of a request to the authorization endpoint, or \
      its decoded fields `client_id`, `redirect_uri`, `response_type`, `scope`, `state`, \
      `code_challenge`, `code_challenge_method`, and `environment`; other fields are ignored. A decoded \
      field that is absent was not recorded and is not checked, null means that the request did not \
      have it; client and redirect URI are always checked. Files ending in .gz or .zst are read \
      through gzip or zstd. A pipe is read as `-`, `/dev/stdin` or `<(command)`; named pipes and devices are refused.

      Access logs hold everything that a server was asked for: --log-format says how they are written. \
      Their requests to the authorization endpoints of the policies, or without those the queries with \
      `client_id` and `redirect_uri` or `response_type`, are decided; all others are ignored as \
      `not-authorization-request`. They name no environment: --environment does.

      A line that is no such object, or longer than 1 MiB, is malformed: it is counted, and makes the \
      exit status 1. Denied requests are data; --fail-on makes them count.

      Summaries in JSON are one line each and add up:
        linkpolicy replay merge part1.json part2.json

      Examples:
        linkpolicy replay access.ndjson --summary text
        linkpolicy replay logs/*.ndjson.gz --policy new.yaml --against old.yaml --fail-on flip
        linkpolicy replay access.log.zst --log-format combined --policy Policies
        zcat day.gz | linkpolicy replay --policy Policies > part.json
      """)

  @Argument(
    help: "Logs, default `-`, standard input; or `merge` and summaries to add up.")
  var requests: [String] = []

  @OptionGroup var policies: PolicyOptions

  @Option(
    help: ArgumentHelp(
      "Older policies: requests whose decision flips are counted; may be repeated.",
      valueName: "path"))
  var against: [String] = []

  @Option(
    help: """
      How the lines are written: ndjson, common, combined, alb, cloudflare, envoy or nginx (JSON).
      """)
  var logFormat = LogFormatName(format: .ndjson)

  @Option(help: "prod or sandbox, for lines that name none.")
  var environment = EnvironmentName.prod

  @Option(help: "text, json or markdown. Default: text on a terminal, else json.")
  var summary: ReplayCommand.Format?

  @Option(help: "How many samples of each decision and reason.")
  var samples = 5

  @Option(help: "How many parts of the logs are read at a time. Default: the processors, up to 8.")
  var jobs: Int?

  @Flag(help: "Show `state`, `code` and malformed lines in samples.")
  var noRedact = false

  @Option(
    help: """
      What makes the exit status 1, besides malformed lines: deny, flip; never: not even those.
      """)
  var failOn: ReplayCommand.Failure?

  @OptionGroup var colors: ColorOptions

  func run(on console: Console) throws -> ExitStatus {
    guard (0...1_000).contains(samples) else {
      throw UsageError("--samples takes a number from 0 to 1000")
    }
    if requests.first == "merge" {
      var command = ReplayMergeCommand()
      command.summaries = Array(requests.dropFirst())
      command.format = summary
      command.samples = samples
      command.failOn = failOn
      command.color = colors.color
      return try command.run(policies.access.narrow(console))
    }
    var command = ReplayCommand()
    command.requests = requests
    command.policies = policies.policies
    command.against = against
    command.allowsInvalid = policies.allowInvalid
    command.logFormat = logFormat.format
    command.environment = environment.environment
    command.format = summary
    command.samples = samples
    command.jobs = jobs
    command.redacts = !noRedact
    command.failOn = failOn
    command.color = colors.color
    if let jobs, !(1...256).contains(jobs) {
      throw UsageError("--jobs takes a number from 1 to 256")
    }
    return try command.run(policies.access.narrow(console))
  }
}

/// `--log-format`.
struct LogFormatName: ExpressibleByArgument {
  var format: LogFormat

  init(format: LogFormat) { self.format = format }

  init?(argument: String) {
    guard let format = LogFormat(rawValue: argument) else { return nil }
    self.format = format
  }

  static var allValueStrings: [String] { LogFormat.allCases.map(\.rawValue) }

  var defaultValueDescription: String { format.rawValue }
}
