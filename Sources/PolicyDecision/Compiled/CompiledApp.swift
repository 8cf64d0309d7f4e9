import PolicyModel
import PolicyText

/// The names of an app in a policy.
package struct CompiledApp: Sendable {
  /// The name of the policy.
  var policy: ExactString
  /// The key in `apps`.
  var key: ExactString
  var isApple: Bool
  /// App ID or package name.
  var identifier: ExactString

  /// `policy/key`.
  var path: ExactString { ExactString(policy.string + "/" + key.string) }

  /// The apps of a workspace that have an identifier.
  static func all(in workspace: Workspace) -> [CompiledApp] {
    workspace.policies.flatMap { document in
      document.policy.apps.compactMap { app in
        (app.appleAppID ?? app.packageName?.value).map {
          CompiledApp(
            policy: document.name, key: app.id.value,
            isApple: app.platform?.value.isApple ?? (app.packageName == nil), identifier: $0)
        }
      }
    }
  }
}
