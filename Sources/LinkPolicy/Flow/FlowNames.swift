import PolicyText
import PolicyModel
import PolicyRules

/// One policy in one environment, with the names of its flows.
struct FlowNames {
  let workspace: Workspace
  let document: PolicyDocument
  let environment: Environment

  /// The name of the policy as a field of a request.
  var policy: JSONValue { .string(document.name.string) }

  /// The name, prefixed with the policy's name if another policy has it, too.
  func subject(_ name: String, isElsewhere: (Policy) -> Bool) -> String {
    let others = workspace.policies.filter { $0.tree.file != document.tree.file }
    return others.contains { isElsewhere($0.policy) } ? "\(document.name.string)/\(name)" : name
  }

  /// The app of a reference; nil if it doesn't exist in the environment.
  func app(_ reference: PerEnvironment<LocatedText>?) -> App? {
    reference?[environment].flatMap { app($0.value) }
  }

  /// The app with a key; nil if it doesn't exist in the environment.
  func app(_ reference: ExactString) -> App? {
    guard let app = workspace.app(reference, from: document)?.app, app.exists(in: environment)
    else { return nil }
    return app
  }

  /// Whether a setting that decides if an app opens links of a host is `TODO`.
  func isUnknown(_ reference: PerEnvironment<LocatedText>?, on host: ExactString) -> Bool {
    guard let app = reference?[environment].flatMap({ workspace.app($0.value, from: document) })
    else { return false }
    let isDeclared = workspace.policies.contains { other in
      other.policy.domains.contains { ASCII.lowercased($0.host.value) == host }
    }
    return app.isIncomplete
      || workspace.policies.contains { other in
        other.policy.allDomains.contains { domain in
          let isHost = ASCII.lowercased(domain.host.value) == host
          let isUnknown = domain.node == other.policy.unknownHost?.node && !isDeclared
          let apps = domain.appsWithUnknownLinks + (isUnknown ? domain.links.flatMap(\.apps) : [])
          return (isHost || isUnknown)
            && apps.contains { workspace.app($0.value, from: other)?.anchor == app.anchor }
        }
      }
  }

  /// The other environment, if only that one has the host; nil if this one has it or neither has.
  func onlyEnvironment(ofHost host: ExactString) -> Environment? {
    var found: EnvironmentSet = []
    for policy in workspace.policies.lazy.map(\.policy) {
      for domain in policy.domains where ASCII.lowercased(domain.host.value) == host {
        for environment in domain.environment.value.environments {
          found.insert(EnvironmentSet(environment))
        }
      }
    }
    return found.only == environment.other ? environment.other : nil
  }

  /// True if the workspace has an app for Apple's platforms, or for Android.
  func hasApps(isApple: Bool) -> Bool {
    workspace.policies.contains { document in
      document.policy.apps.contains {
        $0.exists(in: environment)
          && (isApple ? $0.appleAppID != nil : $0.packageName != nil)
      }
    }
  }
}
