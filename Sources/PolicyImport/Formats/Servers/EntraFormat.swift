import PolicyModel
import PolicyText

/// Microsoft Entra ID app registrations: manifests in both formats, and Microsoft Graph responses.
///
/// A registration can have URIs for three client types, but in a policy, a client ID belongs to one
/// client.
package enum EntraFormat: ImportFormat {
  package static let name = "entra"
  package static let summary = "Microsoft Entra ID app registration"
  package static let usualNames = ["manifest.json", "*entra*.json", "*azuread*.json"]

  private static let keys = ClientKeys(id: "appId", name: "displayName")

  package static func recognize(_ source: ImportSource) -> ImportRecognition {
    guard let root = source.jsonRoot(mentioning: "\"appId\"") else { return .no }
    let apps = apps(root).filter { $0.has("appId") }
    guard !apps.isEmpty else { return .no }
    let isApp = apps.contains { app in
      app.has("replyUrlsWithType")
        || ["web", "spa", "publicClient"].contains { key in
          app[key]?.isMapping ?? false
        }
    }
    return isApp ? .yes : .nearly(missing: "web")
  }

  package static func read(_ source: ImportSource, into imported: inout ImportedValues) {
    guard let root = imported.root(of: source.json) else { return }
    for app in apps(root) { read(app, into: &imported) }
  }

  /// An app, a list of apps, or a page of a Graph response.
  private static func apps(_ root: SourceObject) -> [SourceObject] {
    (root["value"] ?? root).objects
  }

  private static func read(_ app: SourceObject, into imported: inout ImportedValues) {
    func uris(_ section: String) -> [SourceString] { app[section]?.strings("redirectUris") ?? [] }
    var (web, spa, native) = (uris("web"), uris("spa"), uris("publicClient"))
    for reply in app.objects("replyUrlsWithType") {
      guard let url = reply.string("url") else { continue }
      switch reply.string("type")?.value {
      case "Spa": spa.append(url)
      case "InstalledClient": native.append(url)
      default: web.append(url)
      }
    }
    var client = SourceClient(app, keys)
    client.name = app.string("displayName") ?? app.string("name")
    for logout in (app["web"]?.strings("logoutUrl") ?? []) + app.strings("logoutUrl") {
      imported.leaveOut(
        .dropped, "\(logout.quoted) is Entra's front-channel logout URL, not a redirect URI",
        at: logout.location, help: "no action needed: Entra calls it and sends no browser there")
    }
    add(&client, web: web, spa: spa, native: native, to: &imported)
  }

  /// Chooses the client type; `azuread_application` has the same three lists.
  static func add(
    _ client: inout SourceClient, web: [SourceString], spa: [SourceString],
    native: [SourceString], to imported: inout ImportedValues
  ) {
    client.redirectURIs = web + spa + native
    client.wildcards = .hostStarAndFinalStar
    client.freePorts = ["localhost", "127.0.0.1"]
    client.isPublic = web.isEmpty || !native.isEmpty
    if !client.redirectURIs.isEmpty { client.type = native.isEmpty ? .web : .native }
    if let first = native.first, let other = (web + spa).first {
      imported.leaveOut(
        .shadowed, "client has web and native URIs; the policy treats it as a native client",
        at: first.location, help: "register separate apps for web and native clients",
        notes: [Diagnostic.Note("a web client's URI", at: other.location)])
    }
    client.add(to: &imported)
  }
}
