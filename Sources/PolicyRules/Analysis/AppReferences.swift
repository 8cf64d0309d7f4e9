package import PolicyText
package import PolicyModel

/// Where apps are named, over the whole workspace.
package struct AppReferences: Sendable {
  /// One place that names an app.
  package struct Reference: Sendable {
    package let text: LocatedText
    /// The environments in which the app is needed.
    package let environments: [Environment]
    /// nil where one value stands for several environments.
    package let environment: Environment?
    /// What kind of place names it: "links".
    private let kind: String
    /// Whose place that is; nil where the kind says all.
    private let owner: ExactString?
    /// assetlinks.json has to verify the app.
    package let opensLinks: Bool
    /// Only an app of this side can be meant: true for Apple's platforms, false for Android.
    package let requiresApple: Bool?
    /// The app; nil where nobody declares it.
    package let app: Workspace.AppReference?

    fileprivate init(
      _ text: LocatedText, _ environments: [Environment], _ environment: Environment?,
      kind: String, owner: ExactString?, opensLinks: Bool, requiresApple: Bool?,
      app: Workspace.AppReference?
    ) {
      self.text = text
      self.environments = environments
      self.environment = environment
      self.kind = kind
      self.owner = owner
      self.opensLinks = opensLinks
      self.requiresApple = requiresApple
      self.app = app
    }

    /// What names it: "links of `www.acme.example`".
    package var place: String { owner.map { "\(kind) of \($0.quoted)" } ?? kind }
  }

  private var references = FileTable<[Reference]>()
  /// By file and app.
  private var linked = FileTable<[ExactString: EnvironmentSet]>()

  /// Walks all policies.
  package init(_ workspace: Workspace) {
    for document in workspace.policies {
      let found = Self.all(in: document, workspace)
      for reference in found where reference.opensLinks {
        guard let app = reference.app else { continue }
        var environments: EnvironmentSet = []
        for environment in reference.environments {
          environments.insert(EnvironmentSet(environment))
        }
        linked[app.document.tree.file, default: [:]][app.id, default: []].formUnion(environments)
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

  private static func all(in document: PolicyDocument, _ workspace: Workspace) -> [Reference] {
    let policy = document.policy
    var found: [Reference] = []
    func add(
      _ text: LocatedText, _ environments: [Environment], _ environment: Environment?,
      _ kind: String, of owner: ExactString?, opensLinks: Bool, requiresApple: Bool?
    ) {
      found.append(
        Reference(
          text, environments, environment, kind: kind, owner: owner, opensLinks: opensLinks,
          requiresApple: requiresApple, app: workspace.app(text.value, from: document)))
    }
    func add(
      _ texts: [LocatedText], _ domain: Domain, _ kind: String, opensLinks: Bool = false,
      requiresApple: Bool? = nil
    ) {
      for text in texts {
        add(
          text, domain.environment.value.environments, nil, kind, of: domain.host.value,
          opensLinks: opensLinks, requiresApple: requiresApple)
      }
    }
    func add(
      _ values: PerEnvironment<LocatedText>?, _ kind: String, of owner: ExactString? = nil,
      opensLinks: Bool = false, requiresApple: Bool
    ) {
      for (environment, text) in values?.distinct ?? [] {
        add(
          text, environment.map { [$0] } ?? Environment.allCases, environment, kind, of: owner,
          opensLinks: opensLinks, requiresApple: requiresApple)
      }
    }
    for domain in policy.domains {
      for entry in domain.links { add(entry.apps, domain, "links", opensLinks: true) }
      add(domain.credentials, domain, "credentials", opensLinks: true)
      add(domain.appClips, domain, "app clips", requiresApple: true)
      add(domain.handoff, domain, "handoff", requiresApple: true)
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
      for text in texts {
        add(
          text, environment.map { [$0] } ?? Environment.allCases, environment,
          "Sign in with Apple", of: nil, opensLinks: false, requiresApple: nil)
      }
    }
    return found
  }
}
