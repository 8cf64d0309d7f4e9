import PolicyDecision
import PolicyText
import PolicyModel

/// A client as the files of an authorization server need it.
struct ServerClient {
  let compiled: CompiledClient
  /// The key of the client, after the name of its policy where several of the environment have it.
  let name: ExactString
  /// Where the policy says that the secret is kept; nil for public clients.
  let secret: SecretReference?

  /// Nobody can prove to be it.
  var isPublic: Bool { compiled.tokenEndpointAuth == .noSecret }
  var isNative: Bool { compiled.type == .native }

  /// RFC 7591 section 2.
  var authenticationMethod: JSONValue { .string(compiled.tokenEndpointAuth.registeredName) }

  var redirectURIs: JSONValue { Self.texts(compiled.redirectURIs) }
  var postLogoutRedirectURIs: JSONValue { Self.texts(compiled.postLogoutRedirectURIs) }
  var corsOrigins: JSONValue { Self.texts(compiled.corsOrigins) }
  var grantTypes: JSONValue { Self.texts(compiled.grantTypes) }
  var responseTypes: JSONValue { Self.texts(compiled.responseTypes) }
  /// As a request has it (RFC 6749 section 3.3).
  var scope: JSONValue { .string(compiled.scopes.map(\.value.string).joined(separator: " ")) }

  /// True where a request may ask for a code and the code is worth something.
  var takesCodes: Bool { compiled.takesCodes && asks(for: "code") }
  /// True where the browser brings a token back.
  var takesTokens: Bool { asks(for: "token") || asks(for: "id_token") }

  /// True where a response type has this part.
  func asks(for part: ExactString) -> Bool {
    compiled.responseTypes.contains { Self.parts($0).contains(part) }
  }

  /// True if the policy allows a request to have the scope.
  func lists(_ scope: ExactString) -> Bool { compiled.scopes.contains { $0.value == scope } }

  func hasGrant(_ type: GrantType) -> Bool { compiled.grantTypes.contains(type.name) }

  /// The parts of all response types, each once, in their order.
  var responseParts: [ExactString] {
    var seen: Set<ExactString> = []
    return compiled.responseTypes.flatMap(Self.parts).filter { seen.insert($0).inserted }
  }

  /// A value that the server would read as something else than its bytes.
  func refuse(
    _ entries: [Entry], _ reason: String, _ isRefused: (ExactString) -> Bool
  ) throws(GeneratorError) {
    for entry in entries where isRefused(entry.value) {
      throw GeneratorError(
        "\(UTF8Text.quoted(entry.value.string)) of client \(UTF8Text.quoted(compiled.key.string)) \(reason)",
        at: entry.anchor)
    }
  }

  private static func parts(_ type: ExactString) -> [ExactString] {
    type.utf8.split(separator: 0x20).map { ExactString(decoding: $0) }
  }

  static func texts(_ entries: [Entry]) -> JSONValue { texts(entries.map(\.value)) }
  static func texts(_ texts: [ExactString]) -> JSONValue {
    .array(texts.map { .string($0.string) })
  }
}

extension GeneratorInput {
  /// The clients of an environment with names that are unique without regard to case.
  func serverClients(in environment: Environment) throws(GeneratorError) -> [ServerClient] {
    let clients = clients(in: environment)
    var counts: [ExactString: Int] = [:]
    for client in clients { counts[ASCII.lowercased(client.key), default: 0] += 1 }
    let documents = Dictionary(
      report.workspace.policies.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    let declarations = documents.mapValues { document in
      Dictionary(
        document.policy.clients.map { ($0.id.value, $0) }, uniquingKeysWith: { first, _ in first })
    }
    var result: [ServerClient] = []
    for client in clients {
      // Names of files too.
      var name = ExactString(try OutputPath.id(client.key, at: client.anchor))
      if counts[ASCII.lowercased(client.key)] != 1 {
        let policy = try OutputPath.id(client.policy, at: client.anchor)
        name = ExactString("\(policy).\(name)")
      }
      let document = documents[client.policy]
      let declared = declarations[client.policy]?[client.key]
      let secret = declared?.clientSecret?[environment].flatMap { document?.secretReference($0) }
      result.append(
        ServerClient(
          compiled: client, name: name,
          secret: client.tokenEndpointAuth == .noSecret ? nil : secret))
    }
    return result
  }
}
