import PolicyDiagnostics
import PolicyModel
import PolicySourceTree
import PolicyText

/// One policy in one environment, and what its things are called in flows.
struct FlowNames {
  let workspace: Workspace
  let document: PolicyDocument
  let environment: Environment

  init(_ workspace: Workspace, _ document: PolicyDocument, _ environment: Environment) {
    self.workspace = workspace
    self.document = document
    self.environment = environment
  }

  /// The name of the policy as a field of a request.
  var policy: JSONValue { .string(document.name.string) }

  /// A name that only this policy has, or the name with that of the policy before it.
  func subject(_ name: String, isElsewhere: (Policy) -> Bool) -> String {
    let others = workspace.policies.filter { $0.tree.file != document.tree.file }
    return others.contains { isElsewhere($0.policy) } ? "\(document.name.string)/\(name)" : name
  }

  /// The app that a reference of the policy means, where it exists in the environment.
  func app(_ reference: PerEnvironment<LocatedText>?) -> App? {
    reference?[environment].flatMap { app($0.value) }
  }

  /// The app with a key.
  func app(_ reference: ExactString) -> App? {
    guard let app = workspace.app(reference, from: document)?.app, app.exists(in: environment)
    else { return nil }
    return app
  }

  /// True when the workspace has an app for Apple's platforms, or for Android.
  func hasApps(isApple: Bool) -> Bool {
    workspace.policies.contains { document in
      document.policy.apps.contains {
        $0.exists(in: environment)
          && (isApple ? $0.appleAppID != nil : $0.packageName != nil)
      }
    }
  }
}
