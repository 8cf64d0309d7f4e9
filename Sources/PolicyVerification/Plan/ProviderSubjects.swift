import PolicyDecision
package import PolicyModel
package import PolicyText

/// Collects requests to Google and Apple: public keys, and Google clients with redirect URIs.
package struct ProviderSubjects {
  /// Key sets without duplicates, each with the first policy that uses it.
  package private(set) var keySets: [PublicKeySet] = []
  package private(set) var googleClients: [GoogleClientSubject] = []

  package init(
    _ workspace: Workspace, _ environments: [Environment], _ parties: ThirdParties
  ) {
    for document in workspace.policies {
      let policy = document.policy
      func add(_ name: String, _ url: String, _ anchor: SourceAnchor) {
        guard !keySets.contains(where: { $0.name == name }) else { return }
        keySets.append(PublicKeySet(name: name, url: ExactString(url), anchor: anchor))
      }
      if let google = policy.googleSignIn {
        add(
          "google", "\(parties.googleKeys.string)/oauth2/v3/certs",
          document.anchor(node: google.node))
      }
      if let firebase = policy.firebase {
        add(
          "firebase",
          "\(parties.googleKeys.string)/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com",
          document.anchor(node: firebase.node))
      }
      if let apple = policy.apple {
        add("apple", "\(parties.appleID.string)/auth/keys", document.anchor(node: apple.node))
      }
      for environment in environments {
        guard let web = policy.googleSignIn?.web, let client = web.clientID?[environment],
          let uris = web.redirectURIs?[environment], !uris.isEmpty
        else { continue }
        googleClients.append(
          GoogleClientSubject(
            environment: environment, base: parties.googleAccounts,
            clientID: Entry(client.value, document.anchor(client)),
            redirectURIs: uris.map { Entry($0.value, document.anchor($0)) },
            state: RandomString.make()))
      }
    }
  }
}

/// Collects the Firebase projects of the policies.
package struct FirebaseSubjects {
  private let workspace: Workspace
  private let environments: [Environment]

  package init(_ workspace: Workspace, _ environments: [Environment]) {
    self.workspace = workspace
    self.environments = environments
  }

  /// In the order of the policies, prod first.
  package var all: [FirebaseSubject] {
    workspace.policies.flatMap { document in
      environments.compactMap { subject(document, $0) }
    }
  }

  private func subject(
    _ document: PolicyDocument, _ environment: Environment
  ) -> FirebaseSubject? {
    guard let firebase = document.policy.firebase else { return nil }
    func placed(_ text: LocatedText) -> Entry {
      Entry(text.value, document.anchor(text))
    }
    let project = firebase.projectID?[environment].map(placed)
    let domain =
      firebase.authDomain?[environment].map {
        Entry(ASCII.lowercased($0.value), document.anchor($0))
      }
      ?? project.map {
        Entry(
          ASCII.lowercased(ExactString("\($0.value.string).firebaseapp.com")), $0.anchor)
      }
    guard let domain else { return nil }
    return FirebaseSubject(
      environment: environment, anchor: document.anchor(node: firebase.node), projectID: project,
      authDomain: domain,
      authorizedDomains: firebase.authorizedDomains?[environment]?.map(placed),
      members: members(document, environment), linkHosts: linkHosts(firebase, document, environment)
    )
  }

  // MARK: project members

  private func members(
    _ document: PolicyDocument, _ environment: Environment
  ) -> [FirebaseSubject.Member] {
    var members: [FirebaseSubject.Member] = []
    func add(_ parameter: String, _ text: LocatedText?, certificate: ExactString? = nil) {
      guard let text else { return }
      members.append(
        .init(
          parameter: parameter, text: Entry(text.value, document.anchor(text)),
          certificate: certificate))
    }
    let google = document.policy.googleSignIn
    add("clientId", google?.web?.clientID?[environment])
    add("clientId", google?.ios?.clientID?[environment])
    for client in google?.android?.clientIDs?[environment] ?? [] { add("clientId", client) }
    for app in document.policy.apps where app.exists(in: environment) {
      add("firebaseAppId", app.firebaseAppID)
      if app.platform?.value == .android {
        for fingerprint in app.sha1Fingerprints?[environment] ?? [] {
          let hex = fingerprint.value.utf8.filter { $0 != UInt8(ascii: ":") }
          add(
            "androidPackageName", app.packageName,
            certificate: ExactString(decoding: hex.map { ASCII.lowercased($0) }))
        }
      } else {
        add("iosBundleId", app.bundleID)
      }
    }
    return members
  }

  // MARK: link hosts

  /// Link hosts that aren't in `domains`: Firebase generates their files.
  private func linkHosts(
    _ firebase: Firebase, _ document: PolicyDocument, _ environment: Environment
  ) -> [FirebaseSubject.LinkHost] {
    let described = Set(
      workspace.policies.flatMap { $0.policy.domains.map { ASCII.lowercased($0.host.value) } })
    var hosts: [FirebaseSubject.LinkHost] = []
    for action in firebase.emailActions where action.handleCodeInApp?.value == true {
      // The default is the project's Hosting domain.
      let project = firebase.projectID?[environment]
      guard let domain = action.linkDomain?[environment] ?? project else { continue }
      let name = ASCII.lowercased(
        action.linkDomain?[environment]?.value
          ?? ExactString("\(domain.value.string).firebaseapp.com"))
      guard !described.contains(name), !hosts.contains(where: { $0.host.value == name }) else {
        continue
      }
      func app(_ reference: LocatedText?) -> App? {
        reference.flatMap { workspace.app($0.value, from: document)?.app }
      }
      hosts.append(
        .init(
          host: Entry(name, document.anchor(domain)),
          appleApps: [app(action.ios?[environment])?.appleAppID].compactMap { $0 },
          androidApps: [app(action.androidApp?[environment])?.packageName?.value].compactMap { $0 })
      )
    }
    return hosts
  }
}
