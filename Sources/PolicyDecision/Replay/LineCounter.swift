import PolicyText

/// Counts the policies' decisions on the lines of a log.
struct LineCounter: LineConsumer {
  private(set) var tally: ReplayTally
  private(set) var samples: ReplaySamples
  private let decider: ReplayDecider
  private let options: Replay.Options
  private var scanner: LineScanner
  private let access: AccessLines
  private let environments = Environment.allCases.map {
    (environment: $0, name: Array($0.rawValue.utf8)[...])
  }
  private var hasOther = false

  init(_ decider: ReplayDecider) {
    self.decider = decider
    options = decider.options
    tally = ReplayTally(clients: decider.clientNames.count)
    samples = ReplaySamples(decider)
    scanner = LineScanner(options.format)
    access = AccessLines(decider)
  }

  mutating func take(_ line: ArraySlice<UInt8>) {
    let isAccess = options.format != .ndjson
    let line = isAccess && line.last == 0x0D ? line.dropLast() : line
    guard line.count <= options.limits.line else { return count(.tooLong, line) }
    if isAccess { takeAccess(line) } else { takeRequest(line) }
  }

  mutating func takeTooLong() { count(.tooLong, []) }

  // MARK: requests

  private mutating func takeRequest(_ line: ArraySlice<UInt8>) {
    if let problem = scanner.scan(line) { return count(problem, line) }
    guard let environment else { return count(.environment, line) }
    answer(request(environment))
  }

  /// The environment of the last line; nil if it is unknown.
  private var environment: Environment? {
    guard let name = scanner.bytes(.environment) else { return options.environment }
    return environments.first { $0.name == name }?.environment
  }

  /// The request of the last line: `query` takes precedence over `url`, and both over plain fields.
  private mutating func request(_ environment: Environment) -> LoggedRequest {
    if let query = scanner.text(.query) { return LoggedRequest(query: query, environment) }
    if let url = scanner.text(.url) { return LoggedRequest(url: url, environment) }
    return LoggedRequest(fields: scanner.parameters(), environment)
  }

  private mutating func answer(_ request: LoggedRequest) {
    let answer = decider.answer(request)
    tally.add(answer)
    samples.add(request, answer)
  }

  // MARK: access logs

  private mutating func takeAccess(_ line: ArraySlice<UInt8>) {
    let found: Result<AccessRequest, LineProblem>
    if options.format.isJSON {
      found = scanner.scan(line).map { .failure($0) } ?? AccessRequest.read(scanner)
    } else {
      found =
        AccessLineReader.requestLine(of: line, in: options.format)
        .map { .success(AccessRequest(requestLine: AccessLineReader.unescaped($0))) }
        ?? .failure(.format)
    }
    switch found {
    case .failure(let problem): count(problem, line)
    case .success(let request):
      guard let target = access.authorizationTarget(request) else { return countOther(line) }
      let url = ExactString(decoding: target)
      // If the target isn't valid UTF-8, the decision would be about a different string than the
      // server received.
      guard url.utf8.elementsEqual(target) else { return count(.encoding, line) }
      answer(LoggedRequest(url: url, options.environment))
    }
  }

  // MARK: other lines

  /// Counts a line of an access log whose request is not to an authorization endpoint.
  private mutating func countOther(_ line: ArraySlice<UInt8>) {
    tally.add(decider.otherRequest)
    // By default, samples don't show URLs of other pages, so one is enough.
    guard !options.redacts || !hasOther else { return }
    hasOther = true
    samples.addOther(options.redacts ? .null : Self.shown(line), decider.otherRequest)
  }

  private mutating func count(_ problem: LineProblem, _ line: ArraySlice<UInt8>) {
    tally.add(problem)
    // A line that can't be parsed can't be redacted either.
    samples.add(problem, options.redacts || line.isEmpty ? .null : Self.shown(line))
  }

  private static func shown(_ line: ArraySlice<UInt8>) -> JSONValue {
    .string(DisplayText.shortened(ExactString(decoding: line).string, to: 1_000))
  }
}
