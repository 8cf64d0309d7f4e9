import LinkPolicy
import PolicyTestSupport
import Testing
import PolicyText

/// `validate` and `flow` agree: a policy without errors has no flow that certainly breaks.
@Suite struct FlowPropertyTests {
  /// A flow that certainly breaks in a policy without errors.
  struct Contradiction: CustomStringConvertible {
    var seed: UInt64
    var mistakes: [String]
    var flow: SignInFlow
    /// Identifies similar contradictions: flow type, step and reason.
    var name: String { "\(flow.kind.rawValue) · \(flow.breaksAt ?? "") · \(reason)" }
    var reason: String {
      let answer = flow.steps.last?.answer
      return answer?["reason"]?.stringValue ?? answer?["error"]?.stringValue ?? ""
    }
    var description: String {
      "\(name)  seed \(seed) \(mistakes): \(flow.id): \(flow.message)"
    }
  }

  static func project(_ text: String) -> Project {
    Project([InputFile(name: "Policies/lumen.yaml", text: text, kind: .policy)])
  }

  @Test func `a policy without errors has no flow that breaks with certainty`() throws {
    try check(TestForm.size(300, full: 1_200)) { Self.project($0.text) }
  }

  @Test func `a policy split into hosts and everything else has no such flow either`() throws {
    try check(TestForm.size(40, full: 100)) { policy in
      Project(
        policy.split.enumerated().map { index, text in
          InputFile(name: "Policies/\(index).yaml", text: text, kind: .policy)
        })
    }
  }

  /// Runs all flows of random policies.
  private func check(_ count: Int, _ project: (RandomPolicy) -> Project) throws {
    var contradictions: [Contradiction] = []
    var counts = (policies: 0, flows: 0, valid: 0)
    for seed in 0..<UInt64(count) {
      let policy = RandomPolicy(seed: seed)
      let project = project(policy)
      counts.policies += 1
      guard !project.report.has(atLeast: .error) else { continue }
      counts.valid += 1
      let report = try project.flows()
      counts.flows += report.flows.count
      for flow in report.flows where flow.outcome == .breaks && flow.confidence == .certain {
        contradictions.append(
          Contradiction(seed: seed, mistakes: policy.mistakes.map(\.rawValue).sorted(), flow: flow))
      }
    }
    // Without enough policies, the test proves nothing.
    #expect(counts.valid * 3 > counts.policies, "\(counts)")
    #expect(counts.flows > counts.valid * 5, "\(counts)")
    print("flows: \(counts)")
    let classes = Dictionary(grouping: contradictions, by: \.name)
    for (_, found) in classes.sorted(by: { $0.key < $1.key }) {
      Issue.record("\(found.count) times; \(found[0])")
    }
  }

  @Test func `generated association files are valid and agree with simulate`() throws {
    var counts = (policies: 0, files: 0, links: 0)
    for seed in 0..<UInt64(TestForm.size(61, full: 200)) {
      let project = Self.project(RandomPolicy(seed: seed).text)
      guard !project.report.has(atLeast: .error) else { continue }
      counts.policies += 1
      let files = try project.generatedFiles(targets: ["aasa", "assetlinks"])
      for file in files {
        counts.files += 1
        let isApple = file.target == "aasa"
        let kind: InputKind = isApple ? .appleAppSiteAssociation : .assetLinks
        let read = Project([InputFile(name: file.path, text: file.text, kind: kind)])
        let rules = read.report.diagnostics.filter { $0.severity == .error }.map(\.rule.rawValue)
        guard !rules.isEmpty else { continue }
        Issue.record("seed \(seed) \(file.path): \(rules)")
      }
      let evaluator = RequestEvaluator(project)
      var requested: Set<ExactString> = []
      for flow in try project.flows().flows {
        for step in flow.steps {
          counts.links += try compare(step, files, evaluator, &requested, seed)
        }
      }
    }
    #expect(counts.links > 500, "\(counts)")
    print("association files: \(counts)")
  }

  /// Compares decisions about a step's link, and about similar links, with the association file of
  /// its host.
  ///
  /// - Returns: the number of links.
  private func compare(
    _ step: SignInFlow.Step, _ files: [OutputFile], _ evaluator: RequestEvaluator,
    _ requested: inout Set<ExactString>, _ seed: UInt64
  ) throws -> Int {
    let kind = step.request["kind"]?.stringValue
    guard kind == "universal_link" || kind == "app_link",
      let url = step.request["url"]?.stringValue,
      let environment = step.request["environment"]?.stringValue,
      // A link with another query matches the same rules.
      requested.insert(ExactString("\(environment) \(kind ?? "") \(url.prefix { $0 != "?" })"))
        .inserted
    else { return 0 }
    let host = URIParts(ExactString(url)).lowerHost.string
    let target = kind == "app_link" ? "assetlinks" : "aasa"
    guard
      let file = files.first(where: {
        $0.target == target && $0.path.hasPrefix("\(environment)/hosts/\(host)/")
      })
    else { return 0 }
    let source = SourceFile(name: file.path, bytes: file.bytes)
    let match =
      kind == "app_link"
      ? try AssociationMatch(assetLinks: source)
      : try AssociationMatch(appleAppSiteAssociation: source, domain: host)
    let urls = Self.near(url)
    for url in urls {
      let answer = evaluator.answer([
        "kind": .string(kind ?? ""), "environment": .string(environment), "url": .string(url),
      ])
      let opens = match.answer(url).outcome == .match
      #expect(opens == (answer.json["decision"] == "allow"), "seed \(seed) \(file.path) \(url)")
    }
    return urls.count
  }

  /// Returns a link and similar ones.
  private static func near(_ url: String) -> [String] {
    let place = String(url.prefix { $0 != "?" && $0 != "#" })
    let parts = URIParts(ExactString(place))
    let origin = String(decoding: parts.bytes(0..<parts.path.lowerBound), as: UTF8.self)
    let path = parts.text(parts.path).string
    return [
      url, place, place + "/", place + "x", place + "/x/y", place + "?id=1", place + "?id=",
      place + "#f", place + "?id=1#f", origin + path.uppercased(), origin,
      origin + "/orders/1?id=2", origin + "/help/x", origin + "/__/auth/links/",
      origin + path.replacing("l", with: "%6C"), origin + path.replacing("/", with: "//"),
      origin.replacing("https:", with: "http:") + path, origin + ":443" + path,
    ]
  }
}
