import PolicyVerification
import PolicyText
import PolicyModel

/// Collects requests to Google and Apple: public keys, and Google clients with redirect URIs.
struct ProviderSubjects {
  /// Each key set once, with the first policy that uses it.
  private(set) var keySets: [PublicKeySet] = []
  private(set) var googleClients: [GoogleClientSubject] = []

  init(_ project: Project, _ environments: [Environment], _ parties: ThirdParties) {
    for document in project.workspace.policies {
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
            clientID: AnchoredValue(client.value, document.anchor(client)),
            redirectURIs: uris.map { AnchoredValue($0.value, document.anchor($0)) },
            state: RandomString.make()))
      }
    }
  }
}
