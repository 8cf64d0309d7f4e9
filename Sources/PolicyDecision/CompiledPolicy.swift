package import AssociationFiles
package import Diagnostics
package import PolicyModel
package import TextSupport

/// A text of a policy that decides, and the line that it stands on.
package struct Entry: Sendable, Hashable {
  /// Compared by bytes.
  package var value: ExactString
  /// Where it stands.
  package var anchor: SourceAnchor
  package init(_ value: ExactString, _ anchor: SourceAnchor) {
    self.value = value
    self.anchor = anchor
  }
}

/// A client as it exists in one environment: everything a decision needs, nothing else.
package struct CompiledClient: Sendable {
  /// Name of the policy.
  package var policy: ExactString
  /// Key under `clients`.
  package var key: ExactString
  /// The key's place.
  package var anchor: SourceAnchor
  package var environment: Environment
  package var provider: ClientProvider
  package var type: ClientType
  package var clientID: Entry
  /// In the order of the policy.
  package var redirectURIs: [Entry]
  package var scopes: [Entry]
  package var responseTypes: [ExactString]
  package var requiresState: Bool
  package var requiresPKCE: Bool
  package var codeChallengeMethods: [ExactString]
  package var allowsOmittedRedirectURI: Bool
  /// Sent as `iss` (RFC 9207) where it is given.
  package var issuer: Entry?
  package var authorizationEndpoint: Entry?
  /// Seconds; nil where the policy does not say.
  package var codeLifetime: Int?
  /// Of streamlined linking; nil where the client does not use it.
  package var streamlinedIntents: [ExactString]?
  package var flipUniversalLink: Entry?
  package var flipIntentAction: Entry?
  package var flipCallers: [CompiledCaller]

  /// True when there is exactly one redirect URI and a request may leave it out.
  package var omittedRedirectURI: Entry? {
    allowsOmittedRedirectURI && redirectURIs.count == 1 ? redirectURIs.first : nil
  }
}

/// An app that may send the App Flip intent.
package struct CompiledCaller: Sendable {
  package var package: Entry
  /// SHA-256 of its signing certificates; entries that are no such fingerprint decide nothing.
  package var fingerprints: [Fingerprint]
}

/// The policies of a workspace, lowered to what decides: bytes, looked up by hash, with the place of
/// every entry.
package struct CompiledPolicy: Sendable {
  /// Clients by environment, in the order of the policies and their keys.
  package let clients: [Environment: [CompiledClient]]
  private let clientIndex: [Environment: [ExactString: Int]]
  /// The names of the policies, in byte order.
  package let policyNames: [ExactString]
  /// Sections of `providers` by environment, in the order of the policies.
  package let providers: [Environment: [CompiledProviders]]
  /// The apps of all policies, by their keys.
  let apps: [CompiledApp]
  /// The association files of all hosts.
  package private(set) var hosts: HostFiles

  /// What is lowered: a single authorization request needs the clients only, and waits for nothing
  /// else.
  package enum Contents: Sendable {
    case clients
    case everything
  }

  /// Lowers a workspace.
  ///
  /// - Parameter isUsable: false for entries that have an error; they decide nothing. (Only asked
  ///   where deciding with errors was allowed.)
  package init(
    _ workspace: Workspace, contents: Contents = .everything,
    isUsable: @escaping (SourceAnchor) -> Bool = { _ in true }
  ) {
    var clients: [Environment: [CompiledClient]] = [:]
    var index: [Environment: [ExactString: Int]] = [:]
    for environment in Environment.allCases {
      let lowered = workspace.policies.flatMap { document in
        document.policy.clients.compactMap { client in
          Lowering(document: document, environment: environment, isUsable: isUsable).client(client)
        }
      }
      clients[environment] = lowered
      // The first of two clients with one ID decides; the rule client-id-duplicate reports the other.
      index[environment] = Dictionary(
        lowered.enumerated().map { ($1.clientID.value, $0) },
        uniquingKeysWith: { first, _ in first })
    }
    self.clients = clients
    clientIndex = index
    policyNames = workspace.policies.map(\.name)
    guard contents == .everything else {
      providers = [:]
      apps = []
      hosts = HostFiles(hosts: [])
      return
    }
    providers = Dictionary(
      uniqueKeysWithValues: Environment.allCases.map { environment in
        (
          environment,
          workspace.policies.compactMap {
            Lowering(document: $0, environment: environment, isUsable: isUsable)
              .providers(in: workspace)
          }
        )
      })
    apps = CompiledApp.all(in: workspace)
    hosts = HostFiles(workspace, isUsable: isUsable)
  }

  /// The same policy, ready for many requests: what a single one compiles for itself is compiled.
  package func preparedForMany() -> CompiledPolicy {
    var prepared = self
    prepared.hosts = hosts.prepared()
    return prepared
  }

  /// The client with an ID in an environment, of one policy where that is asked for.
  package func client(
    _ id: ExactString, in environment: Environment, policy: ExactString? = nil
  ) -> CompiledClient? {
    guard let policy else {
      return clientIndex[environment]?[id].flatMap { clients[environment]?[$0] }
    }
    return clients[environment]?.first { $0.clientID.value == id && $0.policy == policy }
  }

  /// The client with a key, of one policy where that is asked for.
  package func client(
    key: ExactString, in environment: Environment, policy: ExactString? = nil
  ) -> CompiledClient? {
    clients[environment]?.first { $0.key == key && (policy == nil || $0.policy == policy) }
  }
}
