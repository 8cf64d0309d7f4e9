import PolicyDecision
import PolicyText
import PolicyModel

/// Requests to the authorization endpoint and App Flip.
extension RequestReader {
  func authorize(_ node: NodeID) throws(Problem) -> AuthorizeRequest {
    let context = try context(node)
    var endpoint: ExactString?
    var parameters: Result<AuthorizationParameters, UnreadableRequest>
    if let query = try text("query", node) {
      parameters = AuthorizationParameters.reading(query: query)
    } else if let url = try text("url", node) {
      let parts = URIParts(url)
      endpoint = ExactString(decoding: parts.bytes(0..<parts.path.upperBound))
      parameters = AuthorizationParameters.reading(query: parts.text(parts.query))
    } else {
      parameters = .success(try decodedParameters(node))
    }
    if case .success(var read) = parameters, read.clientID == .missing {
      read[.clientID] = Parameter(try client(node, context)?.clientID.value)
      parameters = .success(read)
    }
    return AuthorizeRequest(
      context: context, parameters: parameters, endpoint: endpoint,
      outcome: try word("outcome", node) ?? .approve,
      errorDescription: try nullableText("error_description", node))
  }

  private func decodedParameters(_ node: NodeID) throws(Problem) -> AuthorizationParameters {
    var parameters = AuthorizationParameters()
    for name in AuthorizationParameters.Name.allCases {
      parameters[name] = Parameter(try nullableText(name.text, node))
    }
    return parameters
  }

  func appFlipIOS(_ node: NodeID) throws(Problem) -> AppFlipIOSRequest {
    let url = try required("url", node)
    return AppFlipIOSRequest(
      context: try context(node), url: url, outcome: try word("outcome", node) ?? .approve,
      errorDescription: try nullableText("error_description", node))
  }

  func appFlipAndroid(_ node: NodeID) throws(Problem) -> AppFlipAndroidRequest {
    let action = try required("action", node)
    guard let callerNode = tree.value(of: "caller", in: node) else {
      throw Problem(message: "the request has no `caller` with `package` and `certs`")
    }
    let extras = tree.value(of: "extras", in: node)
    if let extras, tree.kind(extras) != .mapping {
      throw Problem(message: "`extras` is not an object")
    }
    let context = try context(node)
    func extra(_ name: String) throws(Problem) -> ExactString? {
      if let extras { try nullableText(name, extras) } else { nil }
    }
    var clientID = try extra("CLIENT_ID")
    if clientID == nil { clientID = try client(node, context)?.clientID.value }
    return AppFlipAndroidRequest(
      context: context, action: action,
      caller: try caller(callerNode),
      clientID: clientID, scopes: try flipScopes(extras), redirectURI: try extra("REDIRECT_URI"),
      outcome: try word("outcome", node) ?? .approve)
  }

  /// nil for null: the activity was started without a result.
  private func caller(_ caller: NodeID) throws(Problem) -> AppFlipAndroidRequest.Caller? {
    if tree.isNull(caller) { return nil }
    guard tree.kind(caller) == .mapping else {
      throw Problem(message: "`caller` must be null or an object with `package` and `certs`")
    }
    return .init(
      package: try text("package", caller) ?? "", certificates: try texts("certs", caller) ?? [])
  }

  /// `SCOPE` is a list in Google's newer test tool and a string in the older one.
  private func flipScopes(_ extras: NodeID?) throws(Problem) -> [ExactString] {
    guard let extras, let value = tree.value(of: "SCOPE", in: extras), !tree.isNull(value) else {
      return []
    }
    if tree.kind(value) == .sequence { return try texts("SCOPE", extras) ?? [] }
    return (try text("SCOPE", extras) ?? "").utf8.split(separator: 0x20).map {
      ExactString(decoding: $0)
    }
  }
}
