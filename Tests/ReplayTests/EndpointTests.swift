import LinkPolicy
import PolicyTestSupport
import PolicyText
import Testing

/// Lines with a complete URL. `replay` decides them like `simulate authorize --url`, including the
/// endpoint.
@Suite struct EndpointTests {
  /// Endpoints of the policy, of one client and of one environment, and a client without one.
  private static let policy =
    Replaying.policy.replacing(
      "clients:\n  website:\n",
      with: """
        authorization_server:
          endpoints:
            authorization: { prod: "https://auth.lumen.example/authorize", sandbox: "https://auth.sandbox.lumen.example/authorize" }
        clients:
          website:

        """
    ).replacing(
      "    pkce: required\n",
      with: """
            pkce: required
            endpoints: { authorization: { prod: "https://strict.lumen.example/o/authorize?tenant=7" } }

        """)

  /// An older policy with another endpoint for the website.
  private static let older = policy.replacing(
    "https://auth.lumen.example/authorize", with: "https://old.lumen.example/authorize")

  private static let places = [
    "https://auth.lumen.example/authorize", "https://auth.lumen.example/authorize",
    "https://AUTH.lumen.example/authorize", "https://auth.lumen.example:443/authorize",
    "https://auth.lumen.example/Authorize", "https://auth.lumen.example/authorize/",
    "https://auth.lumen.example/x/../authorize",
    "https://auth.lumen.example.evil.example/authorize",
    "https://auth.lumen.example@evil.example/authorize", "http://auth.lumen.example/authorize",
    "https://auth.sandbox.lumen.example/authorize", "https://strict.lumen.example/o/authorize",
    "https://old.lumen.example/authorize", "/authorize", "/o/authorize",
    "//auth.lumen.example/authorize",
    "/token", "", "authorize", "https://", "https://[::1/authorize", "https://auth.lumen.example",
    "https://auth.lumen.example/authorize%2F", "HTTPS://auth.lumen.example/authorize", "é\u{FFFD}",
    "javascript:/authorize",
  ]

  private static func project(_ text: String) -> Project { Replaying.project(text) }

  private static func run(_ lines: [String], against old: String? = nil) throws -> ReplaySummary {
    Replay(project(policy), against: old.map { Replaying.project($0, name: "old/lumen.yaml") })
      .run(Array(lines.map { $0 + "\n" }.joined().utf8))
  }

  private static func line(_ url: String, _ environment: String = "prod") -> String {
    JSONValue.object([("environment", .string(environment)), ("url", .string(url))]).text()
  }

  private static let good =
    "client_id=web-prod&redirect_uri=https%3A%2F%2Flumen.example%2Fcb&response_type=code&state=s"

  /// Random URLs: endpoints with the queries of `LineMaker`.
  private static func lines(_ count: Int, seed: UInt64) -> [String] {
    var maker = LineMaker(seed: seed)
    var lines: [String] = []
    while lines.count < count {
      let request = maker.request()
      guard case .object(let members) = request else { continue }
      let environment = maker.chance.one(of: ["prod", "prod", "sandbox"])
      let place = maker.chance.one(of: places)
      var query = maker.chance.one(of: ["", "?", "#", "?" + good, "?" + good, "?" + good + "#f"])
      let pieces = members.compactMap { member in
        member.value.stringValue.map { "\(member.key)=\(PercentEncoding.encode($0))" }
      }
      if maker.chance.once(in: 2) { query = "?" + pieces.joined(separator: "&") }
      lines.append(line(place + query, environment))
    }
    return lines
  }

  @Test func `the policies have endpoints and queries for every case`() {
    for text in [Self.policy, Self.older] {
      #expect(!Self.project(text).report.has(atLeast: .error))
    }
    #expect(Self.policy.contains("auth.sandbox") && Self.policy.contains("tenant=7"))
    #expect(Self.older != Self.policy)
  }

  @Test(arguments: 1...UInt64(TestForm.size(3, full: 6)))
  func `a URL is counted as simulate decides it`(seed: UInt64) throws {
    let new = RequestEvaluator(Self.project(Self.policy), defaultKind: .authorize)
    let old = RequestEvaluator(Self.project(Self.older), defaultKind: .authorize)
    // Lines occur twice, so the cache of decisions is used.
    let once = Self.lines(TestForm.size(400, full: 1_500), seed: seed)
    let lines = once + once.reversed()
    var reasons: [ExactString: Int] = [:]
    var flips: [ExactString: Int] = ["allow_to_deny": 0, "deny_to_allow": 0]
    var outcomes: [String: Int] = [:]
    for line in lines {
      let answers = try [new, old].map { evaluator in
        try #require(evaluator.answer(line: Array(line.utf8)).decision, "\(line)")
      }
      let (now, before) = (answers[0].outcome.rawValue, answers[1].outcome.rawValue)
      reasons[ExactString(answers[0].reason.rawValue), default: 0] += 1
      outcomes[now, default: 0] += 1
      if now != before { flips[ExactString("\(before)_to_\(now)"), default: 0] += 1 }
    }
    let summary = try Self.run(lines, against: Self.older)
    #expect(summary.addsUp)
    #expect(summary.reasons == reasons)
    #expect(summary.flips == flips)
    #expect(summary.allow == outcomes["allow"])
    #expect(summary.ignore == outcomes["ignore"])
    #expect(summary.deny == outcomes["deny"])
    if summary.reasons != reasons {
      for line in once {
        let answer = try #require(new.answer(line: Array(line.utf8)).decision)
        #expect(try Self.run([line]).reasons == [ExactString(answer.reason.rawValue): 1], "\(line)")
      }
    }
    #expect(flips.count == 6, "\(flips)")
  }

  @Test func `a sample with another endpoint has the decision of simulate`() throws {
    let line = Self.line("https://evil.example/authorize?" + Self.good)
    let summary = try Self.run([line], against: Self.older)
    let sample = try #require(summary.samples.first { $0.kind == "ignore" })
    let answer = try #require(
      RequestEvaluator(Self.project(Self.policy), defaultKind: .authorize)
        .answer(line: Array(line.utf8)).decision)
    #expect(sample.reason == "endpoint-unknown")
    #expect(sample.new["decision"] == "ignore")
    #expect(sample.new["source"]?["path"]?.stringValue == answer.source?.path)
    #expect(summary.clients["website"]?.ignore == 1)
    #expect(summary.flips == ["allow_to_deny": 0, "deny_to_allow": 0])
    let moved = try Self.run(
      [Self.line("https://old.lumen.example/authorize?" + Self.good)], against: Self.older)
    #expect(moved.flips["allow_to_ignore"] == 1)
    #expect(
      moved.samples.contains { $0.kind == "allow_to_ignore" && $0.old["decision"] == "allow" })
  }

  @Test func `a query without a URL has no endpoint, and takes precedence over a URL`() throws {
    let query = JSONValue.object([
      ("query", .string(Self.good)), ("url", "https://evil.example/authorize"),
    ]).text()
    #expect(try Self.run([query]).reasons == ["allowed": 1])
  }

  @Test func `summaries with ignored lines add up`() throws {
    let lines = Self.lines(200, seed: 9)
    let whole = try Self.run(lines, against: Self.older)
    var sum = ReplaySummary()
    for part in [lines[..<90], lines[90...]] {
      let text = try Self.run(Array(part), against: Self.older).json.text()
      try sum.add(#require(ReplaySummary.read(Array(text.utf8)).first), samples: 5)
    }
    #expect(sum.json.text() == whole.json.text())
    #expect(whole.unknownCounts.allow == 0 && whole.unknownCounts.ignore > 0)
    #expect(whole.unknownCounts.all == whole.unknownClients)
  }
}
