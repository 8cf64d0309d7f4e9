import PolicyDecision
import PolicyText

/// The samples of all classes and reasons that one worker keeps.
struct ReplaySamples {
  /// What a sample is made of, once it is known that it is one.
  enum Candidate: SampleItem {
    case request(LoggedRequest, redacts: Bool, kind: String, reason: Reason)
    case problem(LineProblem, shown: JSONValue)
    case other(shown: JSONValue)

    var shown: JSONValue {
      switch self {
      case .request(let request, let redacts, _, _): request.json(redacts: redacts)
      case .problem(_, let shown), .other(let shown): shown
      }
    }
  }

  private let decider: ReplayDecider
  /// By decisions' reasons, then flips and reasons, then problems of lines.
  private(set) var groups: [SampleGroup<Candidate>]
  /// The ranks that are still taken.
  private(set) var limits: SampleLimits
  /// Hashes of what was looked at lately.
  private var recent = [UInt64](repeating: 0, count: 256)

  init(_ decider: ReplayDecider) {
    self.decider = decider
    let count =
      Reason.allCases.count * (1 + LineAnswer.Flip.allCases.count) + LineProblem.allCases.count
    groups = Array(repeating: SampleGroup(limit: decider.options.samples), count: count)
    limits = SampleLimits(highest: groups.map(\.highest))
  }

  /// True for a text that was not looked at lately.
  mutating func isNew(_ hash: UInt64) -> Bool {
    let place = Int(hash & 255)
    guard recent[place] != hash else { return false }
    recent[place] = hash
    return true
  }

  /// Takes a request in, if it ranks before others.
  ///
  /// - Parameter subject: its rank, where it is known.
  mutating func add(_ request: LoggedRequest, _ answer: LineAnswer, subject: UInt64? = nil) {
    let redacts = decider.options.redacts
    let rank =
      subject.map { SampleRank(subject: $0) } ?? SampleRank(request.json(redacts: redacts))
    guard limits.admit(answer, rank.subject) else { return }
    let index = Int(answer.reason)
    let reason = Reason.allCases[index]
    let kind =
      answer.elsewhere.contains(.isIgnored) ? "ignore" : answer.isAllowed ? "allow" : "deny"
    groups[index].add(.request(request, redacts: redacts, kind: kind, reason: reason), rank)
    limits.highest[index] = groups[index].highest
    guard let flip = answer.flip else { return }
    let place = SampleLimits.index(flip, index)
    groups[place].add(
      .request(request, redacts: redacts, kind: flip.rawValue, reason: reason), rank)
    limits.highest[place] = groups[place].highest
  }

  /// Takes a line in that is no request.
  mutating func add(_ problem: LineProblem, _ shown: JSONValue) {
    groups[Self.index(problem)].add(.problem(problem, shown: shown), SampleRank(shown))
  }

  /// Takes a line of an access log in whose request is none for the policies.
  mutating func addOther(_ shown: JSONValue, _ answer: LineAnswer) {
    let index = Int(answer.reason)
    groups[index].add(.other(shown: shown), SampleRank(shown))
    limits.highest[index] = groups[index].highest
  }

  /// Takes the samples of another worker in.
  mutating func add(_ other: ReplaySamples) {
    for index in groups.indices { groups[index].add(other.groups[index]) }
  }

  /// All samples with the counts of their groups, by class and reason, then by rank.
  func all(_ tally: ReplayTally) -> [ReplaySample] {
    var counts = tally.reasons
    for flip in tally.flips { counts += flip }
    counts += tally.problems
    let made = zip(groups, counts).map { group, count in
      group.ranked.map { sample($0.item, count) }
    }
    let filled = made.filter { !$0.isEmpty }
    return filled.sorted { $0[0].group < $1[0].group }.flatMap(\.self)
  }

  private func sample(_ candidate: Candidate, _ count: Int) -> ReplaySample {
    switch candidate {
    case .request(let request, _, let kind, let reason):
      return decider.sample(
        request, shown: candidate.shown, class: kind, reason: reason, count: count)
    case .other(let shown):
      return ReplaySample(
        kind: "ignore", reason: Reason.notAuthorizationRequest.rawValue, count: count,
        request: shown, old: .null, new: .null)
    case .problem(let problem, let shown):
      return ReplaySample(
        kind: "malformed", reason: problem.rawValue, count: count, request: shown, old: .null,
        new: .null)
    }
  }

  private static func index(_ problem: LineProblem) -> Int {
    (1 + LineAnswer.Flip.allCases.count) * Reason.allCases.count
      + (LineProblem.allCases.firstIndex(of: problem) ?? 0)
  }
}

/// The highest rank that each group of samples still takes; it only falls.
struct SampleLimits {
  /// By decisions' reasons, then flips and reasons.
  fileprivate(set) var highest: [UInt64]

  /// True where a request could be among the samples.
  @inline(__always) func admit(_ answer: LineAnswer, _ subject: UInt64) -> Bool {
    if subject <= highest[Int(answer.reason)] { return true }
    guard let flip = answer.flip else { return false }
    return subject <= highest[Self.index(flip, Int(answer.reason))]
  }

  /// The group of a flip.
  static func index(_ flip: LineAnswer.Flip, _ reason: Int) -> Int {
    (1 + flip.index) * Reason.allCases.count + reason
  }
}
