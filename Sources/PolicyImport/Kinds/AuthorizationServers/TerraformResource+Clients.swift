import PolicyText
import PolicyModel

/// Resources that are clients of a server.
extension TerraformResource {
  func keycloak(_ facts: inout ImportFacts) {
    guard let id = tree.sourceText("client_id", in: values),
      !isHidden("valid_redirect_uris", &facts)
    else { return }
    if tree.sourceFlag("standard_flow_enabled", in: values) == false,
      tree.sourceFlag("implicit_flow_enabled", in: values) != true
    {
      facts.skip(id.value, because: "no flow through the browser", at: tree.location(values))
      return
    }
    if tree.sourceFlag("enabled", in: values) == false {
      facts.skip(id.value, because: "disabled", at: tree.location(values))
      return
    }
    let access = tree.sourceText("access_type", in: values)
    if access?.value == "BEARER-ONLY" {
      facts.skip(
        id.value, because: "bearer only, so nobody signs in with it", at: tree.location(values))
      return
    }
    var client = self.client(id, tree.sourceText("name", in: values))
    client.isPublic = access?.value == "PUBLIC"
    client.pattern = .finalStar
    client.freePorts = NativeAddress.loopbackHosts
    let root = tree.sourceText("root_url", in: values)?.value ?? ""
    for uri in tree.sourceTexts("valid_redirect_uris", in: values) {
      guard uri.value.utf8.first == UInt8(ascii: "/") else {
        client.redirectURIs.append(uri)
        continue
      }
      guard !root.utf8.isEmpty else {
        facts.leaveOut(
          .unresolved,
          "\(UTF8Text.quoted(uri.value.string)) is relative, and there is no `root_url`",
          at: uri.location)
        continue
      }
      client.redirectURIs.append(
        SourceText(ExactString(root.string + uri.value.string), at: uri.location))
    }
    client.corsOrigins = NativeAddress.expanded(
      tree.sourceTexts("web_origins", in: values), of: client.redirectURIs)
    client.postLogoutRedirectURIs = tree.sourceTexts(
      "valid_post_logout_redirect_uris", in: values
    ).filter { $0.value != "+" && $0.value != "-" }
    if let method = tree.sourceText("pkce_code_challenge_method", in: values),
      !method.value.utf8.isEmpty
    {
      client.requiresPKCE = method.location
    }
    client.state(into: &facts)
  }

  /// Addresses may stand in resources of their own, which name the app.
  func okta(_ all: [TerraformResource], _ facts: inout ImportFacts) {
    guard !isHidden("redirect_uris", &facts) else { return }
    var client = OktaKind.client(values, nil, tree)
    client.location = address.location
    client.name = tree.sourceText("label", in: values)
    client.context = context
    guard let id = tree.sourceText("id", in: values) else { return client.state(into: &facts) }
    for other in all where tree.sourceText("app_id", in: other.values)?.value == id.value {
      guard let uri = tree.sourceText("uri", in: other.values) else { continue }
      switch other.type {
      case "okta_app_oauth_redirect_uri"
      where !client.redirectURIs.contains { $0.value == uri.value }:
        client.redirectURIs.append(uri)
      case "okta_app_oauth_post_logout_redirect_uri"
      where !client.postLogoutRedirectURIs.contains { $0.value == uri.value }:
        client.postLogoutRedirectURIs.append(uri)
      default: break
      }
    }
    client.state(into: &facts)
  }

  /// An address whose app is not in the state.
  func orphan(_ all: [TerraformResource], _ facts: inout ImportFacts) {
    let app = tree.sourceText("app_id", in: values)?.value
    let hasApp = all.contains {
      $0.type == "okta_app_oauth" && $0.tree.sourceText("id", in: $0.values)?.value == app
    }
    guard !hasApp, let uri = tree.sourceText("uri", in: values) else { return }
    facts.leaveOut(
      .unresolved, "the app of \(UTF8Text.quoted(uri.value.string)) is not in this file",
      at: uri.location, help: "import it together with the app")
  }

  func cognito(_ facts: inout ImportFacts) {
    guard !isHidden("callback_urls", &facts) else { return }
    let name = tree.sourceText("name", in: values)
    let id = tree.sourceText("id", in: values) ?? name ?? address
    guard tree.sourceFlag("allowed_oauth_flows_user_pool_client", in: values) == true else {
      facts.skip(
        id.value, because: "`allowed_oauth_flows_user_pool_client` is not true, so it has no OAuth",
        at: tree.location(values))
      return
    }
    var client = self.client(tree.sourceText("id", in: values), name)
    client.isPublic = tree.sourceFlag("generate_secret", in: values) != true
    client.redirectURIs = tree.sourceTexts("callback_urls", in: values)
    client.postLogoutRedirectURIs = tree.sourceTexts("logout_urls", in: values)
    client.scopes = tree.sourceTexts("allowed_oauth_scopes", in: values)
    CognitoKind.flows(tree.sourceTexts("allowed_oauth_flows", in: values), &client)
    if let omitted = tree.sourceText("default_redirect_uri", in: values),
      client.redirectURIs.map(\.value) == [omitted.value]
    {
      client.omitsRedirectURI = omitted.location
    }
    client.state(into: &facts)
  }

  func entra(_ facts: inout ImportFacts) {
    func texts(_ block: String) -> [SourceText] {
      let blocks = tree.value(of: block, in: values).map { tree.sourceMappings($0) } ?? []
      return blocks.flatMap { tree.sourceTexts("redirect_uris", in: $0) }
    }
    var client = self.client(
      tree.sourceText("client_id", in: values) ?? tree.sourceText("application_id", in: values),
      tree.sourceText("display_name", in: values))
    EntraKind.finish(
      &client, web: texts("web"), spa: texts("single_page_application"),
      native: texts("public_client"), into: &facts)
  }

  private func client(_ id: SourceText?, _ name: SourceText?) -> SourceClient {
    var client = SourceClient(at: address.location)
    client.context = context
    client.id = id
    client.name = name
    client.secret = tree.value(of: "client_secret", in: values).map { tree.location($0) }
    return client
  }
}
