import PolicyDecision
import PolicyTestSupport
import PolicyText

extension FuzzTarget {
  /// The decision core against the second engine: three bytes choose policy, environment, kind and what users
  /// do; behind them stands a query, a link, or an intent in five lines.
  static let decide = FuzzTarget("decide", maximumLength: 768) {
    Contest.all.indices.flatMap { Contest.seeds(UInt8($0)) }
  } run: { bytes in
    var input = FuzzBytes(bytes)
    let contest = input.one(of: Contest.all)
    let environment = input.one(of: ["prod", "sandbox"])
    let code = "4/0A+b c"
    let expected: ReferenceEngine.Verdict
    var request: [(key: String, value: JSONValue)] = [
      ("environment", .string(environment)), ("code", .string(code)),
    ]
    switch input.one(of: [0, 1, 2]) {
    case 0:
      let outcome = input.one(of: ["approve", "deny", "server_error", "temporarily_unavailable"])
      let query = input.rest
      request += [
        ("kind", "authorize"), ("outcome", .string(outcome)), ("query", .string(query)),
      ]
      expected = contest.engine.authorize(
        query: query, environment: environment, outcome: outcome, code: code)
    case 1:
      let outcome = input.one(of: ["approve", "deny", "offline", "account_disabled", "timeout"])
      let url = input.rest
      request += [
        ("kind", "app_flip_ios"), ("outcome", .string(outcome)), ("url", .string(url)),
      ]
      expected = contest.engine.appFlipIOS(
        url: url, environment: environment, outcome: outcome, code: code)
    default:
      let outcome = input.one(of: ["approve", "deny", "offline", "account_disabled", "back"])
      let lines = (0..<5).map { _ in input.line().string }
      let intent = ReferenceEngine.Intent(
        action: lines[0], package: lines[1],
        certificates: lines[2].utf8.split(separator: UInt8(ascii: ",")).map {
          String(decoding: $0, as: UTF8.self)
        }, clientID: lines[3], redirectURI: lines[4])
      request += [("kind", "app_flip_android"), ("outcome", .string(outcome))] + intent.json
      expected = contest.engine.appFlipAndroid(
        intent, environment: environment, outcome: outcome, code: code)
    }
    let line = JSONValue.object(request)
    let answer = contest.simulator.answer(line)
    let found = ReferenceEngine.Verdict(answer: answer)
    Finding.unless(
      found == expected, "\(line.text())\n\(answer.text())\n\(expected)\n\(contest.facts.yaml)")
  }
}

extension FuzzBytes {
  /// What was not taken yet, as text.
  fileprivate var rest: String { String(decoding: remaining, as: UTF8.self) }
}

/// Both engines over one policy.
private struct Contest: Sendable {
  let facts: ReferencePolicy
  let engine: ReferenceEngine
  let simulator: Simulator

  init(seed: UInt64) {
    var policies = PolicyGenerator(chance: SeededRandom(seed: seed))
    facts = policies.policy()
    engine = ReferenceEngine(policy: facts)
    simulator = Simulator(facts.yaml)
  }

  static let all = (1...48).map { Contest(seed: $0) }

  /// Requests by chance about a policy, of each kind.
  static func seeds(_ index: UInt8) -> [[UInt8]] {
    var requests = RequestGenerator(
      policy: all[Int(index)].facts, chance: SeededRandom(seed: UInt64(index) + 100))
    return (0..<9).map { number in
      let environment = requests.environment()
      let kind = UInt8(number % 3)
      let text =
        switch kind {
        case 0: requests.query(environment, isFlip: false)
        case 1: requests.link(environment)
        default: requests.intent(environment).lines
        }
      return [index, environment == "prod" ? 0 : 1, kind, 0] + Array(text.utf8)
    }
  }
}

extension ReferenceEngine.Intent {
  /// As an input has it.
  fileprivate var lines: String {
    [
      action, package, certificates.joined(separator: ","), clientID ?? "", redirectURI ?? "",
    ].joined(separator: "\n")
  }
}
