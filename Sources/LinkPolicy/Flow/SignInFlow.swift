public import PolicyText

/// One thing that a policy promises, run from end to end by the policy's own requests.
public struct SignInFlow: Sendable {
  /// The kinds of flows, in the order in which they are run.
  public enum Kind: String, Sendable, CaseIterable {
    case appFlipIOS = "app_flip_ios"
    case appFlipAndroid = "app_flip_android"
    case authorize
    case emailAction = "email_action"
    case googleSignIn = "google_sign_in"
    case apple
  }

  /// What comes of a flow.
  public enum Outcome: String, Sendable, CaseIterable {
    /// Every step answers as it must.
    case completes
    /// A step fails, so later steps are not reached.
    case breaks
    /// It completes, and a step rests on what no platform documents.
    case inferred
  }

  /// One request of the flow and its answer.
  public struct Step: Sendable {
    /// What happens: `incoming link`, `token exchange`, …
    public let name: String
    /// What came of it.
    public let outcome: Outcome
    /// One line for people: what the answer means for the flow.
    public let message: String
    /// A line of `simulate`.
    public let request: JSONValue
    /// What `simulate` answers to it, with its trace.
    public let answer: JSONValue
    /// The line of a policy that decided the step; nil where none did.
    public let source: SourceReference?

    var json: JSONValue {
      [
        "name": .string(name), "outcome": .string(outcome.rawValue), "message": .string(message),
        "request": request, "answer": answer,
      ]
    }
  }

  /// Kind, subject and environment: `app_flip_ios:google-home:prod`.
  public let id: String
  /// What kind of sign-in it is.
  public let kind: Kind
  /// The client, email action or platform that it is about.
  public let subject: String
  /// The environment in which it runs.
  public let environment: Environment
  /// What comes of it.
  public let outcome: Outcome
  /// How sure that is; what breaks with certainty is an error of a rule of `validate`.
  public let confidence: RequestDecision.Confidence
  /// The requests in order, up to the one that breaks.
  public let steps: [Step]
  /// The name of the step that breaks; nil where none does.
  public let breaksAt: String?
  /// One line for people.
  public let message: String
  /// The line of the policy that promises the flow, or the one to blame where it breaks.
  public let source: SourceReference?
  /// Other cases; only of flows that are drawn.
  package var variants: [Variant] = []

  /// The flow in the answer of `flow --format json`.
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
