import PolicyModel
package import PolicyText

/// Requests with tokens: to our token endpoint, and with Apple's ID tokens.
extension RequestReader {
  func token(_ node: NodeID) throws(Problem) -> TokenRequest {
    let context = try context(node)
    return TokenRequest(
      context: context, form: try required("form", node),
      authorization: try nullableText("authorization", node),
      clientID: try client(node, context)?.clientID.value)
  }

  func postLogout(_ node: NodeID) throws(Problem) -> PostLogoutRequest {
    let context = try context(node)
    var endpoint: ExactString?
    var parameters: Result<PostLogoutRequest.Parameters, UnreadableRequest>
    if let query = try text("query", node) {
      parameters = PostLogoutRequest.Parameters.reading(query: query)
    } else if let url = try text("url", node) {
      let parts = URIParts(url)
      endpoint = ExactString(decoding: parts.bytes(0..<parts.path.upperBound))
      parameters = PostLogoutRequest.Parameters.reading(query: parts.text(parts.query))
    } else {
      parameters = .success(
        PostLogoutRequest.Parameters(
          clientID: Parameter(try nullableText("client_id", node)),
          redirectURI: Parameter(try nullableText("post_logout_redirect_uri", node)),
          state: Parameter(try nullableText("state", node)),
          idTokenHint: Parameter(try nullableText("id_token_hint", node))))
    }
    if case .success(var read) = parameters, read.clientID == .missing {
      read.clientID = Parameter(try client(node, context)?.clientID.value)
      parameters = .success(read)
    }
    return PostLogoutRequest(context: context, parameters: parameters, endpoint: endpoint)
  }

  func appleIDToken(_ node: NodeID) throws(Problem) -> AppleIDTokenRequest {
    let context = try context(node, about: .apple)
    let operation: AppleIDTokenRequest.Operation? = try word("operation", node)
    let input = input(node)
    var token: AppleIDTokenRequest.Token?
    if let jwt = try text("jwt", node) {
      token = SignedTokenReader.read(jwt)
    } else if let claims = tree.value(of: "claims", in: node) {
      guard tree.kind(claims) == .mapping else {
        throw Problem(message: "`claims` is not an object")
      }
      token = .claims(tree.json(claims))
    }
    if operation == nil, token == nil {
      throw Problem(message: "the request has no `operation`, no `jwt` and no `claims`")
    }
    if operation != nil, input == nil { throw Problem(message: "the request has no `input`") }
    return AppleIDTokenRequest(
      context: context, operation: operation, input: input ?? .object([]), token: token,
      rawNonce: try nullableText("raw_nonce", node), keys: try keys(node))
  }

  /// The keys of a JWK set (RFC 7517 section 5); nil if absent.
  private func keys(_ node: NodeID) throws(Problem) -> [JSONValue]? {
    guard let set = tree.value(of: "jwks", in: node), !tree.isNull(set) else { return nil }
    guard tree.kind(set) == .mapping, let keys = tree.value(of: "keys", in: set),
      tree.kind(keys) == .sequence
    else { throw Problem(message: "`jwks` is not an object with a list of `keys`") }
    return tree.items(keys).map { tree.json($0) }
  }
}

/// Reads a signed token in compact form (RFC 7515 section 7.1): three parts in base64url.
package enum SignedTokenReader {
  /// The maximum length of an ID token.
  private static let maximumLength = 1 << 16

  package static func read(_ text: ExactString) -> AppleIDTokenRequest.Token {
    guard text.utf8.count <= maximumLength else { return .malformed("it is longer than 64 KiB") }
    let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard parts.count == 3 else {
      return .malformed("it has \(parts.count) parts, not header, payload and signature")
    }
    var values: [JSONValue] = []
    for (name, part) in zip(["header", "payload"], parts) {
      guard let bytes = Base64URL.decode(part) else {
        return .malformed("the \(name) is not base64url")
      }
      do throws(JSONText.Problem) {
        let value = try JSONText.parse(bytes)
        guard case .object = value else { return .malformed("the \(name) is not a JSON object") }
        values.append(value)
      } catch {
        return .malformed("the \(name) is not JSON: \(error.message)")
      }
    }
    // For `alg: none`, the check of the algorithm gives a better reason.
    guard let signature = Base64URL.decode(parts[2]),
      !signature.isEmpty || values[0]["alg"] == "none"
    else { return .malformed("the signature is missing, or no base64url") }
    return .signed(
      SignedToken(
        header: values[0], claims: values[1],
        input: Array(text.utf8[..<parts[1].endIndex]), signature: signature))
  }
}
