import PolicyDecision
import PolicyModel
import PolicyText

/// A flow that hasn't run yet: its names, the line that declares it, and its steps.
struct FlowPlan {
  let kind: SignInFlow.Kind
  let subject: String
  /// Distinguishes the flows of a subject: the index of a redirect URI, or an SDK.
  var part = ""
  let environment: Environment
  /// The key of the client; nil for providers.
  var client: ExactString?
  let anchor: SourceAnchor
  /// The assumptions that change the flow.
  let assumptions: [FlowFacts.Name]
  /// The scopes that the user may refuse, by `GoogleScope.canonical`.
  var refusableScopes: Set<ExactString> = []
  let steps: (inout FlowRecorder) -> Void

  /// Kind, subject and environment.
  var id: String { "\(kind.rawValue):\(subject)\(part):\(environment.rawValue)" }

  /// Returns true for the ID, for its prefix up to a colon, and for the ID without the part.
  func isNamed(_ text: String) -> Bool {
    let whole = "\(kind.rawValue):\(subject):\(environment.rawValue)"
    let wanted = ExactString(text)
    return [id, whole].contains {
      ExactString($0) == wanted || ExactString($0).utf8.starts(with: (text + ":").utf8)
    }
  }

  /// Returns true if an assumption changes the flow.
  func depends(on name: FlowFacts.Name, in facts: FlowFacts) -> Bool {
    guard assumptions.contains(name) else { return false }
    // A missing app has no network and no version.
    if !facts.isInstalled, name == .offline || name == .appVersion { return false }
    return name != .unticked
      || facts.unticked.allSatisfy { refusableScopes.contains(GoogleScope.canonical($0)) }
  }
}

/// The flows that the policies of a project declare.
struct FlowPlanner {
  let workspace: Workspace
  var facts: FlowFacts
  let evaluator: RequestEvaluator

  init(_ project: Project, facts: FlowFacts) {
    workspace = project.workspace
    self.facts = facts
    evaluator = RequestEvaluator(project, withTrace: true)
  }

  /// All flows, in the order of policies, environments and keys.
  var plans: [FlowPlan] {
    workspace.policies.flatMap { document in
      Environment.allCases.flatMap { environment in
        let names = FlowNames(
          workspace: workspace, document: document, environment: environment)
        return clients(names) + EmailActionFlow.plans(names) + GoogleSignInFlow.plans(names)
          + AppleFlow.plans(names)
      }
    }
  }

  private func clients(_ names: FlowNames) -> [FlowPlan] {
    let compiled = evaluator.policy.clients[names.environment] ?? []
    return names.document.policy.clients.flatMap { client -> [FlowPlan] in
      guard
        let lowered = compiled.first(where: {
          $0.policy == names.document.name && $0.key == client.id.value
        })
      else { return [] }
      let oauth = OAuthClientFlow(client: client, compiled: lowered, names: names)
      return AppFlipFlow(oauth: oauth).plans + oauth.plans
    }
  }

  /// Runs a flow.
  ///
  /// - Parameter drawsBranches: also runs it with a user who denies or cancels, and with errors.
  func run(_ plan: FlowPlan, drawsBranches: Bool) -> SignInFlow {
    var flow = run(plan)
    if drawsBranches, facts.names.isEmpty, flow.outcome != .breaks {
      flow.variants = variants(of: plan, flow)
    }
    return flow
  }

  /// The branches of a diagram in which the flow doesn't succeed.
  private static let cases: [(name: String, assumption: FlowFacts.Name, fact: String)] = [
    ("the user denies", .user, "user=denies"), ("the user cancels", .user, "user=cancels"),
    ("error: the account is disabled", .account, "account=disabled"),
    ("error: the server doesn't respond in time", .timeout, "timeout=true"),
    ("error: the code has expired", .code, "code=expired"),
  ]

  private func variants(of plan: FlowPlan, _ flow: SignInFlow) -> [SignInFlow.Variant] {
    func words(_ steps: [SignInFlow.Step]) -> [ExactString] {
      steps.map { ExactString($0.request.text() + $0.answer.text()) }
    }
    var variants: [SignInFlow.Variant] = []
    for (name, assumption, fact) in Self.cases {
      guard let facts = try? FlowFacts([fact]), plan.depends(on: assumption, in: facts) else {
        continue
      }
      var other = self
      other.facts = facts
      let steps = other.run(plan).steps
      if words(steps) == words(flow.steps) { continue }
      if let same = variants.firstIndex(where: { words($0.steps) == words(steps) }) {
        variants[same].name += ", or \(name)"
      } else {
        variants.append(SignInFlow.Variant(name: name, steps: steps))
      }
    }
    return variants
  }

  private func run(_ plan: FlowPlan) -> SignInFlow {
    var recorder = FlowRecorder(
      evaluator: evaluator, facts: facts, environment: plan.environment)
    plan.steps(&recorder)
    let broken = recorder.isBroken ? recorder.steps.last : nil
    let inferred = recorder.steps.first { $0.outcome == .inferred }
    let declaration = workspace.source(of: plan.anchor)
    let message =
      broken.map { "\($0.name): \($0.message)" } ?? recorder.end
      ?? inferred.map { "\($0.name): \($0.message)" } ?? "every step succeeds"
    return SignInFlow(
      id: plan.id, kind: plan.kind, subject: plan.subject, environment: plan.environment,
      outcome: recorder.outcome, confidence: recorder.confidence, steps: recorder.steps,
      breaksAt: broken?.name, message: message, source: broken?.source ?? declaration)
  }
}
