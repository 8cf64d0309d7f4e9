public import PolicyText

extension PolicyDifference {
  /// The answer of `diff --format json` (`Schemas/diff.schema.json`).
  public var json: JSONValue {
    [
      "schemaVersion": 1,
      "summary": .object(
        PolicyChange.Effect.allCases.map { ($0.rawValue, .int(count($0))) }),
      "changes": .array(changes.map(\.json)),
    ]
  }
}

extension PolicyChange {
  fileprivate var json: JSONValue {
    func verdict(_ verdict: Verdict) -> JSONValue {
      ["decision": .string(verdict.outcome.rawValue), "reason": .string(verdict.reason.rawValue)]
    }
    return [
      "class": .string(effect.rawValue), "policy": .string(policy.string),
      "client": .optional(client?.string), "host": .optional(host?.string),
      "environment": .string(environment.rawValue),
      "kind": .string(kind.rawValue), "message": .string(message.plain), "old": old?.json ?? .null,
      "new": new?.json ?? .null,
      "witness": witness.map {
        ["request": $0.request, "old": verdict($0.old), "new": verdict($0.new)]
      } ?? .null,
    ]
  }
}
