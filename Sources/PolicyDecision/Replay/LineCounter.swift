import PolicyText

/// Counts the policies' decisions on the lines of a log.
struct LineCounter: LineConsumer {
  private(set) var tally: ReplayTally
  private(set) var samples: ReplaySamples
  private let decider: ReplayDecider
  private let options: Replay.Options
  private var scanner: LineScanner
  private let access: AccessLines
  private var hasOther = false

  init(_ decider: ReplayDecider) {
    self.decider = decider
    options = decider.options
    tally = ReplayTally(clients: decider.clientNames.count)
    samples = ReplaySamples(decider)
    scanner = LineScanner(options.format)
    access = AccessLines(decider)
  }

  mutating func take(_ line: Range<Int>, in bytes: [UInt8]) {
    if options.format == .ndjson {
      takeRequest(line, in: bytes)
    } else {
      let isWindows = !line.isEmpty && bytes[line.upperBound - 1] == 0x0D
      takeAccess(line.lowerBound..<(line.upperBound - (isWindows ? 1 : 0)), in: bytes)
    }
  }

  mutating func takeTooLong() { count(.tooLong, []) }

  // MARK: requests

  private mutating func takeRequest(_ line: Range<Int>, in bytes: [UInt8]) {
    guard line.count <= options.limits.line else { return count(.tooLong, bytes[line]) }
    if let problem = scanner.scan(bytes, line) { return count(problem, bytes[line]) }
    guard let environment = environment(in: bytes, line) else {
      return count(.environment, bytes[line])
    }
    answer(request(environment, in: bytes, line))
  }

  /// The environment of the last line; nil if it is unknown.
  private func environment(in bytes: [UInt8], _ line: Range<Int>) -> Environment? {
    guard case .string = scanner[.environment] else { return options.environment }
    if scanner.holds("prod", .environment, in: bytes, line) { return .prod }
    return scanner.holds("sandbox", .environment, in: bytes, line) ? .sandbox : nil
  }

  /// The request of the last line: `query` takes precedence over `url`, and both over plain fields.
  private func request(
    _ environment: Environment, in bytes: [UInt8], _ line: Range<Int>
  ) -> LoggedRequest {
    if let query = scanner.text(.query, in: bytes, line) {
      return LoggedRequest(query: query, environment)
    }
    if let url = scanner.text(.url, in: bytes, line) { return LoggedRequest(url: url, environment) }
    guard !scanner.hasEscapes else {
      // Decoded values are appended to the bytes of the line.
      return fields(environment, in: Array(bytes[line]), 0..<line.count)
    }
    return fields(environment, in: bytes, line)
  }

  /// The request whose parameters are fields of the last line.
  private func fields(
    _ environment: Environment, in bytes: [UInt8], _ line: Range<Int>
  ) -> LoggedRequest {
    // The client and redirect URI are always checked, other parameters only if the line contains
    // them.
    var fields = AuthorizationParameters(in: bytes)
    scanner.locate(.clientID, in: line, as: .clientID, &fields)
    scanner.locate(.redirectURI, in: line, as: .redirectURI, &fields)
    for (field, name) in Self.optionalFields {
      guard scanner.has(field) else {
        fields[location: name] = .notRecorded
        continue
      }
      scanner.locate(field, in: line, as: name, &fields)
    }
    // If samples hide `state`, only its presence matters.
    if options.redacts, fields.range(of: .state) != nil { fields[location: .state] = .notRecorded }
    return LoggedRequest(fields: fields, environment)
  }

  /// Parameters that a line may omit.
  private static let optionalFields = LogFormat.ndjson.names.compactMap { name, field in
    AuthorizationParameters.Name(rawValue: name).map { (field, $0) }
  }.filter { $0.1 != .clientID && $0.1 != .redirectURI }

  private mutating func answer(_ request: LoggedRequest) {
    let answer = decider.answer(request)
    tally.add(answer)
    samples.add(request, answer)
  }

  // MARK: access logs

  private mutating func takeAccess(_ line: Range<Int>, in bytes: [UInt8]) {
    guard line.count <= options.limits.line else { return count(.tooLong, bytes[line]) }
    let found: Result<AccessRequest, LineProblem>
    if options.format.isJSON {
      let problem = scanner.scan(bytes, line)
      found = problem.map { .failure($0) } ?? AccessRequest.read(scanner, bytes, line)
    } else {
      found =
        AccessLineReader.requestLine(of: bytes[line], in: options.format)
        .map { .success(AccessRequest(requestLine: AccessLineReader.unescaped($0))) }
        ?? .failure(.format)
    }
    switch found {
    case .failure(let problem): count(problem, bytes[line])
    case .success(let request):
      guard let target = access.authorizationTarget(request) else { return countOther(bytes[line]) }
      let url = ExactString(decoding: target)
      // If the target isn't valid UTF-8, the decision would be about a different string than the
      // server received.
      guard url.utf8.elementsEqual(target) else { return count(.encoding, bytes[line]) }
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
