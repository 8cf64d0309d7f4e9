import PolicyDecision
import PolicyText
import PolicyModel

/// The flows of a project: one per thing that a policy promises and environment.
struct FlowPlanner {
  let workspace: Workspace
  let facts: FlowFacts
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
        let names = FlowNames(workspace, document, environment)
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
  func run(_ plan: FlowPlan) -> SignInFlow {
    var recorder = FlowRecorder(evaluator, facts, plan.environment)
    plan.steps(&recorder)
    let broken = recorder.isBroken ? recorder.steps.last : nil
    let inferred = recorder.steps.first { $0.outcome == .inferred }
    let promise = workspace.source(of: plan.anchor)
    let message =
      broken.map { "\($0.name): \($0.message)" } ?? recorder.end
      ?? inferred.map { "\($0.name): \($0.message)" } ?? "every step succeeds"
    return SignInFlow(
      id: plan.id, kind: plan.kind, subject: plan.subject, environment: plan.environment,
      outcome: recorder.outcome, confidence: recorder.confidence, steps: recorder.steps,
      breaksAt: broken?.name, message: message, source: broken?.source ?? promise)
  }
}
