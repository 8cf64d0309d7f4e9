public import PolicyText

/// One request of a run and what came of it, for the report.
public struct CheckResult: Sendable, Equatable {
  /// How a check ended.
  public enum Outcome: String, Sendable, CaseIterable {
    /// As it should be.
    case ok
    /// Something is reported.
    case finding
    /// There was no answer.
    case unreachable
    /// Nobody was asked.
    case skipped
  }

  /// What was looked at.
  public var target: CheckTarget
  /// The address; a key in it is left out.
  public var url: ExactString
  /// What the address is to the check: `apple-app-site-association`, `statements`, …
  public var kind: String
  /// How it ended.
  public var outcome: Outcome
  /// The status code; nil without answer.
  public var status: Int?
  /// How long the answer took; nil without answer.
  public var milliseconds: Int?

  /// An entry of `checks`.
  public var json: JSONValue {
    [
      "target": .string(target.rawValue), "url": .string(UTF8Text.visible(url.string)),
      "kind": .string(kind), "outcome": .string(outcome.rawValue),
      "status": status.map { .int($0) } ?? .null,
      "ms": milliseconds.map { .int($0) } ?? .null,
    ]
  }
}
