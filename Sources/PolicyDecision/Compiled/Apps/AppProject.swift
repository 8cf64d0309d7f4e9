package import AssociationFiles
package import PolicyModel
package import PolicyText

/// An app in one environment: what its own project files must agree with.
package struct AppProject: Sendable {
  /// Name of the policy.
  package var policy: ExactString
  /// The key under `apps`.
  package var key: Entry
  package var environment: Environment
  package var platform: Platform
  /// Bundle ID of an Apple app, else package name.
  package var identifier: Entry
  /// Of Apple apps, for the entitlement `com.apple.developer.associated-domains`.
  package var associatedDomains: [AssociatedDomain] = []
  /// The line of `bundle_apps` that gives an Apple app Sign in with Apple.
  package var signInWithApple: SourceAnchor?
  /// The client ID of Google Sign-In of an Apple app.
  package var googleClientID: Entry?
  package var googleServerClientID: Entry?
  /// What comes back to an Apple app through Google Sign-In.
  package var urlSchemes: [Entry] = []
  /// Of Android apps: the hosts whose links they open.
  package var links: [AppLinkHost] = []
  /// Of Android apps: the activity that receives links, `.MainActivity` where the policy does not say.
  package var linkActivity: Entry
  /// Of Android apps: what answers App Flip.
  package var flips: [AppFlipActivity] = []
  /// Private-use redirect URIs of native clients whose scheme is the app's own.
  package var redirectURIs: [Entry] = []
}

/// A host in the associated domains of an Apple app.
package struct AssociatedDomain: Sendable, Hashable {
  /// What the host and the app share.
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
  /// What the manifest must cover: the paths of the rules that open the app; nil stands for every path.
  package var paths: [DynamicPattern?]
  /// On Android 15 and later rules open less than the paths: they exclude, or ask for a query or fragment.
  package var isNarrowed: Bool
}

/// An activity that Google's apps start to link accounts.
package struct AppFlipActivity: Sendable, Hashable {
  /// `.AppFlipActivity` where the policy does not say.
  package var activity: Entry
  package var action: Entry
}

extension AppProject {
  /// The apps of a workspace in both environments, prod first, then in the order of the policies; apps
  /// without bundle ID or package name are left out.
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
