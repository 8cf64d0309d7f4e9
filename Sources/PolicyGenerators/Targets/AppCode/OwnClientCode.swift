import PolicyDecision
import PolicyModel
import PolicyText

/// The clients that request codes with PKCE from your authorization server.
struct OwnClientCode {
  struct Client {
    var name: CodeName
    /// The key, prefixed with the policy's name if there are several policies.
    var label: String
    /// The URIs of both environments, without duplicates.
    var redirectURIs: [RedirectURI]
    var settings: [Environment: Settings]
  }

  /// A redirect URI with an identifier derived from it.
  struct RedirectURI {
    var name: CodeName
    var text: String
  }

  /// A client in one environment.
  struct Settings {
    /// The authorization endpoint, to which parameters are added.
    var endpoint: String
    var clientID: String
    /// `takesPort` is true for a URI that may get a port at run time (RFC 8252 section 7.3).
    var redirectURIs: [(text: String, takesPort: Bool)]
    var scopes: [String]
    var issuer: String?
  }

  /// In the order of the policies and their keys; never empty.
  let clients: [Client]

  /// nil if no policy has such a client.
  ///
  /// - Parameter types: only `native` for languages of installed apps, which can't keep the secret
  ///   of a web client.
  init?(_ policy: CompiledPolicy, types: Set<ClientType>) {
    typealias Found = (policy: ExactString, key: ExactString, compiled: [CompiledClient])
    var found: [Found] = []
    var places: [ExactString: [ExactString: Int]] = [:]
    for environment in Environment.allCases {
      for client in policy.clients[environment] ?? []
      where types.contains(client.type) && Self.endpoint(client) != nil {
        if let index = places[client.policy]?[client.key] {
          found[index].compiled.append(client)
        } else {
          places[client.policy, default: [:]][client.key] = found.count
          found.append((client.policy, client.key, [client]))
        }
      }
    }
    guard !found.isEmpty else { return nil }
    let hasSeveral = Set(found.map(\.policy)).count > 1
    let names = CodeName.unique(found.map { (hasSeveral ? $0.policy.string : nil, $0.key.string) })
    clients = zip(names, found).map { name, each in
      var settings: [Environment: Settings] = [:]
      for client in each.compiled { settings[client.environment] = Self.settings(client) }
      return Client(
        name: name,
        label: hasSeveral ? "\(each.policy.string)/\(each.key.string)" : each.key.string,
        redirectURIs: Self.redirectURIs(each.compiled), settings: settings)
    }
  }

  private static func redirectURIs(_ clients: [CompiledClient]) -> [RedirectURI] {
    let texts = clients.flatMap(\.redirectURIs).map(\.value).unique
    let names = CodeName.unique(texts.map { (nil, $0.string) })
    return zip(names, texts).map { RedirectURI(name: $0, text: $1.string) }
  }

  /// The endpoint at which a client requests codes with PKCE; nil for clients that don't, and for
  /// those of other companies.
  private static func endpoint(_ client: CompiledClient) -> ExactString? {
    guard client.provider == .generic, let endpoint = client.authorizationEndpoint?.value,
      client.responseTypes.contains("code"), client.codeChallengeMethods.contains("S256"),
      !client.redirectURIs.isEmpty, !endpoint.contains(UInt8(ascii: "#"))
    else { return nil }
    return endpoint
  }

  private static func settings(_ client: CompiledClient) -> Settings? {
    guard let endpoint = endpoint(client) else { return nil }
    return Settings(
      endpoint: endpoint.string, clientID: client.clientID.value.string,
      redirectURIs: client.redirectURIs.map { entry in
        let text = entry.value.string
        return (text, client.type == .native && client.takesPort(entry.value))
      },
      scopes: client.scopes.map(\.value.string), issuer: client.issuer?.value.string)
  }
}

extension CompiledClient {
  /// True for a loopback URI of the client that can have any port.
  fileprivate func takesPort(_ uri: ExactString) -> Bool {
    ["http://127.0.0.1", "http://[::1]"].contains { origin in
      guard uri.utf8.starts(with: origin.utf8) else { return false }
      let asked = origin + ":49152" + uri.string.dropFirst(origin.count)
      return redirectURI(matching: ExactString(asked)) != nil
    }
  }
}
