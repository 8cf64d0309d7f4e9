import PolicyDecision
import PolicyTestSupport
import PolicyText
import Testing

/// What is counted is what the decision core explains.
@Suite struct DifferentialTests {
  private static let linesPerSeed = 400

  @Test(arguments: 1...UInt64(TestForm.size(4, full: 16)))
  func `every line is counted as the core decides it`(seed: UInt64) throws {
    var maker = LineMaker(seed: seed)
    let lines = (0..<Self.linesPerSeed).map { index in
      index % 3 == 0 ? maker.damaged() : maker.line()
    }
    let oracle = Oracle(Replaying.policy)
    let older = Oracle(Replaying.older)
    var expected = Expected()
    for line in lines { expected.count(oracle.decision(line), older.decision(line)) }
    let summary = try Replaying.run(
      Array(lines.map { $0 + [0x0A] }.joined()), against: Replaying.older)
    #expect(summary.addsUp)
    if Expected(summary) != expected {
      // Name the line that is to blame.
      for line in lines {
        let one = try Replaying.run(line + [0x0A], against: Replaying.older)
        var alone = Expected()
        alone.count(oracle.decision(line), older.decision(line))
        #expect(Expected(one) == alone, "\(String(decoding: line, as: UTF8.self))")
      }
      #expect(Expected(summary) == expected)
    }
  }

  @Test func `the lines reach every reason and every fault`() throws {
    var maker = LineMaker(seed: 7)
    let lines = (0..<30_000).map { index in index % 3 == 0 ? maker.damaged() : maker.line() }
    let summary = try Replaying.run(
      Array(lines.map { $0 + [0x0A] }.joined()), against: Replaying.older)
    let expected: Set<String> = [
      "allowed", "loopback-port", "malformed-request", "duplicate-parameter", "client-id-missing",
      "client-unknown", "client-other-environment", "redirect-uri-missing",
      "redirect-uri-other-environment", "redirect-uri-case", "redirect-uri-trailing-slash",
      "redirect-uri-same-for-browsers", "redirect-uri-not-registered", "response-type-missing",
      "response-type-unsupported", "state-missing", "scope-not-allowed", "pkce-missing",
      "pkce-method", "pkce-challenge",
    ]
    #expect(Set(summary.reasons.keys.map(\.string)) == expected)
    let faults = Set(summary.samples.filter { $0.kind == "malformed" }.map(\.reason))
    #expect(
      faults == [
        "line-not-object", "line-syntax", "line-encoding", "field-twice", "field-type",
        "environment-unknown",
      ])
    #expect(summary.flips.values.allSatisfy { $0 > 0 } && summary.flips.count == 2)
  }

  @Test(arguments: 1...10)
  func `a sample is a line that is decided as it says`(seed: UInt64) throws {
    var maker = LineMaker(seed: seed)
    let lines = (0..<2_000).map { _ in maker.line() }
    let log = Array(lines.map { $0 + [0x0A] }.joined())
    let shown = try Replaying.run(log, against: Replaying.older) { $0.redacts = false }
    #expect(shown.samples.count > 60)
    for sample in shown.samples where sample.kind != "malformed" {
      let one = try Replaying.run([sample.request.text()], against: Replaying.older)
      #expect(one.reasons == [ExactString(sample.reason): 1], "\(sample.json.text())")
      #expect(sample.new["reason"]?.stringValue == sample.reason)
      #expect(
        sample.kind == "allow" || sample.kind == "deny" || one.flips[ExactString(sample.kind)] == 1)
      #expect(sample.count > 0)
    }
  }

  /// What matters of a summary.
  private struct Expected: Equatable {
    var malformed = 0
    var allow = 0
    var deny = 0
    var reasons: [ExactString: Int] = [:]
    var flips: [ExactString: Int] = ["allow_to_deny": 0, "deny_to_allow": 0]

    init() {}

    init(_ summary: ReplaySummary) {
      malformed = summary.malformed
      allow = summary.allow
      deny = summary.deny
      reasons = summary.reasons
      flips = summary.flips
    }

    mutating func count(_ new: Decision?, _ old: Decision?) {
      guard let new, let old else {
        malformed += 1
        return
      }
      if new.outcome == .allow { allow += 1 } else { deny += 1 }
      reasons[ExactString(new.reason.rawValue), default: 0] += 1
      guard new.outcome != old.outcome else { return }
      flips[new.outcome == .allow ? "deny_to_allow" : "allow_to_deny", default: 0] += 1
    }
  }
}
