import PolicyModel
import PolicyText

/// The output of `terraform show -json` for a state or a plan, or HCL; OpenTofu has the same formats.
///
/// In HCL, only literal values, locals and variables are read. Many lists of URIs contain expressions, so the output is
/// the better input.
package enum TerraformFormat: ImportFormat {
  package static let name = "terraform"
  package static let summary = "output of `terraform show -json`, or .tf files"
  package static let usualNames = [
    "tfshow*.json", "*terraform*.json", "*tfstate*.json", "*.tf", "*.tfvars",
    "*.tfvars.json",
  ]

  private static let help = "run `terraform show -json > tfshow.json` and import that file"

  package static func recognize(_ source: ImportSource) -> ImportRecognition {
    // Read with the resources that use the variables.
    if TerraformValues.isSettings(source.path) { return .yes }
    guard source.looksLikeJSON else {
      let isHCL = source.lines.contains { line in
        ["resource \"", "module \"", "terraform {"].contains { line.text.hasPrefix($0) }
      }
      guard isHCL else { return .no }
      let hasClients =
        TerraformResource.types.contains { source.mentions("\"\($0)\"") }
        || !clientArguments(source).isEmpty || source.callsLocalModules
      return hasClients
        ? .yes : .declined(reason: "no resources with sign-in settings", help: help, values: [])
    }
    guard let root = source.jsonRoot(mentioning: "format_version"), root.has("format_version")
    else { return .no }
    return module(root) != nil ? .yes : .nearly(missing: "values")
  }

  package static func read(_ source: ImportSource, into imported: inout ImportedValues) {
    if TerraformValues.isSettings(source.path) { return }
    guard source.looksLikeJSON else { return readHCL(source, into: &imported) }
    guard let root = imported.root(of: source.json), let module = module(root) else { return }
    let version = root.string("format_version")
    guard version?.value.hasPrefix("1.") ?? false else {
      imported.leaveOut(
        .unknownFormat, "unsupported `format_version`; only version 1 is supported",
        at: version?.location ?? source.start, help: "export with Terraform 1.x")
      return
    }
    let resources = resources(in: module)
    for resource in resources {
      resource.read(resources, source.options.definitions, into: &imported)
    }
  }

  private static func readHCL(_ source: ImportSource, into imported: inout ImportedValues) {
    guard imported.root(of: source.hcl) != nil else { return }
    let modules = clientArguments(source)
    if let (module, argument) = modules.first {
      let others = modules.count > 1 ? " and of \(modules.count - 1) more" : ""
      imported.leaveOut(
        .unresolved,
        "left out \(argument.quoted) of \(module.quoted)\(others): modules aren't read",
        at: argument.location, help: help,
        notes: modules.dropFirst().map { module, argument in
          .init("also of \(module.quoted)", at: argument.location, isFurther: true)
        })
    }
    let variants = TerraformValues.all(for: source)
    let isShared = Set(variants.map(\.place)).count > 1
    let resources = variants.map { variant in
      var values = variant.values
      return values.blocks(of: source).compactMap {
        TerraformResource($0, in: source, variant, isShared: isShared)
      }
    }
    // Other resources add URIs to apps of Okta.
    let ofOkta = resources.map { $0.filter { $0.type.hasPrefix("okta") }.flatMap(\.texts) }
    var seen: Set<ExactString> = []
    var read: Set<[ExactString]> = []
    for first in resources.joined() where seen.insert(first.identity ?? "").inserted {
      let all = zip(resources, ofOkta).compactMap { others, ofOkta in
        others.first { $0.identity == first.identity }.map { ($0, others, ofOkta) }
      }
      let texts = all.map { $0.type.hasPrefix("okta") ? $2 : $0.texts }
      let count = variants.count { $0.place == first.variant?.place }
      let isSame = all.count == count && Set(texts).count == 1
      // Several configurations can call a module with the same values.
      if isSame, !read.insert([first.reference] + texts[0]).inserted { continue }
      let hasOneName = Set(all.map(\.0.names)).count == 1
      for (var resource, others, _) in all.prefix(isSame ? 1 : all.count) {
        if resource.isAbsent(&imported) { continue }
        guard !resource.repeats(&imported), !resource.isComputed(&imported) else { break }
        if isSame, count > 1 || resource.variant?.address.isEmpty == true {
          resource.context.hints.removeAll { resource.variant?.hints.contains($0) ?? false }
        }
        let isUnique = !isShared || resource.values.string("client_id") != nil
        if hasOneName, isUnique, !resource.isNamedByDefault { resource.identity = nil }
        resource.read(others, source.options.definitions, into: &imported)
      }
    }
  }

  private static func module(_ root: SourceObject) -> SourceObject? {
    (root["values"] ?? root["planned_values"])?["root_module"]
  }

  private static func resources(in module: SourceObject) -> [TerraformResource] {
    var resources: [TerraformResource] = []
    var open = [module]
    while let module = open.popLast() {
      resources += module.objects("resources").compactMap { TerraformResource($0) }
      open += module.objects("child_modules").reversed()
    }
    return resources
  }
}

/// A managed resource.
struct TerraformResource {
  let values: SourceObject
  let type: ExactString
  let address: SourceString
  /// The address in its module.
  fileprivate let reference: ExactString
  /// Whether only the values of variables say the environment of the name: `shop-${var.environment}`. Other runs have others.
  fileprivate let isNamedByDefault: Bool
  /// The name of the block, or the key of an instance.
  private let label: SourceString
  private let isInstance: Bool
  fileprivate(set) var context: EnvironmentContext
  /// The values of an HCL file that the resource has.
  fileprivate let variant: TerraformValues.Variant?
  /// Identifies a client whose ID or name differs in each environment.
  fileprivate var identity: ExactString?
  private let sensitive: SourceObject?

  /// The supported types with the attributes that their clients depend on. A default of a computed
  /// one would be a guess.
  private static let decisive: [(type: String, attributes: [String])] = [
    ("keycloak_openid_client", ["access_type", "standard_flow_enabled", "enabled"]),
    ("auth0_client", ["app_type", "token_endpoint_auth_method"]),
    ("okta_app_oauth", ["type", "token_endpoint_auth_method", "wildcard_redirect"]),
    ("okta_app_oauth_redirect_uri", []), ("okta_app_oauth_post_logout_redirect_uri", []),
    (
      "aws_cognito_user_pool_client",
      ["allowed_oauth_flows_user_pool_client", "generate_secret", "allowed_oauth_flows"]
    ),
    ("azuread_application", []), ("google_identity_platform_config", []),
    ("google_identity_platform_default_supported_idp_config", ["idp_id", "enabled"]),
    ("google_identity_platform_oauth_idp_config", []),
    ("zitadel_application_oidc", ["app_type", "auth_method_type"]),
    ("authentik_provider_oauth2", ["client_type"]), ("vault_identity_oidc_client", ["client_type"]),
  ]

  static let types = decisive.map(\.type)

  /// A block of an HCL file, whose key is `resource TYPE NAME`; nil for other blocks and types.
  ///
  /// - Parameter isShared: whether several modules have the resource.
  fileprivate init?(
    _ block: TerraformValues.Block, in source: ImportSource, _ variant: TerraformValues.Variant,
    isShared: Bool
  ) {
    let parts = block.key.value.parts(separator: " ")
    guard parts.count > 2, parts[0] == "resource",
      Self.types.contains(where: { parts[1] == ExactString($0) })
    else { return nil }
    values = block.body
    type = parts[1]
    let instance = block.instance.map { "[\"\($0.string)\"]" } ?? ""
    self.variant = variant
    reference = ExactString("\(parts[1].string).\(parts[2].string)\(instance)")
    address = block.key.replaced(by: ExactString(variant.address + reference.string))
    let name = block.instance ?? parts[2]
    label = block.key.replaced(by: variant.label(of: name, isShared: isShared))
    isInstance = block.instance != nil
    func hasEnvironment(_ object: SourceObject) -> Bool {
      Self.names(object).contains { $0.map { EnvironmentWords.find(in: $0.utf8) != nil } ?? false }
    }
    isNamedByDefault =
      block.instance == nil && hasEnvironment(block.body) && !hasEnvironment(block.original)
    // A variable, because it isn't readable.
    identity = ExactString("${\(variant.place) \(source.path) \(reference.string)}")
    context = EnvironmentContext(
      variant.hints + (block.instance.map { [EnvironmentHint(.variant, $0)] } ?? []))
    sensitive = nil
  }

  /// All strings.
  fileprivate var texts: [ExactString] { values.texts }

  /// The IDs and names, which identify a client.
  fileprivate var names: [ExactString?] { Self.names(values) }

  private static func names(_ values: SourceObject) -> [ExactString?] {
    ["client_id", "name", "label", "display_name"].map { values.string($0)?.value }
  }

  /// Whether blocks in the resource have its URIs.
  private var hasBlocksOfURIs: Bool {
    ["azuread_", "google_", "authentik_"].contains { type.hasPrefix($0) }
  }

  /// Skips a block that stands for no resource.
  fileprivate func isAbsent(_ imported: inout ImportedValues) -> Bool {
    guard values.string("count")?.value == "0" else { return false }
    imported.skip(address.value, because: "resources with `count = 0`", at: values.location)
    return true
  }

  /// Reports a block that stands for any number of resources.
  fileprivate func repeats(_ imported: inout ImportedValues) -> Bool {
    let keys = values.entries.map(\.key.text.value)
    guard
      let key = keys.first(where: {
        $0 == "count" && values.string("count")?.value != "1" || $0 == "for_each" && !isInstance
          || $0.hasPrefix("dynamic ") && hasBlocksOfURIs
      })
    else { return false }
    reportComputed("`\(key.string)` computes it", &imported)
    return true
  }

  /// Reports a resource if a value that it depends on isn't literal.
  fileprivate func isComputed(_ imported: inout ImportedValues) -> Bool {
    let attributes = Self.decisive.first { type == ExactString($0.type) }?.attributes ?? []
    guard
      let key = attributes.first(where: { name in
        values[name].map { item in
          ([item] + item.items).contains {
            $0.string.map { SourceVariable.first(in: $0.value) != nil } ?? false
          }
        } ?? false
      })
    else { return false }
    reportComputed("its `\(key)` is computed", &imported)
    return true
  }

  private func reportComputed(_ reason: String, _ imported: inout ImportedValues) {
    imported.leaveOut(
      .unresolved, "left out \(address.quoted), because \(reason)", at: values.location,
      help: "run `terraform show -json > tfshow.json` and import that file")
  }

  /// Nil for data sources, and for resources without values.
  init?(_ object: SourceObject) {
    guard object.string("mode")?.value == "managed", let type = object.string("type"),
      let values = object["values"], let address = object.string("address")
    else { return nil }
    self.values = values
    self.type = type.value
    self.address = address
    reference = address.value
    label = address.value.parts(separator: ".").last.map(address.replaced) ?? address
    variant = nil
    isInstance = false
    isNamedByDefault = false
    sensitive = object["sensitive_values"]
    var hints: [EnvironmentHint] = []
    if let index = object.string("index") { hints.append(EnvironmentHint(.variant, index.value)) }
    if address.value.hasPrefix("module.") {
      hints.append(EnvironmentHint(.module, address.value))
    }
    context = EnvironmentContext(hints)
  }

  func read(
    _ all: [TerraformResource], _ definitions: ImportDefinitions,
    into imported: inout ImportedValues
  ) {
    switch type {
    case "keycloak_openid_client": readKeycloak(into: &imported)
    case "auth0_client":
      guard !isSensitive("callbacks", &imported) else { return }
      Auth0Client(values, definitions).read(context, into: &imported, as: (identity, label))
    case "okta_app_oauth": readOkta(all, into: &imported)
    case "okta_app_oauth_redirect_uri", "okta_app_oauth_post_logout_redirect_uri":
      reportOrphan(all, to: &imported)
    case "aws_cognito_user_pool_client": readCognito(into: &imported)
    case "azuread_application": readEntra(into: &imported)
    case "google_identity_platform_config": readIdentityPlatform(into: &imported)
    case "google_identity_platform_default_supported_idp_config",
      "google_identity_platform_oauth_idp_config":
      readProvider(into: &imported)
    case "zitadel_application_oidc":
      let keys = ClientKeys(
        name: "name", redirectURIs: "redirect_uris",
        postLogoutRedirectURIs: "post_logout_redirect_uris", corsOrigins: "additional_origins")
      guard
        var client = ZitadelFormat.client(values, keys, "app_type", "auth_method_type", &imported)
      else { return }
      place(&client)
      client.add(to: &imported)
    case "authentik_provider_oauth2":
      var client = client(ClientKeys(id: "client_id", name: "name", secret: "client_secret"))
      client.isPublic = values.string("client_type")?.value == "public"
      AuthentikFormat.readURIs(values.objects("allowed_redirect_uris"), into: &client, &imported)
      client.add(to: &imported)
    case "vault_identity_oidc_client":
      var client = client(ClientKeys(name: "name", redirectURIs: "redirect_uris"))
      client.isPublic = values.string("client_type")?.value == "public"
      client.add(to: &imported)
    default: break
    }
  }

  /// Whether Terraform marks a value as sensitive; such values are reported and never copied.
  private func isSensitive(_ key: String, _ imported: inout ImportedValues) -> Bool {
    guard let mark = sensitive?[key], let value = values[key],
      ([mark] + mark.items).contains(where: { $0.text.value == "true" })
    else { return false }
    imported.hide(value.location)
    imported.leaveOut(
      .dropped, "Terraform marks `\(key)` of \(address.quoted) as sensitive, so it is not copied",
      at: value.location, help: "add the URIs to the policy by hand")
    return true
  }

  private func client(_ keys: ClientKeys) -> SourceClient {
    var client = SourceClient(values, keys)
    place(&client)
    return client
  }

  private func place(_ client: inout SourceClient) {
    client.location = address.location
    client.resource = label
    client.identity = identity
    client.context = context
  }

  // MARK: authorization servers

  private func readKeycloak(into imported: inout ImportedValues) {
    guard let id = values.string("client_id"), !isSensitive("valid_redirect_uris", &imported)
    else { return }
    let access = values.string("access_type")?.value
    let hasFlow =
      values.flag("standard_flow_enabled") != false
      || values.flag("implicit_flow_enabled") == true
    let reason =
      !hasFlow
      ? "clients without a browser sign-in flow"
      : values.flag("enabled") == false
        ? "disabled clients"
        : access == "BEARER-ONLY" ? "bearer-only clients, which have no sign-in" : nil
    if let reason { return imported.skip(id.value, because: reason, at: values.location) }
    var client = client(
      ClientKeys(
        id: "client_id", name: "name", secret: "client_secret",
        redirectURIs: "valid_redirect_uris",
        postLogoutRedirectURIs: "valid_post_logout_redirect_uris", corsOrigins: "web_origins"))
    client.isPublic = access == "PUBLIC"
    client.wildcards = .finalStar
    client.freePorts = NativeURI.loopbackHosts
    client.redirectURIs = KeycloakFormat.absolute(
      client.redirectURIs, root: ("root_url", values.string("root_url")), of: id, &imported)
    client.corsOrigins = NativeURI.expanded(client.corsOrigins, of: client.redirectURIs)
    client.postLogoutRedirectURIs = KeycloakFormat.postLogoutURIs(
      client.postLogoutRedirectURIs, client.redirectURIs)
    client.requiresPKCE = values.string("pkce_code_challenge_method")?.nonEmpty?.location
    client.add(to: &imported)
  }

  /// Reads an app and the URIs that other resources add to it.
  private func readOkta(_ all: [TerraformResource], into imported: inout ImportedValues) {
    guard !isSensitive("redirect_uris", &imported) else { return }
    var client = OktaFormat.client(values, credentials: nil)
    place(&client)
    client.name = values.string("label")
    for other in all where other.refers(to: self) {
      guard let uri = other.values.string("uri") else { continue }
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
    client.add(to: &imported)
  }

  /// Whether `app_id` is another resource: its ID, or in HCL `okta_app_oauth.name.id`.
  private func refers(to app: TerraformResource) -> Bool {
    guard let id = values.string("app_id")?.value else { return false }
    return id == app.values.string("id")?.value
      || id == ExactString("${\(app.reference.string).id}")
  }

  /// Reports a URI whose app isn't in the state.
  private func reportOrphan(_ all: [TerraformResource], to imported: inout ImportedValues) {
    let hasApp = all.contains { $0.type == "okta_app_oauth" && refers(to: $0) }
    guard !hasApp, let uri = values.string("uri") else { return }
    imported.leaveOut(
      .unresolved, "the app of \(uri.quoted) is not in this file", at: uri.location,
      help: "import it together with its app")
  }

  private func readCognito(into imported: inout ImportedValues) {
    guard !isSensitive("callback_urls", &imported) else { return }
    var client = client(
      ClientKeys(
        id: "id", name: "name", secret: "client_secret", redirectURIs: "callback_urls",
        postLogoutRedirectURIs: "logout_urls", scopes: "allowed_oauth_scopes"))
    guard values.flag("allowed_oauth_flows_user_pool_client") == true else {
      imported.skip(
        (client.id ?? client.name ?? address).value,
        because: "clients without `allowed_oauth_flows_user_pool_client = true`",
        at: values.location)
      return
    }
    client.isPublic = values.flag("generate_secret") != true
    CognitoFormat.setFlows(values.strings("allowed_oauth_flows"), of: &client)
    if let uri = values.string("default_redirect_uri"),
      client.redirectURIs.map(\.value) == [uri.value]
    {
      client.omitsRedirectURI = uri.location
    }
    client.add(to: &imported)
  }

  private func readEntra(into imported: inout ImportedValues) {
    func uris(_ block: String) -> [SourceString] {
      values.objects(block).flatMap { $0.strings("redirect_uris") }
    }
    var client = client(
      ClientKeys(id: "client_id", name: "display_name", secret: "client_secret"))
    client.id = client.id ?? values.string("application_id")
    EntraFormat.add(
      &client, web: uris("web"), spa: uris("single_page_application"),
      native: uris("public_client"), to: &imported)
  }

  // MARK: Identity Platform

  private func readIdentityPlatform(into imported: inout ImportedValues) {
    guard !isSensitive("authorized_domains", &imported) else { return }
    let project = values.string("project")
    let subject = ImportSubject.firebase(project: project?.value)
    let context = EnvironmentContext(context.hints, project: project?.value)
    imported.add(subject, FirebaseKey.projectID, from: project, in: context)
    imported.add(
      subject, FirebaseKey.authorizedDomains, from: values.strings("authorized_domains"),
      in: context)
    guard let signIn = values.objects("sign_in").first else { return }
    if let setting = signIn["allow_duplicate_emails"],
      let flag = signIn.flag("allow_duplicate_emails")
    {
      imported.add(
        subject, FirebaseKey.signIn, FirebaseKey.SignIn.allowDuplicateEmails, is: .boolean(flag),
        at: setting.location, in: context)
    }
    if let email = signIn.objects("email").first, let enabled = email["enabled"] {
      let isLink = email.flag("enabled") == true && email.flag("password_required") != true
      imported.add(
        subject, FirebaseKey.signIn, FirebaseKey.SignIn.emailLink, is: .boolean(isLink),
        at: enabled.location, in: context)
    }
  }

  private func readProvider(into imported: inout ImportedValues) {
    guard let id = values.string("client_id") else { return }
    switch values.string("idp_id")?.value {
    case "google.com":
      let subject = ImportSubject.googleOnWeb(id.value)
      imported.add(subject, GoogleSignInKey.Web.clientID, from: id, in: context)
      imported.add(
        subject, GoogleSignInKey.Web.clientSecret, secret: values["client_secret"], in: context)
    case "apple.com":
      imported.add(.apple, AppleSignInKey.servicesID, from: id, in: context)
      if let secret = values["client_secret"] { imported.hide(secret.location) }
    default:
      imported.leaveOut(
        .dropped, "policies support the providers Google and Apple only", at: address.location,
        help: "no action needed: other providers have no policy keys")
    }
  }
}
