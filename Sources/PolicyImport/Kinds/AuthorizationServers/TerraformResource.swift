import PolicyText
import PolicyModel

/// A managed resource.
struct TerraformResource {
  let tree: SourceTree
  let values: NodeID
  let type: ExactString
  let address: SourceText
  private let sensitive: NodeID?
  let context: FactContext

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
    case "okta_app_oauth_redirect_uri", "okta_app_oauth_post_logout_redirect_uri":
      orphan(all, &facts)
    case "aws_cognito_user_pool_client": cognito(&facts)
    case "azuread_application": entra(&facts)
    case "google_identity_platform_config": identityPlatform(&facts)
    case "google_identity_platform_default_supported_idp_config": provider(&facts)
    default: break
    }
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
  func isHidden(_ key: String, _ facts: inout ImportFacts) -> Bool {
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
