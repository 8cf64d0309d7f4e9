public import PolicyText

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
