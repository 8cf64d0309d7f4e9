import PolicyText

/// Requests about Firebase Authentication.
extension RequestReader {
  func webOrigin(_ node: NodeID) throws(Problem) -> Request {
    let page = try inputText("page_url", node)
    let origin = try inputText("origin", node)
    if tree.value(of: "client", in: node) != nil || tree.value(of: "client_id", in: node) != nil {
      return .crossOrigin(try crossOrigin(node, page: page, origin: origin))
    }
    guard origin == nil else {
      throw Problem(message: "`input.origin` needs a client, but the request has none")
    }
    guard let page else { throw Problem(message: "the request has no `input.page_url`") }
    return .webOrigin(
      WebOriginRequest(context: try context(node, about: .firebase), pageURL: page))
  }

  /// With a client, the request is about the client's CORS origins, not about Firebase's web SDK.
  private func crossOrigin(
    _ node: NodeID, page: ExactString?, origin: ExactString?
  ) throws(Problem) -> CrossOriginRequest {
    let context = try context(node)
    var clientID = try nullableText("client_id", node)
    if clientID == nil { clientID = try client(node, context)?.clientID.value }
    guard (page == nil) != (origin == nil) else {
      throw Problem(message: "the request needs either `input.page_url` or `input.origin`")
    }
    return CrossOriginRequest(
      context: context, clientID: clientID ?? "",
      page: origin.map { .origin($0) } ?? .url(page ?? ""))
  }

  func authDomain(_ node: NodeID) throws(Problem) -> AuthDomainRequest {
    var custom: ExactString?
    if tree.value(of: "input", in: node) != nil {
      custom = try inputText("custom_auth_domain", node)
    }
    return AuthDomainRequest(
      context: try context(node, about: .firebase),
      customAuthDomain: custom.flatMap { $0.isEmpty ? nil : $0 })
  }

  func continueURL(_ node: NodeID) throws(Problem) -> ContinueURLRequest {
    ContinueURLRequest(
      context: try context(node), url: try inputObject(node)["url"] ?? .null)
  }

  func emailLink(_ node: NodeID) throws(Problem) -> EmailLinkRequest {
    guard let link = try inputText("link", node) else {
      throw Problem(message: "the request has no `input.link`")
    }
    return EmailLinkRequest(
      context: try context(node), link: link,
      authTenantID: try inputText("auth_tenant_id", node).flatMap { $0.isEmpty ? nil : $0 })
  }

  func emailAction(_ node: NodeID) throws(Problem) -> EmailActionRequest {
    let context = try context(node, about: .firebase)
    let sdk: EmailActionRequest.SDK = try word("sdk", node) ?? .any
    let input = self.input(node) ?? .object([])
    guard case .object = input else { throw Problem(message: "`input` is not an object") }
    var action = try text("action", node)
    if action == nil { action = input["action"]?.stringValue.map { ExactString($0) } }
    if let action {
      let names = EmailActionRequest.actions.map(\.name)
      guard names.contains(where: { ExactString($0) == action }) else {
        throw Problem(
          message: Self.unknown(action, "is not an email action", among: names, all: true))
      }
      guard policy.emailAction(action, in: context) != nil else {
        throw Problem(
          message: "no policy has settings of the email action \(DisplayText.quoted(action.string))"
        )
      }
    }
    if let operation: EmailActionRequest.Operation = try word("operation", node) {
      if sdk == .adminNode || sdk == .adminGo {
        throw Problem(
          message:
            "the Admin SDKs make links and have no `\(operation.rawValue)`: name another `sdk`")
      }
      return EmailActionRequest(
        context: context, sdk: sdk, input: input, action: action, operation: operation)
    }
    if action == nil, tree.value(of: "input", in: node) == nil {
      throw Problem(message: "the request has neither `input` nor `action`")
    }
    return EmailActionRequest(context: context, sdk: sdk, input: input, action: action)
  }

  func accountLink(_ node: NodeID) throws(Problem) -> AccountLinkRequest {
    let input = try inputObject(node)
    let operations = AccountLinkRequest.Operation.allCases.map(\.rawValue)
    let given = try text("operation", node)?.string
    guard let name = input["op"]?.stringValue ?? given,
      let operation = AccountLinkRequest.Operation(rawValue: name)
    else {
      let names = operations.map { "`\($0)`" }.joined(separator: ", ")
      throw Problem(message: "the request has no `input.op`: one of \(names)")
    }
    if operation == .unlink,
      (input["credential"]?["provider"] ?? input["provider"])?.stringValue == nil
    {
      throw Problem(message: "the request does not say which `input.provider` is unlinked")
    }
    if let revoked = input["revoked"], revoked != .null, revoked != true, revoked != false {
      throw Problem(message: "`input.revoked` is neither true nor false")
    }
    return AccountLinkRequest(
      context: try context(node, about: .firebase), operation: operation, input: input)
  }
}
