import PolicyDecision
package import PolicyModel
public import PolicyText

/// The result of a test or an invariant.
public struct TestOutcome: Sendable {
  /// A field with an unexpected value.
  public struct Difference: Sendable {
    /// The name of the field; `result.key` for a key of the result.
    public var field: String
    /// The expected value.
    public var expected: JSONValue
    /// The actual value.
    public var actual: JSONValue
    /// The location of the expected value; nil for the whole test.
    public var source: SourceReference?
  }

  /// The name of the test or invariant.
  public var name: String
  /// The test or invariant.
  package let anchor: SourceAnchor
  /// The location of the test.
  public var source: SourceReference?
  /// The request as written.
  public var request: JSONValue
  /// The expected values.
  public var expected: JSONValue
  /// The decision, or an object with `error` and `message` if the request can't be read.
  public var actual: JSONValue
  /// Empty if the test passed.
  public var differences: [Difference]
  /// The locations that the result depends on.
  package var touched: [SourceAnchor] { findTouched() }
  /// Finds `touched`, lazily because only coverage needs it.
  var findTouched: @Sendable () -> [SourceAnchor] = { [] }

  /// True if all expected fields match.
  public var isPassed: Bool { differences.isEmpty }
}

/// Runs the tests of policies and test files with the decision engine.
public struct TestRunner: Sendable {
  private let project: Project
  private let policy: CompiledPolicy

  /// Creates a runner for the policies of a project.
  public init(_ project: Project) {
    self.project = project
    policy = project.compiled
  }

  /// The entries that can decide, prod before sandbox: redirect URIs, App Flip links and actions,
  /// link rules, and the entries of provider sections.
  package var decidingEntries: [SourceAnchor] {
    Environment.allCases.flatMap { environment in
      let clients = (policy.clients[environment] ?? []).flatMap { client in
        client.redirectURIs.map(\.anchor)
          + [client.flipUniversalLink, client.flipIntentAction].compactMap { $0?.anchor }
      }
      let rules = policy.hosts.hosts.filter { $0.environment == environment }.flatMap { host in
        host.appleRules.flatMap { $0 }
          + host.androidRules.keys.sorted().flatMap {
            (host.androidRules[$0] ?? []).compactMap { $0 }
          }
      }
      let providers = (policy.providers[environment] ?? []).flatMap { provider in
        let firebase = provider.firebase
        return (firebase?.authorizedDomains ?? []).map(\.anchor)
          + (firebase?.emailActions ?? []).compactMap { $0.url?.anchor }
          + ([provider.apple?.servicesID].compactMap { $0 } + (provider.apple?.bundleIDs ?? []))
          .map(\.anchor)
          + [provider.googleSignIn?.iosClientID].compactMap { $0?.anchor }
      }
      return clients + rules + providers
    }
  }

  /// The file and line of an anchor.
  func source(of anchor: SourceAnchor) -> SourceReference? { project.workspace.source(of: anchor) }

  /// Runs all tests and invariants whose names contain `filter` (any case), in the order of the files.
  public func run(filter: String? = nil) -> [TestOutcome] {
    var outcomes: [TestOutcome] = []
    for document in project.workspace.policies + project.workspace.testFiles {
      let tree = document.tree
      let root = tree.root
      let environment =
        document.kind == .tests
        ? root.flatMap { tree.value(of: "environment", in: $0) }
          .flatMap { Environment(rawValue: tree.text($0).string) } : nil
      let reader = RequestReader(
        tree, policy: policy, defaultEnvironment: environment ?? RequestDefaults.environment,
        defaultPolicy: document.testedPolicy,
        providerPolicy: document.kind == .policy ? document.name : nil)
      for test in document.tests where wants(test.name, filter) {
        outcomes.append(run(test, in: document, reader))
      }
      for result in project.invariants[tree.file] ?? [] where wants(result.name, filter) {
        outcomes.append(outcome(of: result, tree))
      }
    }
    return outcomes
  }

  private func wants(_ name: LocatedText?, _ filter: String?) -> Bool {
    guard let filter else { return true }
    return name?.value.string.lowercased().contains(filter.lowercased()) ?? false
  }

  /// Converts the result of an invariant. One that selects nothing passes, and `validate` warns
  /// about it.
  private func outcome(of result: InvariantResult, _ tree: SourceTree) -> TestOutcome {
    let anchor = SourceAnchor(tree.file, result.invariant.node)
    let expected = JSONValue.string(InvariantResult.State.holds.rawValue)
    let state = JSONValue.string(result.state.rawValue)
    let violation = result.violations.first
    var actual: [(key: String, value: JSONValue)] = [("state", state)]
    if let message = result.message { actual.append(("message", .string(message))) }
    if let place = violation.flatMap({ source(of: $0.anchor) }) {
      actual.append(("source", place.json))
    }
    var outcome = TestOutcome(
      name: result.name.value.string, anchor: anchor, source: source(of: anchor),
      request: ["invariant": tree.json(result.invariant.node)], expected: ["state": expected],
      actual: .object(actual), differences: [])
    if result.state == .violated || result.state == .undecided {
      outcome.differences = [
        .init(field: "state", expected: expected, actual: state, source: outcome.source)
      ]
    }
    outcome.findTouched = { result.entries }
    return outcome
  }

  private func run(
    _ test: PolicyTest, in document: PolicyDocument, _ reader: RequestReader
  ) -> TestOutcome {
    let tree = document.tree
    let expected = test.expect.map { tree.json($0) } ?? .object([])
    let anchor = SourceAnchor(tree.file, test.node)
    var outcome = TestOutcome(
      name: test.name?.value.string ?? "test without name", anchor: anchor,
      source: source(of: anchor), request: test.request.map { tree.json($0) } ?? .null,
      expected: expected, actual: .null, differences: [])
    do throws(RequestReader.Problem) {
      guard let node = test.request else { throw .init(message: "the test has no request") }
      let request = try reader.read(node)
      let decision = policy.decide(request)
      outcome.actual = DecisionJSON.json(
        decision, id: .null, kind: request.kind, workspace: project.workspace,
        withTrace: false)
      outcome.differences = Self.differences(expected: expected, actual: outcome.actual)
      for index in outcome.differences.indices {
        outcome.differences[index].source = place(
          of: outcome.differences[index].field, in: test, tree)
      }
      // Evaluated rules that didn't match (notes) don't affect the decision.
      let touched =
        decision.trace.filter { $0.outcome != .note }.compactMap(\.source)
        + [decision.source].compactMap { $0 }
      outcome.findTouched = { touched }
    } catch {
      outcome.actual = ["error": "invalid_request", "message": .string(error.message)]
      outcome.differences = [
        .init(
          field: "request", expected: "a request that can be read", actual: .string(error.message))
      ]
    }
    return outcome
  }

  /// The location of an expected value in a test.
  private func place(
    of field: String, in test: PolicyTest, _ tree: SourceTree
  ) -> SourceReference? {
    var node = test.expect
    for key in field.utf8.split(separator: UInt8(ascii: "."), maxSplits: 1) {
      node = node.flatMap { tree.value(of: String(decoding: key, as: UTF8.self), in: $0) }
    }
    return node.flatMap { project.workspace.source(of: SourceAnchor(tree.file, $0)) }
  }

  /// Compares only the expected fields, and `result` key by key.
  static func differences(
    expected: JSONValue, actual: JSONValue
  ) -> [TestOutcome.Difference] {
    guard case .object(let fields) = expected else { return [] }
    var differences: [TestOutcome.Difference] = []
    for (field, value) in fields where !field.hasPrefix("x-") {
      let found = actual[field] ?? .null
      if field == "result", case .object(let keys) = value {
        for (key, wanted) in keys {
          let part = found[key] ?? .null
          if !part.agrees(with: wanted) {
            differences.append(.init(field: "result.\(key)", expected: wanted, actual: part))
          }
        }
      } else if !found.agrees(with: value) {
        differences.append(.init(field: field, expected: value, actual: found))
      }
    }
    return differences
  }
}

extension JSONValue {
  /// Compares values regardless of the order of keys and the notation of integers.
  fileprivate func agrees(with other: JSONValue) -> Bool {
    switch (self, other) {
    case (.object(let a), .object(let b)):
      a.count == b.count
        && b.allSatisfy { entry in self[entry.key]?.agrees(with: entry.value) ?? false }
    case (.array(let a), .array(let b)):
      a.count == b.count && zip(a, b).allSatisfy { $0.agrees(with: $1) }
    case (.int, .number), (.number, .int): text() == other.text()
    default: self == other
    }
  }
}

/// The entries that tests cover: redirect URIs, App Flip links and actions, link rules, authorized
/// domains, email actions, Apple and Google IDs.
public struct TestCoverage: Sendable {
  /// The number of entries that can decide.
  public var entries: Int
  /// The entries that no test covers, in the order of the policies.
  public var missing: [SourceReference]
  /// The number of covered entries.
  public var covered: Int { entries - missing.count }
}

extension TestRunner {
  /// The coverage of outcomes.
  public func coverage(of outcomes: [TestOutcome]) -> TestCoverage {
    let touched = Set(outcomes.flatMap(\.touched))
    let entries = decidingEntries.unique
    return TestCoverage(
      entries: entries.count,
      missing: entries.filter { !touched.contains($0) }.compactMap { source(of: $0) })
  }
}

extension TestOutcome {
  /// The results of tests: `Schemas/test.schema.json`.
  ///
  /// - Parameter coverage: nil to leave it out.
  public static func json(_ outcomes: [TestOutcome], coverage: TestCoverage? = nil) -> JSONValue {
    let failed = outcomes.count { !$0.isPassed }
    var entries: [(key: String, value: JSONValue)] = [
      ("schemaVersion", 1),
      (
        "summary",
        [
          "tests": .int(outcomes.count), "passed": .int(outcomes.count - failed),
          "failed": .int(failed),
        ]
      ),
      ("tests", .array(outcomes.map(\.json))),
    ]
    if let coverage {
      entries.append(
        (
          "coverage",
          [
            "entries": .int(coverage.entries), "covered": .int(coverage.covered),
            "missing": .array(coverage.missing.map(\.json)),
          ]
        ))
    }
    return .object(entries)
  }

  private var json: JSONValue {
    [
      "name": .string(name), "status": .string(isPassed ? "passed" : "failed"),
      "source": source?.json ?? .null, "request": ParameterMask(.secrets).masked(request),
      "expected": expected, "actual": actual,
      "differences": .array(
        differences.map {
          [
            "field": .string($0.field), "expected": $0.expected, "actual": $0.actual,
            "source": $0.source?.json ?? .null,
          ]
        }),
    ]
  }
}
