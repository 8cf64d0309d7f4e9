/// The counts of a replay; they can be added in any order.
struct ReplayTally {
  private static let reasons = DecisionReason.allCases
  private static let flips = LineAnswer.Flip.allCases
  private static let problems = LineProblem.allCases

  /// Decisions by reason, then changed decisions by direction and new reason, then problems of
  /// lines.
  private(set) var counts = [Int](repeating: 0, count: Self.groups)
  private(set) var decisions = ReplaySummary.Counts()
  private(set) var clients: [ReplaySummary.Counts]
  private(set) var unknownClients = 0

  /// The number of groups.
  static let groups = reasons.count * (1 + flips.count) + problems.count

  /// The index of changed decisions with a direction.
  ///
  /// - Parameter reason: the index of the new decision's reason.
  static func group(_ flip: LineAnswer.Flip, _ reason: Int) -> Int {
    (1 + (flips.firstIndex(of: flip) ?? 0)) * reasons.count + reason
  }

  /// The index of lines with a problem.
  static func group(_ problem: LineProblem) -> Int {
    (1 + flips.count) * reasons.count + (problems.firstIndex(of: problem) ?? 0)
  }

  init(clients count: Int) {
    clients = Array(repeating: ReplaySummary.Counts(), count: count)
  }

  /// Counts the decision on a line.
  mutating func add(_ answer: LineAnswer) {
    let reason = Int(answer.reason)
    counts[reason] += 1
    decisions.add(answer.decision)
    if answer.client < 0 {
      unknownClients += 1
    } else {
      clients[Int(answer.client)].add(answer.decision)
    }
    if let flip = answer.flip { counts[Self.group(flip, reason)] += 1 }
  }

  mutating func add(_ problem: LineProblem) { counts[Self.group(problem)] += 1 }

  /// Adds the counts of another tally with the same clients.
  mutating func add(_ other: ReplayTally) {
    for index in counts.indices { counts[index] += other.counts[index] }
    for index in clients.indices { clients[index].add(other.clients[index]) }
    decisions.add(other.decisions)
    unknownClients += other.unknownClients
  }
}

extension ReplaySummary.Counts {
  fileprivate mutating func add(_ decision: Decision.Outcome) {
    switch decision {
    case .allow: allow += 1
    case .deny: deny += 1
    case .ignore: ignore += 1
    }
  }

  fileprivate mutating func add(_ other: Self) {
    allow += other.allow
    deny += other.deny
    ignore += other.ignore
  }
}
