import PolicyText

/// The samples of all classes and reasons that one worker keeps.
struct ReplaySamples {
  /// The data of a sample, which is only created at the end.
  enum Candidate: SampleItem {
    case request(LoggedRequest, redacts: Bool, kind: String, reason: DecisionReason)
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
  /// In the order of the counts in `ReplayTally`.
  private(set) var groups: [SampleGroup<Candidate>]

  init(_ decider: ReplayDecider) {
    self.decider = decider
    groups = Array(
      repeating: SampleGroup(limit: decider.options.samples), count: ReplayTally.groups)
  }

  /// Adds a request if its rank is low enough.
  mutating func add(_ request: LoggedRequest, _ answer: LineAnswer) {
    let redacts = decider.options.redacts
    let rank =
      if let rank = answer.rank {
        SampleRank(subject: rank)
      } else if request.problem == nil {
        SampleRank(request.fields, request.environment, redacts: redacts)
      } else {
        SampleRank(request.json(redacts: redacts))
      }
    let index = Int(answer.reason)
    add(request, answer.decision.rawValue, index, rank, to: index)
    guard let flip = answer.flip else { return }
    add(request, flip.rawValue, index, rank, to: ReplayTally.group(flip, index))
  }

  private mutating func add(
    _ request: LoggedRequest, _ kind: String, _ reason: Int, _ rank: SampleRank, to group: Int
  ) {
    guard rank.subject <= groups[group].highest else { return }
    groups[group].add(
      .request(
        request.detached(redacts: decider.options.redacts), redacts: decider.options.redacts,
        kind: kind,
        reason: DecisionReason.allCases[reason]),
      rank)
  }

  /// Adds a line that isn't a request.
  mutating func add(_ problem: LineProblem, _ shown: JSONValue) {
    groups[ReplayTally.group(problem)].add(.problem(problem, shown: shown), SampleRank(text: shown))
  }

  /// Adds a line of an access log whose request isn't for the policies.
  mutating func addOther(_ shown: JSONValue, _ answer: LineAnswer) {
    groups[Int(answer.reason)].add(.other(shown: shown), SampleRank(text: shown))
  }

  /// Adds the samples of another worker.
  mutating func add(_ other: ReplaySamples) {
    for index in groups.indices { groups[index].add(other.groups[index]) }
  }

  /// All samples with the counts of their groups, sorted by class and reason, then by rank.
  func all(_ tally: ReplayTally) -> [ReplaySample] {
    let made = zip(groups, tally.counts).map { group, count in
      group.ranked.map { sample($0.item, count) }
    }
    let filled = made.filter { !$0.isEmpty }
    return filled.sorted { $0[0].group < $1[0].group }.flatMap(\.self)
  }

  private func sample(_ candidate: Candidate, _ count: Int) -> ReplaySample {
    switch candidate {
    case .request(let request, _, let kind, let reason):
      return decider.sample(
        request, shown: candidate.shown, kind: kind, reason: reason, count: count)
    case .other(let shown):
      return ReplaySample(
        kind: "ignore", reason: DecisionReason.notAuthorizationRequest.rawValue, count: count,
        request: shown, old: .null, new: .null)
    case .problem(let problem, let shown):
      return ReplaySample(
        kind: "malformed", reason: problem.rawValue, count: count, request: shown, old: .null,
        new: .null)
    }
  }
}
