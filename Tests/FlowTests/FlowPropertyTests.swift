import LinkPolicy
import PolicyTestSupport
import Testing

/// One truth: what `validate` passes breaks in no flow with certainty.
@Suite struct FlowPropertyTests {
  /// A flow that breaks with certainty in a policy without errors.
  struct Contradiction: CustomStringConvertible {
    var seed: UInt64
    var faults: [String]
    var flow: SignInFlow
    /// The class: kind of the flow, step, reason.
    var name: String {
      let answer = flow.steps.last?.answer
      let reason = answer?["reason"]?.stringValue ?? answer?["error"]?.stringValue ?? ""
      return "\(flow.kind.rawValue) · \(flow.breaksAt ?? "") · \(reason)"
    }
    var description: String {
      "\(name)  seed \(seed) \(faults): \(flow.id): \(flow.message)"
    }
  }

  /// What still contradicts itself: each is a class that a rule has to name, with why none does yet.
  private static let known: [(name: String, why: String)] = []

  static func project(_ text: String) -> Project {
    Project([InputFile(name: "Policies/lumen.yaml", text: text, kind: .policy)])
  }

  @Test func `a policy without errors has no flow that breaks with certainty`() throws {
    var contradictions: [Contradiction] = []
    var counts = (policies: 0, flows: 0, sound: 0)
    for seed in 0..<UInt64(TestForm.size(400, full: 6000)) {
      let policy = RandomPolicy(seed: seed)
      let project = Self.project(policy.text)
      counts.policies += 1
      guard !project.report.has(atLeast: .error) else { continue }
      counts.sound += 1
      let report = try project.flows()
      counts.flows += report.flows.count
      for flow in report.flows where flow.outcome == .breaks && flow.confidence == .certain {
        contradictions.append(
          Contradiction(seed: seed, faults: policy.faults.map(\.rawValue).sorted(), flow: flow))
      }
    }
    // Otherwise nothing is proved.
    #expect(counts.sound * 3 > counts.policies, "\(counts)")
    #expect(counts.flows > counts.sound * 5, "\(counts)")
    let classes = Dictionary(grouping: contradictions, by: \.name)
    for (name, found) in classes.sorted(by: { $0.key < $1.key }) {
      let comment = Comment(rawValue: "\(found.count) times; \(found[0])")
      if let exception = Self.known.first(where: { $0.name == name }) {
        withKnownIssue(Comment(rawValue: exception.why)) { Issue.record(comment) }
      } else {
        Issue.record(comment)
      }
    }
  }
}
