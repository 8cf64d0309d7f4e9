import PolicyDecision
public import PolicyText
import PolicyModel

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
    [
      "class": .string(effect.rawValue), "policy": .string(policy.string),
      "client": .optional(client?.string), "host": .optional(host?.string),
      "environment": .string(environment.rawValue),
      "kind": .string(kind.rawValue), "message": .string(message.plain), "old": old?.json ?? .null,
      "new": new?.json ?? .null, "witness": witness?.json ?? .null,
    ]
  }
}

extension PolicyChange.Witness {
  fileprivate var json: JSONValue {
    ["request": request, "old": old.json, "new": new.json]
  }
}

extension PolicyChange.Verdict {
  fileprivate var json: JSONValue {
    ["decision": .string(outcome.rawValue), "reason": .string(reason.rawValue)]
  }
}
