import PolicyDiagnostics
import PolicyModel
import PolicySourceTree
import PolicyText

/// What `terraform show -json` prints of a state or a plan, OpenTofu alike.
///
/// HCL itself is not read: most lists of addresses in it are built from variables and other resources.
package enum TerraformKind: ImportKind {
  package static let name = "terraform"
  package static let summary = "the output of `terraform show -json`"
  package static let usualNames = ["tfshow*.json", "*terraform*.json", "*tfstate*.json"]

  package static func recognize(_ source: ImportSource) -> ImportRecognition {
    guard source.looksLikeJSON else {
      let isHCL = source.lines.contains { line in
        line.text.hasPrefix("resource \"") || line.text.hasPrefix("terraform {")
      }
      return isHCL
        ? .refused(
          message: "this is HCL, whose values only Terraform knows",
          help: "run `terraform show -json > tfshow.json` and import that") : .no
    }
    guard source.mentions("format_version"), let root = source.json.tree.root else { return .no }
    let tree = source.json.tree
    guard tree.value(of: "format_version", in: root) != nil else { return .no }
    return module(root, tree) != nil ? .yes : .nearly(missing: "values")
  }

  package static func read(_ source: ImportSource, into facts: inout ImportFacts) {
    guard let tree = facts.usable(source.json), let root = tree.root,
      let module = module(root, tree)
    else { return }
    let version = tree.sourceText("format_version", in: root)
    guard version?.value.hasPrefix("1.") ?? false else {
      facts.leaveOut(
        .unknownFormat, "only version 1 of this format is known",
        at: version?.location ?? source.start)
      return
    }
    var resources: [TerraformResource] = []
    collect(module, tree, &resources)
    for resource in resources { resource.read(resources, source.options.definitions, &facts) }
  }

  private static func module(_ root: NodeID, _ tree: SourceTree) -> NodeID? {
    (tree.value(of: "values", in: root) ?? tree.value(of: "planned_values", in: root))
      .flatMap { tree.value(of: "root_module", in: $0) }
  }

  private static func collect(
    _ module: NodeID, _ tree: SourceTree, _ resources: inout [TerraformResource]
  ) {
    // With a list of its own: modules nest as deep as the reader lets them.
    var open = [module]
    while let module = open.popLast() {
      for node in tree.value(of: "resources", in: module).map({ tree.sourceMappings($0) }) ?? [] {
        if let resource = TerraformResource(node, tree) { resources.append(resource) }
      }
      let children = tree.value(of: "child_modules", in: module).map { tree.sourceMappings($0) }
      open += (children ?? []).reversed()
    }
  }
}

/// A managed resource.
struct TerraformResource {
  private let tree: SourceTree
  private let values: NodeID
  private let type: ExactString
  private let address: SourceText
  private let sensitive: NodeID?
  private let context: FactContext

  /// Nil for data sources and what has no values.
  init?(_ node: NodeID, _ tree: SourceTree) {
    guard tree.sourceText("mode", in: node)?.value == "managed",
      let type = tree.sourceText("type", in: node),
      let values = tree.value(of: "values", in: node),
      let address = tree.sourceText("address", in: node)
    else { return nil }
    self.tree = tree
    self.values = values
    self.type = type.value
    self.address = address
    sensitive = tree.value(of: "sensitive_values", in: node)
    var hints: [EnvironmentHint] = []
    if let index = tree.sourceText("index", in: node) {
      hints.append(EnvironmentHint(.variant, index.value))
    }
    if address.value.hasPrefix("module.") {
      hints.append(EnvironmentHint(.module, address.value))
    }
    context = FactContext(hints)
  }

  func read(
    _ all: [TerraformResource], _ definitions: ImportDefinitions, _ facts: inout ImportFacts
  ) {
    switch type {
    case "keycloak_openid_client": keycloak(&facts)
    case "auth0_client":
      guard !isHidden("callbacks", &facts) else { return }
      Auth0Client(values, tree, definitions).read(context, into: &facts)
    case "okta_app_oauth": okta(all, &facts)
    case "aws_cognito_user_pool_client": cognito(&facts)
    case "azuread_application": entra(&facts)
    case "google_identity_platform_config": identityPlatform(&facts)
    case "google_identity_platform_default_supported_idp_config": provider(&facts)
    default: break
    }
  }

  // MARK: clients

  private func keycloak(_ facts: inout ImportFacts) {
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
    client.corsOrigins = origins(client.redirectURIs)
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

  private func origins(_ uris: [SourceText]) -> [SourceText] {
    tree.sourceTexts("web_origins", in: values).flatMap { text -> [SourceText] in
      guard text.value == "+" else { return [text] }
      var seen: Set<ExactString> = []
      return uris.compactMap { uri in
        NativeAddress.origin(uri.value).flatMap { origin in
          origin.hasPrefix("http") && !origin.utf8.contains(UInt8(ascii: "*"))
            && NativeAddress.remoteHTTPHost(uri.value) == nil && seen.insert(origin).inserted
            ? SourceText(origin, at: text.location) : nil
        }
      }
    }
  }

  /// Addresses may stand in resources of their own, which name the app.
  private func okta(_ all: [TerraformResource], _ facts: inout ImportFacts) {
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

  private func cognito(_ facts: inout ImportFacts) {
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

  private func entra(_ facts: inout ImportFacts) {
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

  // MARK: Identity Platform

  private func identityPlatform(_ facts: inout ImportFacts) {
    guard !isHidden("authorized_domains", &facts) else { return }
    let project = tree.sourceText("project", in: values)
    let subject = FactSubject.firebase(project: project?.value)
    let context = FactContext(context.hints, project: project?.value)
    if let project {
      facts.add(
        subject, FirebaseKey.projectID, is: .text(project.value), at: project.location, in: context)
    }
    for domain in tree.sourceTexts("authorized_domains", in: values) {
      facts.add(
        subject, FirebaseKey.authorizedDomains, is: .text(domain.value), at: domain.location,
        in: context)
    }
    guard let signIn = block("sign_in", in: values) else { return }
    if let allows = tree.value(of: "allow_duplicate_emails", in: signIn),
      let flag = tree.sourceFlag("allow_duplicate_emails", in: signIn)
    {
      facts.add(
        subject, FirebaseKey.signIn, FirebaseKey.SignIn.allowDuplicateEmails, is: .boolean(flag),
        at: tree.location(allows), in: context)
    }
    if let email = block("email", in: signIn), let enabled = tree.value(of: "enabled", in: email) {
      let isLink =
        tree.sourceFlag("enabled", in: email) == true
        && tree.sourceFlag("password_required", in: email) != true
      facts.add(
        subject, FirebaseKey.signIn, FirebaseKey.SignIn.emailLink, is: .boolean(isLink),
        at: tree.location(enabled), in: context)
    }
  }

  private func provider(_ facts: inout ImportFacts) {
    guard let id = tree.sourceText("client_id", in: values) else { return }
    switch tree.sourceText("idp_id", in: values)?.value {
    case "google.com":
      let subject = FactSubject.googleOnWeb(id.value)
      facts.add(
        subject, GoogleSignInKey.Web.clientID, is: .text(id.value), at: id.location, in: context)
      if let secret = tree.value(of: "client_secret", in: values) {
        facts.add(
          subject, GoogleSignInKey.Web.clientSecret, is: .secret(nil), at: tree.location(secret),
          in: context)
      }
    case "apple.com":
      facts.add(
        .apple, AppleSignInKey.servicesID, is: .text(id.value), at: id.location, in: context)
      if let secret = tree.value(of: "client_secret", in: values) {
        facts.hide(tree.location(secret))
      }
    default:
      facts.leaveOut(
        .dropped, "a policy knows Google and Apple as providers", at: address.location)
    }
  }

  /// Blocks are lists of one.
  private func block(_ key: String, in node: NodeID) -> NodeID? {
    tree.value(of: key, in: node).flatMap { tree.sourceMappings($0).first }
  }

  /// True for values that Terraform itself hides, which are never copied.
  private func isHidden(_ key: String, _ facts: inout ImportFacts) -> Bool {
    guard let sensitive, let mark = tree.value(of: key, in: sensitive),
      let value = tree.value(of: key, in: values)
    else { return false }
    let isWhole = tree.text(mark, equals: "true")
    guard isWhole || tree.items(mark).contains(where: { tree.text($0, equals: "true") }) else {
      return false
    }
    facts.hide(tree.location(value))
    facts.leaveOut(
      .dropped,
      "\(UTF8Text.quoted(address.value.string)) is marked as sensitive, so its addresses are not copied",
      at: tree.location(value))
    return true
  }
}
