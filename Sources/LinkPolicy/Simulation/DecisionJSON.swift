package import PolicyDecision
package import PolicyText
package import PolicyModel

/// Decisions as JSON (`Schemas/simulate.schema.json`).
package enum DecisionJSON {
  /// - Parameter withTrace: includes the trace.
  package static func json(
    _ decision: Decision, id: JSONValue, kind: RequestKind, workspace: Workspace, withTrace: Bool
  ) -> JSONValue {
    var entries: [(key: String, value: JSONValue)] = [
      ("id", id), ("kind", .string(kind.rawValue)),
      ("decision", .string(decision.outcome.rawValue)),
      ("channel", .string(decision.channel.rawValue)),
      ("target", .optional(decision.target?.string)),
      ("error", .optional(decision.error)), ("reason", .string(decision.reason.rawValue)),
      ("message", .string(decision.message)), ("next", .optional(decision.next)),
      ("confidence", .string(decision.confidence.rawValue)),
      ("nearest", nearest(decision.nearest, workspace)),
      ("source", source(decision.source, workspace)),
    ]
    if let result = decision.result { entries.append(("result", result)) }
    if withTrace {
      let steps = decision.trace.map { step -> JSONValue in
        [
          "step": .string(step.step.rawValue), "outcome": .string(step.outcome.rawValue),
          "message": .string(step.message), "source": source(step.source, workspace),
        ]
      }
      entries.append(("user_sees", .optional(decision.userSees)))
      entries.append(("trace", .array(steps)))
    }
    return .object(entries)
  }

  /// The result for a line that is not a request.
  package static func invalid(
    id: JSONValue, _ message: String, code: String = "invalid_line"
  ) -> JSONValue {
    ["id": id, "error": .string(code), "message": .string(message)]
  }

  private static func nearest(_ nearest: Decision.Nearest?, _ workspace: Workspace) -> JSONValue {
    guard let nearest else { return .null }
    return [
      "value": .string(nearest.entry.value.string), "difference": .string(nearest.difference),
      "source": source(nearest.entry.anchor, workspace),
    ]
  }

  private static func source(_ anchor: SourceAnchor?, _ workspace: Workspace) -> JSONValue {
    anchor.flatMap { workspace.source(of: $0) }?.json ?? .null
  }
}
