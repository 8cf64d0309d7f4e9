import PolicyDecision
import PolicyDiagnostics
import PolicyText

/// Reads parts of logs and counts what the policies say to their lines; one thread uses it at a time.
///
/// `@unchecked`: the pool gives a worker one task at a time, and the results are taken after all.
final class ReplayWorker: LineConsumer, @unchecked Sendable {
  /// The first part that could not be read.
  private(set) var failure: (task: Int, error: FileSystemError)?
  let decider: ReplayDecider
  private var tally: ReplayTally
  private var samples: ReplaySamples
  private var reader: LogReader
  var scanner: LineScanner
  /// Answers to client and redirect URI: those that match apart from the others, which are of many
  /// kinds and would drive them out.
  private let matched: LineCache<LineIdentity>
  private let refused: LineCache<LineIdentity>
  /// Answers to what follows, by the requirements of clients.
  private let checked: LineCache<LineRest>
  /// Made where a line has a URL; most logs have none.
  private lazy var places = LinePlaces(decider)
  /// Made where the lines are those of access logs.
  lazy var access = AccessLines(decider)
  private var hasOther = false
  let standardIsSandbox: Bool
  private let redacts: Bool
  let maximumLength: Int
  private let isAccessLog: Bool

  init(_ decider: ReplayDecider) {
    self.decider = decider
    tally = ReplayTally(clients: decider.clientNames.count)
    samples = ReplaySamples(decider)
    reader = LogReader(decider.options.limits)
    let nobody = LineIdentity(
      reason: 0, isMatched: false, wasMatched: false, client: -1, requirements: 0,
      oldRequirements: 0)
    let answers = decider.options.limits.answers
    matched = LineCache(
      entries: min(answers, decider.registered * 2), none: nobody)
    refused = LineCache(entries: answers, none: nobody)
    checked = LineCache(entries: 512, none: LineRest(problem: 0, wasRefused: true))
    scanner = LineScanner(decider.options.format)
    isAccessLog = decider.options.format != .ndjson
    standardIsSandbox = decider.options.environment == .sandbox
    redacts = decider.options.redacts
    maximumLength = decider.options.limits.line
  }

  deinit {
    scanner.end()
    if isAccessLog { access.end() }
  }

  /// Reads a part.
  func run(_ part: LogPart, task: Int, _ logs: any LogStore, progress: ((Int) -> Void)?) {
    guard failure == nil else { return }
    do throws(FileSystemError) {
      let file = try logs.open(part.path)
      try reader.read(part, of: file, progress: progress, to: self)
      try file.finish()
    } catch {
      failure = (task, error)
    }
  }

  /// What was counted.
  func result() -> (tally: ReplayTally, samples: ReplaySamples) {
    matched.drain { tally.add($0.answer, $1) }
    refused.drain { tally.add($0.answer, $1) }
    return (tally, samples)
  }

  // MARK: lines

  func take(_ start: LineCursor, stop: LineCursor, end: LineCursor) -> LineCursor {
    if isAccessLog { return takeAccess(start, stop: stop, end: end) }
    // Copies: what is shared would be checked for overlapping access with every line.
    var line = scanner
    defer { scanner = line }
    var limits = samples.limits
    var place = start
    while place < stop {
      let problem = line.scan(place)
      var feed = line.place
      if let problem {
        feed = feed.lineFeed
        guard feed < end else { break }
        count(feed - place > maximumLength ? .tooLong : problem, LineText(place, feed - place))
      } else {
        guard feed < end else { break }
        if feed - place > maximumLength {
          count(.tooLong, LineText(place, feed - place))
        } else {
          answer(line.fields, LineText(place, feed - place), &limits)
        }
      }
      place = feed + 1
    }
    return place
  }

  func takeTooLong() { count(.tooLong, .empty) }

  @inline(__always) private func answer(
    _ line: LineFields, _ whole: LineText, _ limits: inout SampleLimits
  ) {
    var isSandbox = standardIsSandbox
    if line.isString(.environment) {
      let name = line[.environment]
      if name.isEqual(to: "prod") {
        isSandbox = false
      } else if name.isEqual(to: "sandbox") {
        isSandbox = true
      } else {
        return count(.environment, whole)
      }
    }
    guard !line.isString(.query), !line.isString(.url) else {
      return askAll(line, isSandbox: isSandbox)
    }
    let key = Self.identityKey(line[.clientID], line[.redirectURI], isSandbox: isSandbox)
    if let place = matched.place(of: key) {
      take(line, isSandbox: isSandbox, key, matched.value(at: place), matched, place, &limits)
    } else if let place = refused.place(of: key) {
      take(line, isSandbox: isSandbox, key, refused.value(at: place), refused, place, &limits)
    } else {
      ask(line, isSandbox: isSandbox, key, &limits)
    }
  }

  /// Counts a line whose client and redirect URI are answered.
  @inline(__always) private func take(
    _ line: LineFields, isSandbox: Bool, _ key: LineKey, _ identity: LineIdentity,
    _ memo: LineCache<LineIdentity>?, _ place: Int, _ limits: inout SampleLimits
  ) {
    var answer = identity.answer
    // Where nothing matches, nothing else is looked at.
    if identity.isMatched || identity.wasMatched {
      let restKey = Self.restKey(line, identity)
      let rest =
        checked.place(of: restKey).map { checked.value(at: $0) }
        ?? askRest(line, isSandbox: isSandbox, identity, restKey)
      if !rest.isFine { answer = identity.answer(rest) }
      if rest.isFine, let memo {
        memo.count(at: place)
      } else {
        tally.add(answer, 1)
      }
    } else if let memo {
      memo.count(at: place)
    } else {
      tally.add(answer, 1)
    }
    if limits.admit(answer, identity.subject) {
      show(line, isSandbox: isSandbox, answer, identity.subject)
      limits = samples.limits
    }
  }

  /// Client, redirect URI and environment; the hash is the rank of the request among samples, where these
  /// hold nothing that samples leave out.
  @inline(__always) private static func identityKey(
    _ clientID: LineText, _ redirectURI: LineText, isSandbox: Bool
  ) -> LineKey {
    LineKey(
      first: clientID, second: redirectURI, third: LineText(redirectURI.start, 0),
      forms: isSandbox ? 1 : 0,
      hash: redirectURI.hash(clientID.hash(SampleRank.seed(isSandbox: isSandbox))))
  }

  /// What follows client and redirect URI, and the requirements that it is held against.
  @inline(__always) private static func restKey(
    _ line: LineFields, _ identity: LineIdentity
  ) -> LineKey {
    let responseType = line[.responseType]
    let scope = line[.scope]
    let method = line[.codeChallengeMethod]
    let challenge = line[.codeChallenge]
    var forms = form(line, .responseType, responseType)
    forms |= form(line, .scope, scope) << 2
    forms |= form(line, .codeChallengeMethod, method) << 4
    forms |= form(line, .state, line[.state]) << 6
    forms |= form(line, .codeChallenge, challenge) << 8
    if challenge.count > 0 { forms |= UInt64(challenge.challengeShape) << 10 }
    forms |= identity.isMatched ? 1 << 12 : 0
    forms |= identity.wasMatched ? 1 << 13 : 0
    forms |= UInt64(identity.requirements) << 14
    // Requirements are as many as clients at most, which are far fewer than 2^25.
    forms |= UInt64(identity.oldRequirements) << 39
    return LineKey(
      first: responseType, second: scope, third: method, forms: forms,
      hash: method.hash(scope.hash(responseType.hash(forms))))
  }

  /// 0 not recorded, 1 missing, 2 given, as `Parameter` has it.
  @inline(__always) private static func form(
    _ line: LineFields, _ field: LogField, _ text: LineText
  ) -> UInt64 {
    text.count > 0 ? 2 : line.has(field) ? 1 : 0
  }

  // MARK: questions to the core

  @inline(never) private func ask(
    _ line: LineFields, isSandbox: Bool, _ key: LineKey, _ limits: inout SampleLimits
  ) {
    if var stranger = decider.stranger(key.first, isSandbox: isSandbox) {
      // Not kept: it would drive out what is asked for again, and costs no more than looking for it.
      stranger.subject = subject(
        key, key.first.exact, key.second.exact, isSandbox ? .sandbox : .prod)
      return take(line, isSandbox: isSandbox, key, stranger, nil, 0, &limits)
    }
    let identity = identify(
      key, key.first.exact, key.second.exact, isSandbox ? .sandbox : .prod)
    let memo = identity.isMatched ? matched : refused
    let place = memo.keep(identity, for: key) { tally.add($0.answer, $1) }
    take(
      line, isSandbox: isSandbox, key, identity, place == nil ? nil : memo, place ?? 0,
      &limits)
  }

  @inline(never) private func askRest(
    _ line: LineFields, isSandbox: Bool, _ identity: LineIdentity, _ key: LineKey
  ) -> LineRest {
    let request = LoggedRequest(line, environment: isSandbox ? .sandbox : .prod)
    let parameters = (try? request.parameters.get()) ?? AuthorizationParameters()
    let rest = decider.check(parameters, identity)
    _ = checked.keep(rest, for: key) { _, _ in }
    return rest
  }

  /// A line whose parameters stand in a query: what they say is asked as if they stood in fields.
  @inline(never) func askAll(_ line: LineFields, isSandbox: Bool) {
    let request = LoggedRequest(line, environment: isSandbox ? .sandbox : .prod)
    let url = line.isString(.query) ? nil : line[.url]
    guard case .success(let parameters) = request.parameters else {
      let answer = decider.answer(
        decider.answer(request),
        url.map { places.elsewhere($0, request.environment, .missing) } ?? [])
      tally.add(answer, 1)
      return samples.add(request, answer)
    }
    LineText.with((parameters.clientID.text ?? "").utf8) { clientID in
      LineText.with((parameters.redirectURI.text ?? "").utf8) { redirectURI in
        let key = Self.identityKey(clientID, redirectURI, isSandbox: isSandbox)
        let identity = identify(key, request.environment, parameters)
        var answer = identity.answer
        if identity.isMatched || identity.wasMatched {
          answer = identity.answer(decider.check(parameters, identity))
        }
        if let url {
          answer = decider.answer(
            answer, places.elsewhere(url, request.environment, parameters.clientID))
        }
        tally.add(answer, 1)
        if samples.limits.admit(answer, identity.subject) {
          samples.add(request, answer, subject: identity.subject)
        }
      }
    }
  }

  private func identify(
    _ key: LineKey, _ environment: Environment, _ parameters: AuthorizationParameters
  ) -> LineIdentity {
    if let place = matched.place(of: key) { return matched.value(at: place) }
    if let place = refused.place(of: key) { return refused.value(at: place) }
    let identity = identify(
      key, parameters.clientID.text ?? "", parameters.redirectURI.text ?? "", environment)
    _ = (identity.isMatched ? matched : refused).keep(identity, for: key) {
      tally.add($0.answer, $1)
    }
    return identity
  }

  /// What the core says to client and redirect URI, and their rank; copied only where somebody asks for a copy.
  private func identify(
    _ key: LineKey, _ clientID: @autoclosure () -> ExactString,
    _ redirectURI: @autoclosure () -> ExactString, _ environment: Environment
  ) -> LineIdentity {
    var identity = decider.identify(
      Parameter(clientID()), Parameter(redirectURI()), environment)
    identity.subject = subject(key, clientID(), redirectURI(), environment)
    return identity
  }

  /// The rank of a request among samples: once for all lines with client and redirect URI, and not for each line.
  private func subject(
    _ key: LineKey, _ clientID: @autoclosure () -> ExactString,
    _ redirectURI: @autoclosure () -> ExactString, _ environment: Environment
  ) -> UInt64 {
    redacts && (key.first.mayHide || key.second.mayHide)
      ? SampleRank.subject(
        clientID(), redirectURI(), isSandbox: environment == .sandbox, otherwise: key.hash)
      : key.hash
  }

  // MARK: samples

  @inline(never) private func show(
    _ line: LineFields, isSandbox: Bool, _ answer: LineAnswer, _ subject: UInt64
  ) {
    // Of what is shown, the texts that follow; a line like one before shows nothing new.
    var text = subject
    for field in [LogField.responseType, .scope, .codeChallengeMethod, .codeChallenge] {
      text = line[field].hash(text ^ Self.form(line, field, line[field]))
    }
    text ^= Self.form(line, .state, line[.state])
    if !redacts { text = line[.state].hash(text) }
    guard samples.isNew(text) else { return }
    let request = LoggedRequest(line, environment: isSandbox ? .sandbox : .prod)
    samples.add(request, answer, subject: subject)
  }

  /// Counts a line of an access log whose request is none to an authorization endpoint.
  func countOther(_ line: LineText) {
    tally.add(decider.otherRequest, 1)
    // Addresses of other pages are shown to those only who ask for all; else one sample says enough.
    guard !redacts || !hasOther else { return }
    hasOther = true
    samples.addOther(
      redacts ? .null : .string(UTF8Text.shortened(line.exact.string, to: 1_000)),
      decider.otherRequest)
  }

  @inline(never) func count(_ problem: LineProblem, _ line: LineText) {
    tally.add(problem)
    // What cannot be read cannot be redacted either.
    let isHidden = redacts || line.count == 0
    samples.add(
      problem, isHidden ? .null : .string(UTF8Text.shortened(line.exact.string, to: 1_000)))
  }
}
