import PolicyModel
import PolicyText

/// Entitlements of an Apple app, as written or as signed.
package enum EntitlementsFormat: ImportFormat {
  package static let name = "entitlements"
  package static let summary = "entitlements of an iOS or macOS app"
  package static let usualNames = ["*.entitlements", "Entitlements.plist"]

  package static func recognize(_ source: ImportSource) -> ImportRecognition {
    guard source.firstByte == UInt8(ascii: "<"), source.mentions("<dict"),
      let root = source.propertyList.tree.rootObject
    else { return .no }
    let signs: [ExactString] = [
      "keychain-access-groups", "aps-environment", "application-identifier",
    ]
    let isEntitlement = root.entries.map(\.key.text.value).contains { key in
      key.hasPrefix("com.apple.") || signs.contains(key)
    }
    let isOther = ["CFBundleIdentifier", "CFBundleURLTypes", "GOOGLE_APP_ID"].contains(
      where: root.has)
    return isEntitlement && !isOther ? .yes : .no
  }

  package static func read(_ source: ImportSource, into imported: inout ImportedValues) {
    guard let root = imported.root(of: source.propertyList) else { return }
    let app = Self.app(root, source, &imported) ?? .builtWith(source.id)
    EntitlementsReading(app: app).read(root, into: &imported)
  }

  /// The app named in signed entitlements.
  private static func app(
    _ root: SourceObject, _ source: ImportSource, _ imported: inout ImportedValues
  ) -> AppReference? {
    let keys = ["application-identifier", "com.apple.application-identifier"]
    guard let id = keys.lazy.compactMap({ root[$0]?.text }).first else {
      _ = source.bindToDotNetApp({ .apple(bundleID: $0) }, &imported)
      return nil
    }
    // Before signing: `$(AppIdentifierPrefix)com.acme.home`.
    if id.value.hasPrefix("$(AppIdentifierPrefix)") || id.value.hasPrefix("$(TeamIdentifierPrefix)")
    {
      let bundle = ExactString(
        decoding: id.value.utf8.drop { $0 != UInt8(ascii: ")") }.dropFirst())
      guard !bundle.isEmpty, SourceVariable.first(in: bundle) == nil else { return nil }
      imported.bind(.apple(bundleID: bundle), to: source.path, at: id.location)
      return nil
    }
    guard SourceVariable.first(in: id.value) == nil,
      let dot = id.value.utf8.firstIndex(of: UInt8(ascii: "."))
    else { return nil }
    let app = AppReference.appleID(
      prefix: ExactString(decoding: id.value.utf8[..<dot]),
      bundleID: ExactString(decoding: id.value.utf8[dot...].dropFirst()))
    imported.mention(.app(app), at: id.location)
    imported.bind(app, to: source.path, at: id.location)
    imported.add(
      .app(app), AppKey.teamID, from: root["com.apple.developer.team-identifier"]?.text,
      authority: .built)
    return app
  }
}

/// Reads entitlements from any source.
struct EntitlementsReading {
  let app: AppReference
  var context: EnvironmentContext?
  /// Replaces variables that the surrounding settings define.
  var expand: (ExactString) -> ExactString = { $0 }

  func read(_ root: SourceObject, into imported: inout ImportedValues) {
    if let list = root["com.apple.developer.associated-domains"] {
      domains(list, into: &imported)
    }
    if let signIn = root["com.apple.developer.applesignin"] {
      let location = signIn.location
      imported.add(.apple, AppleSignInKey.platforms, is: .text("ios"), at: location, in: context)
      imported.add(.apple, AppleSignInKey.bundleApps, is: .app(app), at: location, in: context)
    }
  }

  /// Reads the entries of a list, or a single entry.
  func domains(_ list: SourceObject, into imported: inout ImportedValues) {
    for item in list.isScalar ? [list] : list.items where !item.text.value.isEmpty {
      AssociatedDomain.read(
        item, as: expand(item.text.value), of: app, in: context, into: &imported)
    }
  }
}
