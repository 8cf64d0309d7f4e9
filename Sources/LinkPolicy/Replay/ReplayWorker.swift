import Diagnostics
import PolicyDecision
import TextSupport

/// Reads parts of logs and counts what the policies say to their lines; one thread uses it at a time.
///
/// `@unchecked`: the pool gives a worker one task at a time, and the results are taken after all.
final class ReplayWorker: LineConsumer, @unchecked Sendable {
  /// The first part that could not be read.
  private(set) var failure: (task: Int, error: FileSystemError)?
  private let decider: ReplayDecider
  private var tally: ReplayTally
  /// By decisions' reasons, then flips and reasons, then problems of lines.
  private var groups: [SampleGroup]
  private var reader: LogReader
  private var scanner = LineScanner()
  /// Two memos, so that denied requests of all kinds do not drive out the allowed ones.
  private let allowed: AnswerMemo
  private let denied: AnswerMemo
  private let standardIsSandbox: Bool
  private let redacts: Bool
  private let longest: Int

  init(_ decider: ReplayDecider) {
    self.decider = decider
    tally = ReplayTally(clients: decider.clientNames.count)
    groups = Array(
      repeating: SampleGroup(limit: decider.options.samples),
      count: Reason.allCases.count * (1 + LineAnswer.Flip.allCases.count)
        + LineProblem.allCases.count)
    reader = LogReader(decider.options.limits)
    allowed = AnswerMemo(entries: min(8_192, max(512, decider.registered * 4)))
    denied = AnswerMemo(entries: 2_048)
    standardIsSandbox = decider.options.environment == .sandbox
    redacts = decider.options.redacts
    longest = decider.options.limits.line
  }

  deinit { scanner.end() }

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

  /// What was counted; the worker starts anew.
  func result() -> (tally: ReplayTally, groups: [SampleGroup]) {
    allowed.empty(into: &tally)
    denied.empty(into: &tally)
    return (tally, groups)
  }

  // MARK: lines

  func take(_ start: LineCursor, stop: LineCursor, end: LineCursor) -> LineCursor {
    // A copy: what is shared would be checked for overlapping access with every line.
    var line = scanner
    defer { scanner = line }
    var place = start
    while place < stop {
      let problem = line.scan(place)
      var feed = line.place
      if let problem {
        feed = feed.lineFeed
        guard feed < end else { break }
        count(feed - place > longest ? .tooLong : problem, LineText(place, feed - place))
      } else {
        guard feed < end else { break }
        if feed - place > longest {
          count(.tooLong, LineText(place, feed - place))
        } else {
          answer(line, place, feed)
        }
      }
      place = feed + 1
    }
    return place
  }

  func takeTooLong() { count(.tooLong, .empty) }

  @inline(__always) private func answer(
    _ line: LineScanner, _ start: LineCursor, _ end: LineCursor
  ) {
    var isSandbox = standardIsSandbox
    if line.isString(.environment) {
      let name = line[.environment]
      if name.isEqual(to: "prod") {
        isSandbox = false
      } else if name.isEqual(to: "sandbox") {
        isSandbox = true
      } else {
        return count(.environment, LineText(start, end - start))
      }
    }
    guard !line.isString(.query), !line.isString(.url) else {
      return ask(line, isSandbox: isSandbox, key: nil)
    }
    let key = key(line, isSandbox: isSandbox)
    guard let answer = allowed.take(key) ?? denied.take(key) else {
      return ask(line, isSandbox: isSandbox, key: key)
    }
    // Behind a form there are many texts, each of which may be the sample to show.
    let isShownDifferently =
      line.isString(.codeChallenge) || (!redacts && line.isString(.state))
    if isShownDifferently { sample(line, isSandbox: isSandbox, answer, subject: key.rank) }
  }

  /// All that decides about a line with plain fields.
  @inline(__always) private func key(_ line: LineScanner, isSandbox: Bool) -> AnswerMemo.Key {
    let clientID = line[.clientID]
    let redirectURI = line[.redirectURI]
    let responseType = line[.responseType]
    let scope = line[.scope]
    let method = line[.codeChallengeMethod]
    var forms: UInt32 = isSandbox ? 1 : 0
    forms |= Self.form(line, .responseType, responseType) << 1
    forms |= Self.form(line, .scope, scope) << 3
    forms |= Self.form(line, .codeChallengeMethod, method) << 5
    forms |= Self.form(line, .state, line[.state]) << 7
    let challenge = line[.codeChallenge]
    forms |= Self.form(line, .codeChallenge, challenge) << 9
    if challenge.count > 0 {
      forms |= UInt32(challenge.challengeShape) << 11
    }
    let rank = redirectURI.hash(clientID.hash(SampleRank.seed(isSandbox: isSandbox)))
    let hash = method.hash(scope.hash(responseType.hash(rank ^ UInt64(forms) << 32)))
    return AnswerMemo.Key(
      clientID: clientID, redirectURI: redirectURI, responseType: responseType, scope: scope,
      method: method, forms: forms, rank: rank, hash: hash)
  }

  /// 0 not recorded, 1 missing, 2 given, as `Parameter` has it.
  @inline(__always) private static func form(
    _ line: LineScanner, _ field: LogField, _ text: LineText
  ) -> UInt32 {
    text.count > 0 ? 2 : line.has(field) ? 1 : 0
  }

  // MARK: lines that were not answered before

  @inline(never) private func ask(_ line: LineScanner, isSandbox: Bool, key: AnswerMemo.Key?) {
    let request = LoggedRequest(line, environment: isSandbox ? .sandbox : .prod)
    let answer = decider.answer(request)
    let memo = answer.isAllowed ? allowed : denied
    let isKept = key.map { memo.keep(answer, for: $0, counting: &tally) } ?? false
    if !isKept { tally.add(answer, 1) }
    sample(request, answer, subject: key?.rank)
  }

  @inline(never) private func sample(
    _ line: LineScanner, isSandbox: Bool, _ answer: LineAnswer, subject: UInt64
  ) {
    guard isWanted(answer, subject) else { return }
    sample(LoggedRequest(line, environment: isSandbox ? .sandbox : .prod), answer, subject: subject)
  }

  private func isWanted(_ answer: LineAnswer, _ subject: UInt64) -> Bool {
    if groups[Int(answer.reason)].wants(subject) { return true }
    guard let flip = answer.flip else { return false }
    return groups[ReplayGroup.index(flip, Int(answer.reason))].wants(subject)
  }

  private func sample(_ request: LoggedRequest, _ answer: LineAnswer, subject: UInt64?) {
    if let subject, !isWanted(answer, subject) { return }
    let shown = request.json(redacts: redacts)
    let reason = Reason.allCases[Int(answer.reason)]
    groups[Int(answer.reason)].add(shown) {
      decider.sample(
        request, shown: shown, class: answer.isAllowed ? "allow" : "deny", reason: reason)
    }
    guard let flip = answer.flip else { return }
    groups[ReplayGroup.index(flip, Int(answer.reason))].add(shown) {
      decider.sample(request, shown: shown, class: flip.rawValue, reason: reason)
    }
  }

  @inline(never) private func count(_ problem: LineProblem, _ line: LineText) {
    tally.add(problem)
    // What cannot be read cannot be redacted either.
    let shown =
      redacts || line.count == 0
      ? JSONValue.null : .string(UTF8Text.shortened(line.exact.string, to: 1_000))
    groups[ReplayGroup.index(problem)].add(shown) {
      ReplaySample(
        kind: "malformed", reason: problem.rawValue, count: 0, request: shown, old: .null,
        new: .null)
    }
  }
}

/// Where the samples of a class and reason stand among all groups.
enum ReplayGroup {
  static func index(_ flip: LineAnswer.Flip, _ reason: Int) -> Int {
    (1 + flip.index) * Reason.allCases.count + reason
  }

  static func index(_ problem: LineProblem) -> Int {
    (1 + LineAnswer.Flip.allCases.count) * Reason.allCases.count
      + (LineProblem.allCases.firstIndex(of: problem) ?? 0)
  }
}
