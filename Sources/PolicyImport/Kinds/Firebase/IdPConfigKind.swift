import PolicyText
import PolicyModel

/// A sign-in provider of Firebase Authentication (`defaultSupportedIdpConfigs`), one or a list of them.
package enum IdPConfigKind: ImportKind {
  package static let name = "idp-config"
  package static let summary = "sign-in providers of Identity Platform (defaultSupportedIdpConfigs)"
  package static let usualNames = ["idp-config*.json", "defaultSupportedIdpConfigs*.json"]

  package static func recognize(_ source: ImportSource) -> ImportRecognition {
    guard source.firstByte == UInt8(ascii: "{"), source.mentions("defaultSupportedIdpConfigs"),
      !IdentityConfigKind.isConfig(source), let root = source.json.tree.root
    else { return .no }
    return configs(source.json.tree, root).isEmpty ? .no : .yes
  }

  private static func configs(_ tree: SourceTree, _ root: NodeID) -> [NodeID] {
    if let list = tree.value(of: "defaultSupportedIdpConfigs", in: root) {
      return Array(tree.items(list))
    }
    let name = tree.value(of: "name", in: root).map { Array(tree.text($0).utf8) } ?? []
    let isConfig =
      name.firstRange(of: Array("/defaultSupportedIdpConfigs/".utf8), in: 0..<name.count) != nil
    return isConfig ? [root] : []
  }

  package static func read(_ source: ImportSource, into facts: inout ImportFacts) {
    guard let tree = facts.usable(source.json), let root = tree.root else { return }
    readAll(in: tree, root, into: &facts)
  }

  /// The providers of a document.
  static func readAll(in tree: SourceTree, _ root: NodeID, into facts: inout ImportFacts) {
    for config in configs(tree, root) { read(config, tree, &facts) }
  }

  /// A secret, or the reference that `generate` writes in its place.
  private static func secret(_ node: NodeID, _ tree: SourceTree) -> FactValue {
    let entry = tree.entries(node).first { _ in true }
    guard tree.kind(node) == .mapping, let entry else { return .secret(nil) }
    let name = tree.text(entry.value)
    switch tree.text(entry.key) {
    case "env": return .secret(.env(name))
    case "file": return .secret(.file(name))
    case "secret": return .secret(.secret(name))
    default: return .secret(nil)
    }
  }

  private static func read(_ config: NodeID, _ tree: SourceTree, _ facts: inout ImportFacts) {
    guard let name = tree.value(of: "name", in: config) else { return }
    let provider =
      tree.text(name).string.utf8.split(separator: UInt8(ascii: "/")).last
      .map { ExactString(decoding: $0) } ?? ""
    let project = IdentityConfigKind.project(inName: tree.text(name))?.id
    let context = FactContext(project: project)
    if let enabled = tree.value(of: "enabled", in: config), tree.text(enabled) == "false" {
      return facts.skip(provider, because: "providers that are off", at: tree.location(name))
    }
    switch provider {
    case "apple.com": apple(config, tree, context, &facts)
    case "google.com":
      guard let id = tree.value(of: "clientId", in: config), !tree.text(id).isEmpty else { return }
      let client = FactSubject.googleOnWeb(tree.text(id))
      facts.add(
        client, GoogleSignInKey.Web.clientID, is: .text(tree.text(id)), at: tree.location(id),
        in: context)
      if let secret = tree.value(of: "clientSecret", in: config) {
        facts.add(
          client, GoogleSignInKey.Web.clientSecret, is: Self.secret(secret, tree),
          at: tree.location(secret), in: context)
      }
    default:
      facts.leaveOut(
        .dropped, "a policy has no place for the provider \(UTF8Text.quoted(provider.string))",
        at: tree.location(name))
      if let secret = tree.value(of: "clientSecret", in: config) {
        facts.hide(tree.location(secret))
      }
    }
  }

  private static func apple(
    _ config: NodeID, _ tree: SourceTree, _ context: FactContext, _ facts: inout ImportFacts
  ) {
    if let id = tree.value(of: "clientId", in: config), !tree.text(id).isEmpty {
      facts.add(
        .apple, AppleSignInKey.servicesID, is: .text(tree.text(id)), at: tree.location(id),
        in: context)
      facts.add(
        .apple, AppleSignInKey.platforms, is: .text("web"), at: tree.location(id), in: context)
    }
    guard let apple = tree.value(of: "appleSignInConfig", in: config) else { return }
    if let bundles = tree.value(of: "bundleIds", in: apple) {
      for bundle in tree.items(bundles) {
        let app = AppReference.apple(bundleID: tree.text(bundle))
        facts.mention(.app(app), at: tree.location(bundle))
        facts.add(
          .apple, AppleSignInKey.bundleApps, is: .app(app), at: tree.location(bundle), in: context)
      }
      if let first = tree.items(bundles).first(where: { _ in true }) {
        facts.add(
          .apple, AppleSignInKey.platforms, is: .text("ios"), at: tree.location(first),
          in: context)
      }
    }
    guard let flow = tree.value(of: "codeFlowConfig", in: apple) else { return }
    for (key, meaning) in [("teamId", AppleSignInKey.teamID), ("keyId", .keyID)] {
      guard let node = tree.value(of: key, in: flow), !tree.text(node).isEmpty else { continue }
      facts.add(
        .apple, meaning, is: .text(tree.text(node)), at: tree.location(node), in: context)
    }
    if let key = tree.value(of: "privateKey", in: flow) {
      facts.add(
        .apple, AppleSignInKey.privateKey, is: secret(key, tree), at: tree.location(key),
        in: context)
    }
  }
}
