import PolicyText
import PolicyModel

/// Requests to the authorization endpoint.
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
}
