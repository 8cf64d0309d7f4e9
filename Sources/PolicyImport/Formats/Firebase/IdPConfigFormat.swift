import PolicyModel
import PolicyText

/// Firebase Authentication sign-in providers (`defaultSupportedIdpConfigs`), one or a list.
package enum IdPConfigFormat: ImportFormat {
  package static let name = "idp-config"
  package static let summary = "Identity Platform sign-in providers (defaultSupportedIdpConfigs)"
  package static let usualNames = ["idp-config*.json", "defaultSupportedIdpConfigs*.json"]

  package static func recognize(_ source: ImportSource) -> ImportRecognition {
    guard source.firstByte == UInt8(ascii: "{"), source.mentions("defaultSupportedIdpConfigs"),
      !IdentityConfigFormat.isConfig(source), let root = source.json.tree.rootObject
    else { return .no }
    return configs(root).isEmpty ? .no : .yes
  }

  private static func configs(_ root: SourceObject) -> [SourceObject] {
    if let list = root["defaultSupportedIdpConfigs"] { return list.items }
    let name = root.string("name")?.value.string ?? ""
    return name.contains("/defaultSupportedIdpConfigs/") ? [root] : []
  }

  package static func read(_ source: ImportSource, into imported: inout ImportedValues) {
    guard let root = imported.root(of: source.json) else { return }
    readAll(in: root, into: &imported)
  }

  static func readAll(in root: SourceObject, into imported: inout ImportedValues) {
    for config in configs(root) { read(config, into: &imported) }
  }

  /// A secret, or the reference that `generate` writes instead.
  private static func secret(_ object: SourceObject) -> ImportedContent {
    let name = object.members.first?.text.value ?? ""
    return switch object.entries.first?.key.text.value {
    case "env": .secret(.env(name))
    case "file": .secret(.file(name))
    case "secret": .secret(.secret(name))
    default: .secret(nil)
    }
  }

  private static func read(_ config: SourceObject, into imported: inout ImportedValues) {
    guard let name = config["name"]?.text else { return }
    let provider = name.value.parts(separator: "/").last ?? ""
    let context = EnvironmentContext(project: IdentityConfigFormat.project(inName: name.value)?.id)
    if config.flag("enabled") == false {
      return imported.skip(provider, because: "disabled providers", at: name.location)
    }
    switch provider {
    case "apple.com": readApple(config, context, into: &imported)
    case "google.com":
      guard let id = config.string("clientId")?.nonEmpty else { return }
      let client = ImportSubject.googleOnWeb(id.value)
      imported.add(client, GoogleSignInKey.Web.clientID, from: id, in: context)
      if let secret = config["clientSecret"] {
        imported.add(
          client, GoogleSignInKey.Web.clientSecret, is: self.secret(secret),
          at: secret.location, in: context)
      }
    default:
      imported.leaveOut(
        .dropped, "policies don't support the provider \(DisplayText.quoted(provider.string))",
        at: name.location, help: "no action needed: only Google and Apple have policy keys")
      if let secret = config["clientSecret"] { imported.hide(secret.location) }
    }
  }

  private static func readApple(
    _ config: SourceObject, _ context: EnvironmentContext, into imported: inout ImportedValues
  ) {
    if let id = config.string("clientId")?.nonEmpty {
      imported.add(.apple, AppleSignInKey.servicesID, from: id, in: context)
      imported.add(.apple, AppleSignInKey.platforms, from: id.replaced(by: "web"), in: context)
    }
    guard let apple = config["appleSignInConfig"] else { return }
    let bundles = apple.items("bundleIds").map(\.text)
    for bundle in bundles {
      let app = AppReference.apple(bundleID: bundle.value)
      imported.mention(.app(app), at: bundle.location)
      imported.add(
        .apple, AppleSignInKey.bundleApps, is: .app(app), at: bundle.location, in: context)
    }
    if let first = bundles.first {
      imported.add(
        .apple, AppleSignInKey.platforms, is: .text("ios"), at: first.location, in: context)
    }
    guard let flow = apple["codeFlowConfig"] else { return }
    imported.add(
      .apple, AppleSignInKey.teamID, from: flow.string("teamId")?.nonEmpty, in: context)
    imported.add(.apple, AppleSignInKey.keyID, from: flow.string("keyId")?.nonEmpty, in: context)
    if let key = flow["privateKey"] {
      imported.add(
        .apple, AppleSignInKey.privateKey, is: secret(key), at: key.location, in: context)
    }
  }
}
