package import Diagnostics
package import PolicyModel
import SourceTree
package import TextSupport

/// Where apps are named, over the whole workspace.
package struct AppReferences: Sendable {
  /// One place that names an app.
  package struct Reference: Sendable {
    package var text: LocatedText
    /// The environments in which the app is needed.
    package var environments: [Environment]
    /// nil where one value stands for several environments.
    package var environment: Environment?
    /// What names it: "links of `www.acme.example`".
    package var place: String
    /// assetlinks.json has to verify the app.
    package var opensLinks: Bool
    /// Only an app of this side can be meant: true for Apple's platforms, false for Android.
    package var wantsApple: Bool?
  }

  private var references = FileTable<[Reference]>()
  private var linked = FileTable<[ExactString: EnvironmentSet]>()

  /// Walks all policies.
  init(_ workspace: Workspace) {
    for document in workspace.policies {
      let found = Self.all(in: document.policy)
      references[document.tree.file] = found
      for reference in found where reference.opensLinks {
        guard let app = workspace.app(reference.text.value, from: document) else { continue }
        for environment in reference.environments {
          linked[app.document.tree.file, default: [:]][app.app.id.value, default: []].insert(
            EnvironmentSet(environment))
        }
      }
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
      wantsApple: Bool? = nil
    ) {
      found += texts.map {
        Reference(
          text: $0, environments: domain.environment.value.environments, environment: nil,
          place: "\(what) of \(domain.host.value.quoted)", opensLinks: opensLinks,
          wantsApple: wantsApple)
      }
    }
    // The words only where there is a reference: most clients have none.
    func add(
      _ values: PerEnvironment<LocatedText>?, _ place: @autoclosure () -> String,
      opensLinks: Bool = false, wantsApple: Bool
    ) {
      for (environment, text) in values?.distinct ?? [] {
        found.append(
          Reference(
            text: text, environments: environment.map { [$0] } ?? Environment.allCases,
            environment: environment, place: place(), opensLinks: opensLinks,
            wantsApple: wantsApple))
      }
    }
    for domain in policy.domains {
      for entry in domain.links { add(entry.apps, domain, "links", opensLinks: true) }
      add(domain.credentials, domain, "credentials", opensLinks: true)
      add(domain.appClips, domain, "app clips", opensLinks: false, wantsApple: true)
      add(domain.handoff, domain, "handoff", opensLinks: false, wantsApple: true)
    }
    for client in policy.clients {
      add(client.appFlipIOS?.app, "App Flip of \(client.id.value.quoted)", wantsApple: true)
      add(client.appFlipAndroid?.app, "App Flip of \(client.id.value.quoted)", wantsApple: false)
    }
    add(policy.googleSignIn?.ios?.app, "Google Sign-In", wantsApple: true)
    add(policy.googleSignIn?.android?.app, "Google Sign-In", wantsApple: false)
    for action in policy.firebase?.emailActions ?? [] {
      add(action.ios, "email action \(action.name.value.quoted)", wantsApple: true)
      add(
        action.androidApp, "email action \(action.name.value.quoted)",
        opensLinks: action.handleCodeInApp?.value == true, wantsApple: false)
    }
    for (environment, texts) in policy.apple?.bundleApps?.distinct ?? [] {
      found += texts.map {
        Reference(
          text: $0, environments: environment.map { [$0] } ?? Environment.allCases,
          environment: environment, place: "Sign in with Apple", opensLinks: false)
      }
    }
    return found
  }
}
