import PolicyDecision
import PolicyTestSupport
import PolicyText
import ProjectTestSupport
import Testing

/// Compares the engine with a second implementation of the same description.
struct ReferenceEngineTests {
  private static let requestsPerPolicy = 140

  @Test(arguments: 0..<TestForm.size(40, full: 150))
  func `both engines agree on random requests`(seed: Int) {
    var policies = PolicyGenerator(chance: SeededRandom(seed: UInt64(seed) + 1))
    let facts = policies.policy()
    let simulator = Simulator(facts.yaml)
    #expect(simulator.workspace.structureFindings.isEmpty)
    #expect(simulator.policy.policyNames == ["reference"])
    let engine = ReferenceEngine(policy: facts)
    var requests = RequestGenerator(policy: facts, chance: policies.chance)
    for _ in 0..<Self.requestsPerPolicy {
      let (line, expected) = Self.question(&requests, engine)
      let answer = simulator.answer(line)
      let found = ReferenceEngine.Verdict(answer: answer)
      #expect(found == expected, "\(line.text())\n\(answer.text())\n\(facts.yaml)")
      if found != expected { return }
    }
  }

  @Test func `the random requests reach every branch`() {
    var reasons: [String: Int] = [:]
    for seed in 1...60 {
      var policies = PolicyGenerator(chance: SeededRandom(seed: UInt64(seed)))
      let facts = policies.policy()
      var requests = RequestGenerator(policy: facts, chance: policies.chance)
      for _ in 0..<Self.requestsPerPolicy {
        reasons[
          Self.question(&requests, ReferenceEngine(policy: facts)).expected.reason, default: 0] += 1
      }
    }
    let expected: Set<String> = [
      "allowed", "loopback-port", "malformed-request", "duplicate-parameter", "client-id-missing",
      "client-unknown", "client-other-environment", "redirect-uri-missing", "redirect-uri",
      "response-type-missing", "response-type-unsupported", "state-missing", "scope-not-allowed",
      "pkce-missing", "pkce-method", "pkce-challenge", "user-denied", "user-cancelled",
      "account-disabled", "server-error", "temporarily-unavailable", "link-not-configured",
      "caller-unknown", "redirect-uri-browser-only", "grant-type-not-allowed",
    ]
    #expect(Set(reasons.keys) == expected)
    #expect(reasons["allowed", default: 0] > 500, "\(reasons)")
  }

  /// A random request and the reference engine's result.
  private static func question(
    _ requests: inout RequestGenerator, _ engine: ReferenceEngine
  ) -> (line: JSONValue, expected: ReferenceEngine.Verdict) {
    let environment = requests.environment()
    let code = requests.chance.one(of: ["C1", "4/0A+b c", "ü"])
    func line(_ kind: String, _ outcome: String, _ rest: [(key: String, value: JSONValue)])
      -> JSONValue
    {
      .object(
        [
          ("kind", .string(kind)), ("environment", .string(environment)),
          ("outcome", .string(outcome)), ("code", .string(code)),
        ] + rest)
    }
    switch Int.random(in: 0..<4, using: &requests.chance) {
    case 0:
      let outcome = requests.chance.one(of: [
        "approve", "approve", "deny", "sign_in_failed", "offline", "timeout", "account_disabled",
      ])
      let url = requests.link(environment)
      return (
        line("app_flip_ios", outcome, [("url", .string(url))]),
        engine.appFlipIOS(url: url, environment: environment, outcome: outcome, code: code)
      )
    case 1:
      let outcome = requests.chance.one(of: [
        "approve", "approve", "deny", "offline", "account_disabled", "back",
      ])
      let intent = requests.intent(environment)
      return (
        line("app_flip_android", outcome, intent.json),
        engine.appFlipAndroid(intent, environment: environment, outcome: outcome, code: code)
      )
    default:
      let outcome = requests.chance.one(of: [
        "approve", "approve", "approve", "deny", "server_error", "temporarily_unavailable",
      ])
      let query = requests.query(environment, isFlip: false)
      return (
        line("authorize", outcome, [("query", .string(query))]),
        engine.authorize(query: query, environment: environment, outcome: outcome, code: code)
      )
    }
  }
}
