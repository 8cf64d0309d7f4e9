import PolicyDecision
import PolicyText

/// A client's scopes in a Cognito user pool.
///
/// A pool has five scopes and those of its resource servers, `IDENTIFIER/NAME` (service model,
/// `CreateResourceServerRequest`; a name has no `/`). A scope of the policy with a `/` is one of these;
/// any other becomes a scope of a resource server with the policy's name. The AWS CDK adds `openid` to
/// `phone`, `email` and `profile` (aws-cognito/lib/user-pool-client.ts), and so does this.
struct CognitoScopes {
  private let client: ServerClient

  init(_ client: ServerClient) { self.client = client }

  private static let known: [ExactString] = [
    "openid", "phone", "email", "profile", "aws.cognito.signin.user.admin",
  ]
  private static let needOpenID: [ExactString] = ["phone", "email", "profile"]
  /// Scopes of OpenID Connect that pools don't have and that don't belong to an API.
  private static let unknown: [ExactString] = ["offline_access", "address"]

  /// `AllowedOAuthScopes`.
  var allowed: [ExactString] {
    let scopes = client.compiled.scopes.map(\.value).filter { !Self.unknown.contains($0) }
    let allowed = scopes.map(name)
    return addsOpenID ? allowed + ["openid"] : allowed
  }

  /// The scopes that requests must use instead of the policy's, or leave out.
  var differences: [[PageText]] {
    var items: [[PageText]] = []
    for scope in client.compiled.scopes.map(\.value) {
      if Self.unknown.contains(scope) {
        items.append([
          "The scope ", .code(scope),
          " is unknown to Cognito: apps must not request it (inferred).",
        ])
      } else if name(scope) != scope {
        items.append([
          "The scope ", .code(scope), " is ", .code(name(scope)),
          " in the pool: apps must request that name.",
        ])
      }
    }
    if addsOpenID {
      items.append([
        .code("openid"),
        " is added, since phone, email and profile need it (inferred: the AWS CDK adds it, too).",
      ])
    }
    return items
  }

  private var addsOpenID: Bool {
    Self.needOpenID.contains(where: client.lists) && !client.lists("openid")
  }

  private func name(_ scope: ExactString) -> ExactString {
    let isWhole = Self.known.contains(scope) || scope.utf8.contains(UInt8(ascii: "/"))
    return isWhole ? scope : ExactString("\(client.compiled.policy)/\(scope)")
  }

  // MARK: resource servers

  /// The input of `create-resource-server` and `update-resource-server`, without the pool.
  struct ResourceServer {
    var identifier: ExactString
    /// The start of its file name; the names differ in more than case.
    var file: String
    var scopes: [ExactString]

    var json: JSONValue {
      .object([
        ("Identifier", .string(identifier.string)),
        ("Name", .string(CognitoScopes.plain(identifier, "+=,@"))),
        (
          "Scopes",
          .array(
            scopes.map { scope in
              .object([
                ("ScopeName", .string(scope.string)), ("ScopeDescription", .string(scope.string)),
              ])
            })
        ),
      ])
    }
  }

  /// The resource servers that the clients' scopes belong to, in the order of the clients.
  static func resourceServers(
    of clients: [ServerClient]
  ) throws(GeneratorError) -> [ResourceServer] {
    var servers: [ResourceServer] = []
    var files: Set<String> = []
    for client in clients {
      for scope in CognitoScopes(client).allowed {
        let bytes = Array(scope.utf8)
        guard let slash = bytes.lastIndex(of: UInt8(ascii: "/")) else { continue }
        let identifier = ExactString(decoding: bytes[..<slash])
        let name = ExactString(decoding: bytes[(slash + 1)...])
        guard !identifier.isEmpty, !name.isEmpty else {
          throw GeneratorError(
            "\(DisplayText.quoted(scope.string)) of client \(DisplayText.quoted(client.compiled.key.string)) must be `RESOURCE_SERVER/SCOPE` for Cognito",
            at: client.compiled.anchor)
        }
        if let index = servers.firstIndex(where: { $0.identifier == identifier }) {
          if !servers[index].scopes.contains(name) { servers[index].scopes.append(name) }
          guard servers[index].scopes.count <= 100 else {
            throw GeneratorError(
              "the resource server \(DisplayText.quoted(identifier.string)) has more than 100 scopes, which Cognito rejects",
              at: client.compiled.anchor)
          }
          continue
        }
        let stem = "\(String(plain(identifier, "").prefix(100)))"
        var file = stem
        var number = 2
        while !files.insert(file.lowercased()).inserted {
          file = "\(stem)-\(number)"
          number += 1
        }
        servers.append(ResourceServer(identifier: identifier, file: file, scopes: [name]))
      }
    }
    return servers
  }

  /// Replaces other characters than letters, digits, `.`, `_`, `-` and `others` by `-`.
  private static func plain(_ text: ExactString, _ others: String) -> String {
    String(
      decoding: text.utf8.map { byte in
        let isPlain =
          PercentEncoding.isUnreserved(byte) && byte != UInt8(ascii: "~")
          || others.utf8.contains(byte)
        return isPlain ? byte : UInt8(ascii: "-")
      }, as: UTF8.self)
  }
}
