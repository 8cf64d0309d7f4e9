/// What is counted; adding up is the same in any order.
struct ReplayTally {
  /// By `DecisionReason.allCases`; a reason belongs to one decision.
  private(set) var reasons = [Int](repeating: 0, count: DecisionReason.allCases.count)
  /// By client: allowed, denied and ignored.
  private(set) var clients: [(allow: Int, deny: Int, ignore: Int)]
  private(set) var unknownClients = 0
  private(set) var allow = 0
  private(set) var deny = 0
  private(set) var ignore = 0
  /// By direction, then by the reason of the new decision.
  private(set) var flips: [[Int]]
  /// By `LineProblem.allCases`.
  private(set) var problems = [Int](repeating: 0, count: LineProblem.allCases.count)

  init(clients count: Int) {
    clients = Array(repeating: (0, 0, 0), count: count)
    let none = [Int](repeating: 0, count: DecisionReason.allCases.count)
    flips = LineAnswer.Flip.allCases.map { _ in none }
  }

  /// Counts an answer.
  mutating func add(_ answer: LineAnswer) {
    reasons[Int(answer.reason)] += 1
    if answer.elsewhere.contains(.isIgnored) {
      ignore += 1
    } else if answer.isAllowed {
      allow += 1
    } else {
      deny += 1
    }
    if answer.client < 0 {
      unknownClients += 1
    } else if answer.elsewhere.contains(.isIgnored) {
      clients[Int(answer.client)].ignore += 1
    } else if answer.isAllowed {
      clients[Int(answer.client)].allow += 1
    } else {
      clients[Int(answer.client)].deny += 1
    }
    if let flip = answer.flip { flips[flip.index][Int(answer.reason)] += 1 }
  }

  mutating func add(_ problem: LineProblem) {
    problems[LineProblem.allCases.firstIndex(of: problem) ?? 0] += 1
  }

  /// Adds another tally over the same clients.
  mutating func add(_ other: ReplayTally) {
    for index in reasons.indices { reasons[index] += other.reasons[index] }
    for index in clients.indices {
      clients[index].allow += other.clients[index].allow
      clients[index].deny += other.clients[index].deny
      clients[index].ignore += other.clients[index].ignore
    }
    unknownClients += other.unknownClients
    allow += other.allow
    deny += other.deny
    ignore += other.ignore
    for flip in flips.indices {
      for index in reasons.indices { flips[flip][index] += other.flips[flip][index] }
    }
    for index in problems.indices { problems[index] += other.problems[index] }
  }
}
