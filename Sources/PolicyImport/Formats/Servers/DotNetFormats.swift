import PolicyModel
import PolicyText

/// Clients of Duende IdentityServer or IdentityServer4 in JSON settings.
package enum IdentityServerFormat: ClientTableFormat {
  package static let name = "identityserver"
  package static let summary = "Duende IdentityServer or IdentityServer4 clients (JSON settings)"
  package static let usualNames = ["identityserverdata*.json", "appsettings*.json"]

  static let sign = "AllowedGrantTypes"
  static let path = "Clients"
  static let keys = ClientKeys(
    id: "ClientId", name: "ClientName", secret: "ClientSecrets", redirectURIs: "RedirectUris",
    postLogoutRedirectURIs: "PostLogoutRedirectUris", corsOrigins: "AllowedCorsOrigins",
    scopes: "AllowedScopes", requiresPKCE: "RequirePkce")

  static func isClient(_ object: SourceObject) -> Bool {
    object.has("ClientId") && (object.has("AllowedGrantTypes") || object.has("RedirectUris"))
  }

  static func complete(
    _ client: SourceClient, _ object: SourceObject, in document: SettingsDocument,
    _ imported: inout ImportedValues
  ) -> SourceClient? {
    var client = client
    let id = client.id?.value ?? "a client"
    if object.flag("Enabled") == false {
      if let secret = client.secret { imported.hide(secret) }
      imported.skip(id, because: "disabled clients", at: object.location)
      return nil
    }
    if imported.leavesOutComputed(object, ["RequireClientSecret", "Enabled"], of: client.id) {
      return nil
    }
    client.isPublic = object.flag("RequireClientSecret") == false
    if object.flag("AllowPlainTextPkce") == true, let plain = object["AllowPlainTextPkce"] {
      imported.leaveOut(
        .dropped,
        "client \(DisplayText.quoted(id.string)) allows the code challenge method `plain`",
        at: plain.location, help: "remove `AllowPlainTextPkce`; policies support `S256` only")
    }
    for url in object.strings("FrontChannelLogoutUri") {
      imported.skip(url, because: "front-channel logout URLs, which are not redirect URIs")
    }
    setGrants(object, of: &client)
    return client
  }

  private static func setGrants(_ object: SourceObject, of client: inout SourceClient) {
    for grant in object.strings("AllowedGrantTypes") {
      switch grant.value {
      case "authorization_code", "hybrid":
        client.grantTypes.append(GrantType.authorizationCode.found(at: grant.location))
        client.responseTypes.append(
          grant.replaced(by: grant.value == "hybrid" ? "code id_token" : "code"))
      case "implicit":
        client.grantTypes.append(grant)
        client.responseTypes += ["token", "id_token"].map { grant.replaced(by: $0) }
      default: client.grantTypes.append(grant)
      }
    }
    if object.flag("AllowOfflineAccess") == true, let flag = object["AllowOfflineAccess"] {
      client.grantTypes.append(GrantType.refreshToken.found(at: flag.location))
      client.scopes.append(SourceString("offline_access", at: flag.location))
    }
  }
}

/// OpenIddict applications in JSON settings, which seeding code passes to `OpenIddictApplicationDescriptor`.
package enum OpenIddictFormat: ClientTableFormat {
  package static let name = "openiddict"
  package static let summary = "OpenIddict applications (JSON settings)"
  package static let usualNames = ["*openiddict*.json", "appsettings*.json"]

  static let sign = "Permissions"
  static let path = ""
  static let keys = ClientKeys(
    id: "ClientId", name: "DisplayName", secret: "ClientSecret", type: "ApplicationType",
    redirectURIs: "RedirectUris", postLogoutRedirectURIs: "PostLogoutRedirectUris")

  static func isClient(_ object: SourceObject) -> Bool {
    let prefixes = ["ept:", "gt:", "rst:", "scp:"]
    return object.has("ClientId")
      && object.strings("Permissions").contains { permission in
        prefixes.contains { permission.value.hasPrefix($0) }
      }
  }

  static func complete(
    _ client: SourceClient, _ object: SourceObject, in document: SettingsDocument,
    _ imported: inout ImportedValues
  ) -> SourceClient? {
    var client = client
    let type = object.key("ClientType|Type")
    if imported.leavesOutComputed(object, [type], of: client.id) { return nil }
    // OpenIddict derives a missing type from the secret.
    client.isPublic = object.string(type).map { $0.value == "public" } ?? (client.secret == nil)
    if client.type == .native { client.freePorts = NativeURI.loopbackHosts }
    func permissions(_ prefix: String) -> [SourceString] {
      object.strings("Permissions").filter { $0.value.hasPrefix(prefix) }.map { permission in
        permission.replaced(
          by: ExactString(decoding: permission.value.utf8.dropFirst(prefix.utf8.count)))
      }
    }
    client.grantTypes = permissions("gt:")
    client.responseTypes = permissions("rst:")
    client.scopes = permissions("scp:")
    // OpenIddict allows both without permission.
    if let first = client.scopes.first {
      client.scopes.append(first.replaced(by: "openid"))
      if client.grantTypes.contains(where: { $0.value == "refresh_token" }) {
        client.scopes.append(first.replaced(by: "offline_access"))
      }
    }
    client.requiresPKCE = object.strings("Requirements").first { $0.value == "ft:pkce" }?.location
    return client
  }
}

/// Clients of ABP applications in `appsettings.json`. The file only has their root URLs; code adds the paths.
package enum ABPFormat: ImportFormat {
  package static let name = "abp"
  package static let summary = "ABP clients (appsettings.json)"
  package static let usualNames = ["appsettings*.json"]

  private static let paths = ["OpenIddict.Applications", "IdentityServer.Clients"]

  package static func recognize(_ source: ImportSource) -> ImportRecognition {
    guard source.looksLikeJSON, source.mentions("\"RootUrl\"") else { return .no }
    return source.settings.contains { !clients(in: $0).isEmpty } ? .yes : .no
  }

  package static func read(_ source: ImportSource, into imported: inout ImportedValues) {
    for document in source.settings where imported.usable(document.form) != nil {
      for client in clients(in: document) {
        if let secret = client["ClientSecret"] { imported.hide(secret.location) }
        guard let id = client.string("ClientId"), let root = client.string("RootUrl")?.nonEmpty
        else {
          continue
        }
        let context =
          URIOrHost(root.value).isLoopback
          ? EnvironmentContext([EnvironmentHint(.host, URIOrHost(root.value).host, .sandbox)]) : nil
        imported.mention(.client(id.value), at: client.location, in: context)
        imported.add(.client(id.value), ClientKey.clientID, from: id, in: context)
        imported.leaveOut(
          .dropped,
          "code adds the paths of client \(id.quoted) to \(root.quoted), so its redirect URIs are unknown",
          at: root.location,
          help:
            "add them to the policy: `signin-oidc` for MVC, `authentication/login-callback` for Blazor"
        )
      }
      for origin in document.strings("App.CorsOrigins") {
        imported.skip(origin, because: "origins that may call the server, not a client")
      }
      imported.skipReturnURLs(document.strings("App.RedirectAllowedUrls"))
    }
  }

  private static func clients(in document: SettingsDocument) -> [SourceObject] {
    paths.flatMap { document.values($0) }.flatMap(\.members).filter { $0.has("RootUrl") }
  }
}
