package import PolicyDiagnostics
package import PolicyModel
import PolicySourceTree
package import PolicyText

/// Where apps are named, over the whole workspace.
package struct AppReferences: Sendable {
  /// One place that names an app.
  package struct Reference: Sendable {
    package var text: LocatedText
    /// The environments in which the app is needed.
    package var environments: [Environment]
    /// nil where one value stands for several environments.
    package var environment: Environment?
    /// What kind of place names it: "links".
    fileprivate var kind: String
    /// Whose place that is; nil where the kind says all.
    fileprivate var owner: ExactString?
    /// assetlinks.json has to verify the app.
    package var opensLinks: Bool
    /// Only an app of this side can be meant: true for Apple's platforms, false for Android.
    package var requiresApple: Bool?
    /// The app; nil where nobody declares it.
    package var app: Workspace.AppReference?

    /// What names it: "links of `www.acme.example`".
    package var place: String { owner.map { "\(kind) of \($0.quoted)" } ?? kind }
  }

  private var references = FileTable<[Reference]>()
  /// By file and app.
  private var linked = FileTable<SmallTable<EnvironmentSet>>()

  /// Walks all policies.
  package init(_ workspace: Workspace) {
    for document in workspace.policies {
      var found = Self.all(in: document.policy)
      for index in found.indices {
        found[index].app = workspace.app(found[index].text.value, from: document)
        guard found[index].opensLinks, let app = found[index].app else { continue }
        for environment in found[index].environments {
          // In place: with thousands of apps every copy of a table would count.
          linked[app.document.tree.file, default: SmallTable()].update(app.id, default: []) {
            $0.insert(EnvironmentSet(environment))
          }
        }
      }
      references[document.tree.file] = found
    }
  }

  /// The references of a policy, in its order.
  package func references(in file: FileID) -> [Reference] { references[file] ?? [] }

  /// Where an app has to be verified for links.
  package func environments(ofApp id: ExactString, in file: FileID) -> EnvironmentSet {
    linked[file]?[id] ?? []
  }

  private static func all(in policy: Policy) -> [Reference] {
    var found: [Reference] = []
    func add(
      _ texts: [LocatedText], _ domain: Domain, _ what: String, opensLinks: Bool,
      requiresApple: Bool? = nil
    ) {
      found += texts.map {
        Reference(
          text: $0, environments: domain.environment.value.environments, environment: nil,
          kind: what, owner: domain.host.value, opensLinks: opensLinks, requiresApple: requiresApple
        )
      }
    }
    func add(
      _ values: PerEnvironment<LocatedText>?, _ kind: String, of owner: ExactString? = nil,
      opensLinks: Bool = false, requiresApple: Bool
    ) {
      for (environment, text) in values?.distinct ?? [] {
        found.append(
          Reference(
            text: text, environments: environment.map { [$0] } ?? Environment.allCases,
            environment: environment, kind: kind, owner: owner, opensLinks: opensLinks,
            requiresApple: requiresApple))
      }
    }
    for domain in policy.domains {
      for entry in domain.links { add(entry.apps, domain, "links", opensLinks: true) }
      add(domain.credentials, domain, "credentials", opensLinks: true)
      add(domain.appClips, domain, "app clips", opensLinks: false, requiresApple: true)
      add(domain.handoff, domain, "handoff", opensLinks: false, requiresApple: true)
    }
    for client in policy.clients {
      add(client.appFlipIOS?.app, "App Flip", of: client.id.value, requiresApple: true)
      add(client.appFlipAndroid?.app, "App Flip", of: client.id.value, requiresApple: false)
    }
    add(policy.googleSignIn?.ios?.app, "Google Sign-In", requiresApple: true)
    add(policy.googleSignIn?.android?.app, "Google Sign-In", requiresApple: false)
    for action in policy.firebase?.emailActions ?? [] {
      add(action.ios, "email action \(action.name.value.quoted)", requiresApple: true)
      add(
        action.androidApp, "email action \(action.name.value.quoted)",
        opensLinks: action.handleCodeInApp?.value == true, requiresApple: false)
    }
    for (environment, texts) in policy.apple?.bundleApps?.distinct ?? [] {
      found += texts.map {
        Reference(
          text: $0, environments: environment.map { [$0] } ?? Environment.allCases,
          environment: environment, kind: "Sign in with Apple", owner: nil, opensLinks: false)
      }
    }
    return found
  }
}
