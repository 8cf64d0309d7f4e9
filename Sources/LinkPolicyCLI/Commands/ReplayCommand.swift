import ArgumentParser
import LinkPolicy
import PolicyText

/// `linkpolicy replay`
struct ReplayCommand: Command {
  static let configuration = CommandConfiguration(
    subcommand: "replay",
    abstract: "Evaluate recorded requests and count decisions and changes.",
    discussion: """
      Examples:
        linkpolicy replay access.ndjson --summary text
        linkpolicy replay logs/*.ndjson.gz --policy new.yaml --against old.yaml
        linkpolicy replay access.log.zst --log-format combined

      Reads one JSON object per line: the `query` or `url` of a request to the authorization endpoint, or \
      its decoded fields `client_id`, `redirect_uri`, `response_type`, `scope`, `state`, \
      `code_challenge`, `code_challenge_method`, and `environment`. Other fields are ignored. A missing \
      decoded field was not recorded and is not checked; null means that the request did not have it. \
      Client and redirect URI are always checked. Files that end in .gz or .zst are read through gzip or \
      zstd. For a pipe, use `-`, `/dev/stdin` or `<(command)`; named pipes and devices are rejected.

      Access logs contain every request to a server; --log-format names their format. Requests to the \
      authorization endpoints of the policies are evaluated. If the policies name no endpoints, queries \
      with `client_id` and `redirect_uri` or `response_type` are evaluated. All other requests are \
      ignored as `not-authorization-request`. Access logs name no environment; use --environment.

      A line that is not such an object, or is longer than 1 MiB, is malformed. Malformed lines are \
      counted and set the exit status to 1; denied requests do so only with --fail-on.

      Each JSON summary is one line. To add up the summaries of parts:
        linkpolicy replay merge part1.json part2.json

      Exit status: 0 success; 1 malformed lines, or requests that match `--fail-on`; \
      2 invalid usage or unreadable input; 3 internal error.
      """)

  /// `--fail-on`.
  enum Failure: String, EnumerationOption {
    case deny, flip
    /// Exits with 0 despite malformed lines, for engines that treat any other status as a crash.
    case never
  }

  @Argument(help: "Logs; `-` is standard input (default: -); or `merge` and summaries to add up.")
  var requests: [String] = []

  @Option(name: .customLong("policy"), help: .policy) var policies: [String] = []
  @Flag(help: .allowInvalid) var allowInvalid = false
  @Flag(help: .followLinks) var followLinks = false

  @Option(
    help: ArgumentHelp(
      "Count requests that these older policies decide differently (repeatable).",
      valueName: "path"))
  var against: [String] = []

  @Option(
    help:
      "Read lines in this format; envoy and nginx as JSON."
  )
  var logFormat = LogFormat.ndjson

  @Option(
    name: .environment,
    help: "Assume this environment for lines that name none.")
  var environment = Environment.prod

  @Option(
    help: "Print the summary in this format (default: text on a terminal, else json).")
  var summary: TextJSONOrMarkdown?

  @Option(help: "Show up to this many samples per decision and reason.")
  var samples = 5

  @Option(
    help: "Read this many parts of the logs in parallel (default: number of processors, up to 8).")
  var jobs: Int?

  @Flag(help: "Show `state`, `code` and malformed lines in samples.")
  var noRedact = false

  @Option(
    help:
      "Exit with status 1 on denied requests (deny) or changed decisions (flip), or never, even on malformed lines (default: malformed lines)."
  )
  var failOn: Failure?

  @Option(help: .color) var color = ColorChoice.auto

  /// Each job has its own buffers.
  private static let maximumDefaultJobs = 8

  func run(on console: Console) throws -> ExitStatus {
    guard (0...1_000).contains(samples) else {
      throw UsageError("`--samples` must be from 0 to 1000")
    }
    let console = console.following(followLinks)
    if requests.first == "merge" { return try merge(requests.dropFirst(), console) }
    if let jobs, !(1...256).contains(jobs) { throw UsageError("`--jobs` must be from 1 to 256") }
    guard let new = try load(policies, console) else { return .usage }
    var old: Project?
    if !against.isEmpty {
      old = try load(against, console)
      guard old != nil else { return .usage }
    }
    let paths = requests.isEmpty ? ["-"] : requests
    guard paths.count(where: { $0 == "-" }) < 2 else {
      throw UsageError("`-` can be given only once")
    }
    var options = Replay.Options()
    options.format = logFormat
    options.environment = environment
    options.samples = samples
    options.jobs = jobs ?? min(Self.maximumDefaultJobs, processorCount)
    options.redacts = !noRedact
    return write(try replay(Replay(new, against: old, options: options), paths, console), console)
  }

  private func load(_ paths: [String], _ console: Console) throws -> Project? {
    try ProjectLoader.load(
      paths, allowsInvalid: allowInvalid, color: color, console)
  }

  private func replay(
    _ replay: Replay, _ paths: [String], _ console: Console
  ) throws -> ReplaySummary {
    guard console.isErrorTerminal else {
      return try replay.run(paths, logs: console.logs)
    }
    let sizes = paths.map { try? console.logs.size(of: $0) }
    let isKnown = sizes.allSatisfy { $0 != nil }
    let line = ProgressLine(
      total: isKnown ? sizes.compactMap(\.self).reduce(0, +) : nil,
      clock: console.milliseconds, write: { console.writeError($0) })
    defer { line.end() }
    return try replay.run(paths, logs: console.logs, progress: { line.add($0) })
  }

  /// `replay merge`: adds summaries.
  private func merge(_ paths: ArraySlice<String>, _ console: Console) throws -> ExitStatus {
    guard !paths.isEmpty else { throw UsageError("`replay merge` needs at least one summary") }
    var total = ReplaySummary()
    for path in paths {
      let bytes = try console.content(of: path)
      do {
        let parts = try ReplaySummary.read(bytes)
        guard !parts.isEmpty else {
          throw ReplaySummary.Problem(message: "contains no summary")
        }
        for part in parts { try total.add(part, samples: samples) }
      } catch let problem as ReplaySummary.Problem {
        throw UsageError("\(DisplayText.visible(path)): \(problem.message)")
      } catch is ReplaySummary.Overflow {
        throw UsageError("\(DisplayText.visible(path)): the sum of the counts is too large")
      }
    }
    return write(total, console)
  }

  private func write(_ result: ReplaySummary, _ console: Console) -> ExitStatus {
    switch summary ?? (console.isTerminal ? .text : .json) {
    // One line, so summaries of many parts can be collected in one file.
    case .json: console.write(result.json.text() + "\n", as: .json)
    case .markdown: console.write(ReplayMarkdown(summary: result).text)
    case .text:
      let style = console.style(color, isTerminal: console.isTerminal)
      console.write(ReplayText(summary: result, style: style).text)
    }
    switch failOn {
    case .never?: return .clean
    case .deny? where result.deny > 0: return .findings
    case .flip? where result.flipped > 0: return .findings
    default: return result.malformed > 0 ? .findings : .clean
    }
  }
}
