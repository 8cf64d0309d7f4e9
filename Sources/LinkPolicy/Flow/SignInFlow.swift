public import PolicyText

/// A flow that a policy declares, run with the policy's own requests.
public struct SignInFlow: Sendable {
  /// The types of flows, in the order in which they run.
  public enum Kind: String, Sendable, CaseIterable {
    case appFlipIOS = "app_flip_ios"
    case appFlipAndroid = "app_flip_android"
    case authorize
    case emailAction = "email_action"
    case googleSignIn = "google_sign_in"
    case apple
  }

  /// The result of a flow or step.
  public enum Outcome: String, Sendable, CaseIterable {
    /// Every step has the expected decision.
    case completes
    /// A step fails, so later steps don't run.
    case breaks
    /// It completes, but a step depends on undocumented behavior of a platform.
    case inferred
  }

  /// One request of the flow and its response.
  public struct Step: Sendable {
    /// The name of the step: `incoming link`, `token exchange`, …
    public let name: String
    /// The result of the step.
    public let outcome: Outcome
    /// What the decision means for the flow, on one line.
    public let message: String
    /// The request for `simulate`.
    public let request: JSONValue
    /// The output of `simulate`, with its trace.
    public let answer: JSONValue
    /// The line of a policy that decided the step; nil if there is none.
    public let source: SourceReference?

    var json: JSONValue {
      [
        "name": .string(name), "outcome": .string(outcome.rawValue), "message": .string(message),
        "request": request, "answer": answer,
      ]
    }
  }

  /// The kind, subject and environment: `app_flip_ios:google-home:prod`.
  public let id: String
  /// The kind of flow.
  public let kind: Kind
  /// The client, email action or platform.
  public let subject: String
  /// The environment.
  public let environment: Environment
  /// The result of the flow.
  public let outcome: Outcome
  /// How certain the result is. If a flow certainly breaks, `validate` reports an error.
  public let confidence: RequestDecision.Confidence
  /// The steps in order, up to the one that breaks.
  public let steps: [Step]
  /// The name of the step that breaks; nil if none does.
  public let breaksAt: String?
  /// The result on one line.
  public let message: String
  /// The line of the policy that declares the flow or makes it break.
  public let source: SourceReference?
  /// The branches of a flow that is drawn.
  package var variants: [Variant] = []

  /// The flow in the output of `flow --format json`.
  public var json: JSONValue {
    [
      "id": .string(id), "kind": .string(kind.rawValue), "subject": .string(subject),
      "environment": .string(environment.rawValue), "outcome": .string(outcome.rawValue),
      "confidence": .string(confidence.rawValue), "steps": .array(steps.map(\.json)),
      "breaks_at": .optional(breaksAt), "message": .string(message),
      "source": source?.json ?? .null,
    ]
  }
}
