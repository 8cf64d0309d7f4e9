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
    var name: String { "\(flow.kind.rawValue) · \(flow.breaksAt ?? "") · \(reason)" }
    var reason: String {
      let answer = flow.steps.last?.answer
      return answer?["reason"]?.stringValue ?? answer?["error"]?.stringValue ?? ""
    }
    var description: String {
      "\(name)  seed \(seed) \(faults): \(flow.id): \(flow.message)"
    }
  }

  /// What still contradicts itself: each is a class that a rule has to name, with why none does yet.
  private static let known: [(step: String, reason: String, why: String)] = [
    (
      "incoming link", "host-unknown",
      "one universal link for both environments on a host of one is a warning: the complete example "
        + "of the language has it"
    )
  ]

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
    for (_, found) in classes.sorted(by: { $0.key < $1.key }) {
      let comment = Comment(rawValue: "\(found.count) times; \(found[0])")
      let step = found[0].flow.breaksAt ?? ""
      let exception = Self.known.first {
        (step == $0.step || step.hasSuffix(": " + $0.step)) && found[0].reason == $0.reason
      }
      if let exception {
        withKnownIssue(Comment(rawValue: exception.why)) { Issue.record(comment) }
      } else {
        Issue.record(comment)
      }
    }
  }

  @Test func `what generate writes is read without errors and opens what simulate opens`() throws {
    var compared = 0
    for seed in 0..<UInt64(TestForm.size(61, full: 1500)) {
      let project = Self.project(RandomPolicy(seed: seed).text)
      guard !project.report.has(atLeast: .error) else { continue }
      let files = try project.generatedFiles(targets: ["aasa", "assetlinks"])
      for file in files {
        let isApple = file.target == "aasa"
        let kind: InputKind = isApple ? .appleAppSiteAssociation : .assetLinks
        let read = Project([InputFile(name: file.path, text: file.text, kind: kind)])
        let rules = read.report.diagnostics.filter { $0.severity == .error }.map(\.rule.rawValue)
        guard !rules.isEmpty else { continue }
        Issue.record("seed \(seed) \(file.path): \(rules)")
      }
      for flow in try project.flows().flows {
        for step in flow.steps {
          compared += try compare(step, flow.environment, files, seed) ? 1 : 0
        }
      }
    }
    #expect(compared > 100)
  }

  /// True where there is a file for the URL of the step.
  private func compare(
    _ step: SignInFlow.Step, _ environment: Environment, _ files: [OutputFile], _ seed: UInt64
  ) throws -> Bool {
    let kind = step.request["kind"]?.stringValue
    guard kind == "universal_link" || kind == "app_link", let url = step.request["url"]?.stringValue
    else { return false }
    let host = URIParts(ExactString(url)).lowerHost.string
    let target = kind == "app_link" ? "assetlinks" : "aasa"
    guard
      let file = files.first(where: {
        $0.target == target && $0.path.hasPrefix("\(environment.rawValue)/hosts/\(host)/")
      })
    else { return false }
    let source = SourceFile(name: file.path, bytes: file.bytes)
    let match =
      kind == "app_link"
      ? try AssociationMatch(assetLinks: source)
      : try AssociationMatch(appleAppSiteAssociation: source, domain: host)
    let opens = match.answer(url).outcome == .match
    #expect(opens == (step.answer["decision"] == "allow"), "seed \(seed) \(url)")
    return true
  }
}
