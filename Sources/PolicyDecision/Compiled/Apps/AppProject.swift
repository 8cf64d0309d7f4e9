package import AssociationFiles
package import PolicyModel
package import PolicyText

/// An app in one environment, with the settings that its project files must contain.
package struct AppProject: Sendable {
  /// The name of the policy.
  package var policy: ExactString
  /// The key under `apps`.
  package var key: Entry
  package var environment: Environment
  package var platform: Platform
  /// The bundle ID of an Apple app, or the package name.
  package var identifier: Entry
  /// For Apple apps: the entitlement `com.apple.developer.associated-domains`.
  package var associatedDomains: [AssociatedDomain] = []
  /// For Apple apps with Sign in with Apple: the line in `bundle_apps`.
  package var signInWithApple: SourceAnchor?
  /// For Apple apps: the client ID of Google Sign-In.
  package var googleClientID: Entry?
  package var googleServerClientID: Entry?
  /// For Apple apps: the URL schemes of Google Sign-In's responses.
  package var urlSchemes: [Entry] = []
  /// For Android apps: the hosts whose links they open.
  package var links: [AppLinkHost] = []
  /// For Android apps: the activity that receives links, `.MainActivity` by default.
  package var linkActivity: Entry
  /// For Android apps: the activities that handle App Flip.
  package var flips: [AppFlipActivity] = []
  /// The private-use redirect URIs of native clients that have the app's scheme.
  package var redirectURIs: [Entry] = []
}

/// A host in the associated domains of an Apple app.
package struct AssociatedDomain: Sendable, Hashable {
  /// The service that the host and the app share.
  package enum Service: String, Sendable, CaseIterable {
    case applinks, webcredentials, appclips, activitycontinuation
  }
  package var service: Service
  /// ASCII letters in lower case.
  package var host: Entry
}

/// A host whose links an Android app opens.
package struct AppLinkHost: Sendable {
  /// ASCII letters in lower case.
  package var host: Entry
  /// The paths that the manifest must cover: those of rules that open the app; nil stands for all
  /// paths.
  package var paths: [DynamicPattern?]
  /// Whether the rules open fewer links on Android 15 and later, with an exclude, query or
  /// fragment.
  package var isNarrowed: Bool
}

/// An activity that Google's apps start to link accounts.
package struct AppFlipActivity: Sendable, Hashable {
  /// `.AppFlipActivity` by default.
  package var activity: Entry
  package var action: Entry
}

extension AppProject {
  /// The apps of a workspace in both environments, prod first, then in the order of the policies.
  /// Apps without a bundle ID or package name are left out.
  package static func all(in workspace: Workspace, hosts: HostFiles) -> [AppProject] {
    Environment.allCases.flatMap { environment in
      var collection = AppCollection(workspace: workspace, environment: environment)
      collection.collectHosts(hosts)
      for document in workspace.policies {
        collection.collectGoogleSignIn(document)
        collection.collectAppleSignIn(document)
        collection.collectEmailLinks(document)
        collection.collectClients(document)
      }
      return collection.apps
    }
  }

  init?(_ app: App, of document: PolicyDocument, in environment: Environment) {
    guard app.exists(in: environment), let platform = app.platform?.value,
      let identifier = platform.isApple ? app.bundleID : app.packageName
    else { return nil }
    let key = Entry(app.id.value, document.anchor(app.id))
    self.init(
      policy: document.name, key: key, environment: environment, platform: platform,
      identifier: Entry(identifier.value, document.anchor(identifier)),
      linkActivity: app.linkActivity.map { Entry($0.value, document.anchor($0)) }
        ?? Entry(App.Defaults.linkActivity, key.anchor))
  }
}
