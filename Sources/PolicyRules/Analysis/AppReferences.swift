package import PolicyText
package import PolicyModel

/// All references to apps in the workspace.
package struct AppReferences: Sendable {
  package struct Reference: Sendable {
    package let text: LocatedText
    /// The environments in which the app is needed.
    package let environments: [Environment]
    /// nil if one value applies to several environments.
    package let environment: Environment?
    fileprivate let kind: String
    /// The host, client or action with the reference; nil if there can be only one.
    fileprivate let owner: ExactString?
    /// True if `assetlinks.json` must verify the app.
    package let opensLinks: Bool
    /// True if the app must be for an Apple platform, false for Android, nil for either.
    package let requiresApple: Bool?
    /// nil if no policy declares the app.
    package let app: Workspace.AppReference?

    /// The location for messages: "links of `www.acme.example`".
    package var place: String { owner.map { "\(kind) of \($0.quoted)" } ?? kind }
  }

  private var references = FileTable<[Reference]>()
  private var linked = FileTable<[ExactString: EnvironmentSet]>()

  package init(_ workspace: Workspace) {
    for document in workspace.policies + workspace.testFiles {
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

  package func references(in file: FileID) -> [Reference] { references[file] ?? [] }

  /// The environments in which an app must be verified for links.
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
          text: text, environments: environments, environment: environment, kind: kind,
          owner: owner, opensLinks: opensLinks, requiresApple: requiresApple,
          app: workspace.app(text.value, from: document)))
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
    for domain in policy.allDomains {
      for entry in domain.links { add(entry.apps, domain, "links", opensLinks: true) }
      add(domain.appsWithUnknownLinks, domain, "links", opensLinks: true)
      add(domain.credentials, domain, "credentials", opensLinks: true)
      add(domain.appClips, domain, "app clips", requiresApple: true)
      add(domain.handoff, domain, "handoff", requiresApple: true)
    }
    for client in policy.clients {
      add(client.appFlipIOS?.app, "App Flip", of: client.id.value, requiresApple: true)
      add(client.appFlipAndroid?.app, "App Flip", of: client.id.value, requiresApple: false)
    }
    for invariant in document.invariants {
      for text in invariant.apps {
        add(
          text, [], nil, "invariant", of: invariant.name?.value, opensLinks: false,
          requiresApple: nil)
      }
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
