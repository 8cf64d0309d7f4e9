import PolicyText
package import PolicyModel

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
