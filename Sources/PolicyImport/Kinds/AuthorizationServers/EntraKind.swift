import PolicyText
import PolicyModel

/// An app registration of Microsoft Entra ID: its manifest in both formats, and what Microsoft Graph answers.
///
/// One object has addresses of three kinds of clients, but one client ID is one client here.
package enum EntraKind: ImportKind {
  package static let name = "entra"
  package static let summary = "an app registration of Microsoft Entra ID"
  package static let usualNames = ["manifest.json", "*entra*.json", "*azuread*.json"]

  package static func recognize(_ source: ImportSource) -> ImportRecognition {
    guard source.looksLikeJSON, source.mentions("\"appId\""), let root = source.json.tree.root
    else { return .no }
    let tree = source.json.tree
    let apps = apps(root, tree).filter { tree.value(of: "appId", in: $0) != nil }
    guard !apps.isEmpty else { return .no }
    let isApp = apps.contains { app in
      tree.value(of: "replyUrlsWithType", in: app) != nil
        || ["web", "spa", "publicClient"].contains { key in
          tree.value(of: key, in: app).map { tree.kind($0) == .mapping } ?? false
        }
    }
    return isApp ? .yes : .nearly(missing: "web")
  }

  package static func read(_ source: ImportSource, into facts: inout ImportFacts) {
    guard let tree = facts.usable(source.json), let root = tree.root else { return }
    for app in apps(root, tree) { read(app, tree, &facts) }
  }

  /// One, a list, or a page of Graph.
  private static func apps(_ root: NodeID, _ tree: SourceTree) -> [NodeID] {
    tree.sourceMappings(tree.value(of: "value", in: root) ?? root)
  }

  private static func read(_ node: NodeID, _ tree: SourceTree, _ facts: inout ImportFacts) {
    var web = texts("web", "redirectUris", node, tree)
    var spa = texts("spa", "redirectUris", node, tree)
    var native = texts("publicClient", "redirectUris", node, tree)
    let old = tree.value(of: "replyUrlsWithType", in: node).map { tree.sourceMappings($0) } ?? []
    for reply in old {
      guard let url = tree.sourceText("url", in: reply) else { continue }
      switch tree.sourceText("type", in: reply)?.value {
      case "Spa": spa.append(url)
      case "InstalledClient": native.append(url)
      default: web.append(url)
      }
    }
    var client = SourceClient(at: tree.location(node))
    client.id = tree.sourceText("appId", in: node)
    client.name = tree.sourceText("displayName", in: node) ?? tree.sourceText("name", in: node)
    for logout in texts("web", "logoutUrl", node, tree) + tree.sourceTexts("logoutUrl", in: node) {
      facts.leaveOut(
        .dropped,
        "\(UTF8Text.quoted(logout.value.string)) is called by Entra at a sign-out, nobody is sent there",
        at: logout.location)
    }
    Self.finish(&client, web: web, spa: spa, native: native, into: &facts)
  }

  /// Decides which kind of client it is; `azuread_application` has the same three lists.
  static func finish(
    _ client: inout SourceClient, web: [SourceText], spa: [SourceText], native: [SourceText],
    into facts: inout ImportFacts
  ) {
    client.redirectURIs = web + spa + native
    client.pattern = .hostStarAndFinalStar
    client.freePorts = ["localhost", "127.0.0.1"]
    client.isPublic = web.isEmpty
    if !native.isEmpty {
      client.type = .native
    } else if !client.redirectURIs.isEmpty {
      client.type = .web
    }
    if let first = native.first, let other = (web + spa).first {
      client.isPublic = true
      facts.leaveOut(
        .shadowed,
        "one client ID is one client: with a native address all of its addresses are those of a native client",
        at: first.location,
        help: "register web and native clients apart",
        notes: [Diagnostic.Note("an address of a web client", at: other.location)])
    }
    client.state(into: &facts)
  }

  private static func texts(
    _ section: String, _ key: String, _ node: NodeID, _ tree: SourceTree
  ) -> [SourceText] {
    tree.value(of: section, in: node).map { tree.sourceTexts(key, in: $0) } ?? []
  }
}
