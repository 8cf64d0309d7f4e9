import PolicyModel
public import PolicyText

extension Project {
  /// Runs the flows that the policies declare, from the first request to the last.
  ///
  /// - Parameters:
  ///   - client: only flows of the client with this key.
  ///   - id: only the flow with this ID, or those whose ID it starts: `authorize:website` selects
  ///     all flows of that client.
  ///   - environment: only flows of this environment.
  ///   - facts: assumptions about the user, the device and the servers; flows that don't depend on
  ///     them are left out.
  ///   - drawsBranches: also runs the flow of a user who denies or cancels, and errors, for
  ///     diagrams.
  /// - Throws: `FlowError` for an unknown client or ID, and for an assumption that doesn't affect
  ///   any selected flow.
  public func flows(
    client: String? = nil, id: String? = nil, environment: Environment? = nil,
    facts: FlowFacts = FlowFacts(), drawsBranches: Bool = false
  ) throws(FlowError) -> FlowReport {
    let planner = FlowPlanner(self, facts: facts)
    var plans = planner.plans
    if let client {
      let keys = workspace.policies.flatMap { $0.policy.clients.map(\.id.value) }
      guard keys.contains(ExactString(client)) else {
        throw FlowError.unknown(client, "is not a client", among: keys.map(\.string))
      }
      plans = plans.filter { $0.client == ExactString(client) }
    }
    if let environment { plans = plans.filter { $0.environment == environment } }
    if let id {
      let chosen = plans.filter { $0.isNamed(id) }
      guard !chosen.isEmpty else {
        throw FlowError.unknown(id, "is not a flow", among: plans.map(\.id))
      }
      plans = chosen
    }
    let chosen = plans.filter { plan in facts.names.allSatisfy { plan.depends(on: $0, in: facts) } }
    guard plans.isEmpty || !chosen.isEmpty else { throw FlowError.meaningless(facts, plans) }
    return FlowReport(
      flows: chosen.map { planner.run($0, drawsBranches: drawsBranches) },
      leftOut: plans.count - chosen.count)
  }
}

enum FlowQuery {
  /// Percent-encodes names and values except for unreserved bytes: the result is valid in queries
  /// and forms.
  static func encode(_ parameters: [(String, String)]) -> String {
    parameters.map { "\($0)=\(PercentEncoding.encode($1))" }.joined(separator: "&")
  }

  /// Appends a query to a URL that may already have one (RFC 6749 section 3.1).
  static func append(_ query: String, to url: String) -> String {
    url + (url.utf8.contains(UInt8(ascii: "?")) ? "&" : "?") + query
  }
}

/// The flows of a project and their results.
public struct FlowReport: Sendable {
  /// In the order of policies, environments and keys.
  public let flows: [SignInFlow]
  /// The number of flows that weren't run, because an assumption doesn't affect them.
  public let leftOut: Int

  /// The number of flows with an outcome.
  public func count(_ outcome: SignInFlow.Outcome) -> Int {
    flows.count { $0.outcome == outcome }
  }

  /// The output of `flow --format json` (`Schemas/flow.schema.json`).
  public var json: JSONValue {
    let summary = SignInFlow.Outcome.allCases.map {
      (key: $0.rawValue, value: JSONValue.int(count($0)))
    }
    return [
      "schemaVersion": 1, "summary": .object(summary), "flows": .array(flows.map(\.json)),
    ]
  }
}
