import PolicyModel
public import PolicyText

extension Project {
  /// Runs the flows that the policies promise, each from end to end, by the answers of `simulate`.
  ///
  /// - Parameters:
  ///   - client: only flows of the client with this key.
  ///   - id: only the flow with this id, or those below it: `authorize:website` means all of that client.
  ///   - environment: only flows of this environment.
  ///   - facts: what is assumed about user, device and servers; flows that don't depend on it are left out.
  ///   - drawsBranches: also run the flow of a user who denies or cancels, and errors, for diagrams.
  /// - Throws: `FlowError` for a client or an id that no policy has, and for an assumption that means nothing
  ///   to the chosen flows.
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

/// Queries of URLs and bodies of forms.
enum FlowQuery {
  /// Percent-encodes names and values except for unreserved bytes, so that forms and URLs read the same.
  static func encode(_ parameters: [(String, String)]) -> String {
    parameters.map { "\($0)=\(PercentEncoding.encode($1))" }.joined(separator: "&")
  }

  /// Appends a query to a URL that may already have one (RFC 6749 section 3.1).
  static func append(_ query: String, to url: String) -> String {
    url + (url.utf8.contains(UInt8(ascii: "?")) ? "&" : "?") + query
  }
}

/// The flows of the policies of a project, and what comes of them.
public struct FlowReport: Sendable {
  /// In the order of the policies, of environments, and of their keys.
  public let flows: [SignInFlow]
  /// How many flows were not run, because an assumption means nothing to them.
  public let leftOut: Int

  /// How many flows have an outcome.
  public func count(_ outcome: SignInFlow.Outcome) -> Int {
    flows.count { $0.outcome == outcome }
  }

  /// The answer of `flow --format json` (`Schemas/flow.schema.json`).
  public var json: JSONValue {
    let summary = SignInFlow.Outcome.allCases.map {
      (key: $0.rawValue, value: JSONValue.int(count($0)))
    }
    return [
      "schemaVersion": 1, "summary": .object(summary), "flows": .array(flows.map(\.json)),
    ]
  }
}
