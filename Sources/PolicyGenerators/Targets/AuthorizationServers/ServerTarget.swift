import PolicyDecision
import PolicyModel
import PolicyText

/// A target that writes the clients of an authorization server in the format of the server's own
/// tools: `<env>/authorization-server/<target>/`, with a `README.md`.
protocol ServerTarget: GeneratorTarget {
  static var capabilities: ServerCapabilities { get }
  /// Returns the files of an environment with clients.
  ///
  /// - Throws: `GeneratorError` for a value that the server would interpret differently, for
  ///   example as a wildcard.
  static func documents(
    _ clients: [ServerClient], header: GeneratedHeader
  ) throws(GeneratorError) -> [ServerDocument]
}

extension ServerTarget {
  package static func files(for input: GeneratorInput) throws(GeneratorError) -> [GeneratedFile] {
    var files: [GeneratedFile] = []
    for environment in input.environments {
      let clients = try input.serverClients(in: environment)
      guard !clients.isEmpty else { continue }
      let readme = ServerReadme(
        server: capabilities, clients: clients, environment: environment, header: input.header)
      let all =
        try documents(clients, header: input.header) + [ServerDocument("README.md", readme.text)]
      for document in all {
        files.append(
          GeneratedFile(
            path: "\(environment.rawValue)/authorization-server/\(name)/\(document.name)",
            target: name, environment: environment, text: document.text))
      }
    }
    return files
  }
}

/// A file for an authorization server.
struct ServerDocument {
  var name: String
  var text: String

  init(_ name: String, _ text: String) {
    self.name = name
    self.text = text
  }

  init(_ name: String, json: JSONValue) {
    self.init(name, json.text(.pretty) + "\n")
  }
}

/// A client with the properties that authorization servers need.
struct ServerClient {
  let compiled: CompiledClient
  /// The key of the client, prefixed with the policy's name if several policies have the key.
  let name: ExactString
  /// nil for public clients.
  let secret: SecretReference?

  var isPublic: Bool { compiled.tokenEndpointAuth == .noSecret }
  var isNative: Bool { compiled.type == .native }
  /// RFC 7591 section 2.
  var authenticationMethod: JSONValue { .string(compiled.tokenEndpointAuth.registeredName) }
  var redirectURIs: JSONValue { .texts(compiled.redirectURIs.map(\.value)) }
  var postLogoutRedirectURIs: JSONValue { .texts(compiled.postLogoutRedirectURIs.map(\.value)) }
  var corsOrigins: JSONValue { .texts(compiled.corsOrigins.map(\.value)) }
  var grantTypes: JSONValue { .texts(compiled.grantTypes) }
  var responseTypes: JSONValue { .texts(compiled.responseTypes) }
  /// Joined with spaces (RFC 6749 section 3.3).
  var scope: JSONValue { .string(compiled.scopes.map(\.value.string).joined(separator: " ")) }

  /// True if the client can request codes and exchange them.
  var usesCodes: Bool { compiled.takesCodes && requests("code") }
  /// True if responses can contain a token.
  var usesTokens: Bool { requests("token") || requests("id_token") }

  /// True if a response type of the client contains the word.
  func requests(_ part: ExactString) -> Bool { responseParts.contains(part) }

  /// True if the policy lists the scope.
  func lists(_ scope: ExactString) -> Bool { compiled.scopes.contains { $0.value == scope } }

  func hasGrant(_ type: GrantType) -> Bool { compiled.grantTypes.contains(type.name) }

  /// The words of all response types, without duplicates.
  var responseParts: [ExactString] {
    return compiled.responseTypes.flatMap { type in
      type.utf8.split(separator: UInt8(ascii: " ")).map { ExactString(decoding: $0) }
    }.unique
  }

  /// Throws if the server would not use a value as written.
  ///
  /// - Parameter reason: continues the sentence "`value` of client `key`".
  func refuse(
    _ entries: [Entry], _ reason: String, _ isRefused: (ExactString) -> Bool
  ) throws(GeneratorError) {
    for entry in entries where isRefused(entry.value) {
      throw GeneratorError(
        "\(DisplayText.quoted(entry.value.string)) of client \(DisplayText.quoted(compiled.key.string)) \(reason)",
        at: entry.anchor)
    }
  }
}

extension GeneratorInput {
  /// The clients of an environment; no two names are equal ignoring case.
  func serverClients(in environment: Environment) throws(GeneratorError) -> [ServerClient] {
    let clients = clients(in: environment)
    var counts: [ExactString: Int] = [:]
    for client in clients { counts[ASCII.lowercased(client.key), default: 0] += 1 }
    var declarations: [ExactString: (document: PolicyDocument, clients: [ExactString: Client])] =
      [:]
    for document in report.workspace.policies where declarations[document.name] == nil {
      let clients = document.policy.clients.map { ($0.id.value, $0) }
      declarations[document.name] = (document, Dictionary(clients) { first, _ in first })
    }
    var result: [ServerClient] = []
    for client in clients {
      var name = ExactString(try OutputPath.id(client.key, at: client.anchor))
      if counts[ASCII.lowercased(client.key)] != 1 {
        let policy = try OutputPath.id(client.policy, at: client.anchor)
        name = ExactString("\(policy).\(name)")
      }
      let declared = declarations[client.policy]
      let secret = declared?.clients[client.key]?.clientSecret?[environment]
        .flatMap { declared?.document.secretReference($0) }
      result.append(
        ServerClient(
          compiled: client, name: name,
          secret: client.tokenEndpointAuth == .noSecret ? nil : secret))
    }
    return result
  }
}

/// Loopback redirect URIs with the scheme `http`.
enum LoopbackAddress {
  /// The hosts for which some servers ignore the port.
  static let hosts: [ExactString] = ["localhost", "127.0.0.1", "[::1]"]

  /// True for `http://127.0.0.1` and `http://[::1]` without a port: a native client may use any
  /// port (RFC 8252 section 7.3).
  static func isFlexible(_ uri: ExactString) -> Bool {
    let parts = URIParts(uri)
    return host(uri).map { $0 == "127.0.0.1" || $0 == "[::1]" } ?? false
      && parts.port == nil && parts.userinfo == nil
  }

  /// The host of an `http` URI; nil for other URIs.
  static func host(_ uri: ExactString) -> ExactString? {
    let parts = URIParts(uri)
    let bytes = Array(uri.utf8)
    guard let scheme = parts.scheme, bytes[scheme].elementsEqual("http".utf8),
      let host = parts.host
    else { return nil }
    return ExactString(decoding: bytes[host])
  }
}
