import PolicyModel
import PolicyText

/// Entitlements of an Apple app, as written or as signed.
package enum EntitlementsFormat: ImportFormat {
  package static let name = "entitlements"
  package static let summary = "entitlements of an iOS or macOS app"
  package static let usualNames = ["*.entitlements"]

  package static func recognize(_ source: ImportSource) -> ImportRecognition {
    guard source.firstByte == UInt8(ascii: "<"), source.mentions("<dict"),
      let root = source.propertyList.tree.root
    else { return .no }
    let tree = source.propertyList.tree
    let isEntitlement = tree.entries(root).contains { entry in
      let key = tree.text(entry.key)
      return key.hasPrefix("com.apple.") || key == "keychain-access-groups"
        || key == "aps-environment" || key == "application-identifier"
    }
    let isOther = ["CFBundleIdentifier", "CFBundleURLTypes", "GOOGLE_APP_ID"].contains {
      tree.value(of: $0, in: root) != nil
    }
    return isEntitlement && !isOther ? .yes : .no
  }

  package static func read(_ source: ImportSource, into imported: inout ImportedValues) {
    guard let tree = imported.usable(source.propertyList), let root = tree.root else { return }
    let app = Self.app(root, tree, source, &imported) ?? .builtWith(source.id)
    EntitlementsReading(tree, app: app).read(root, into: &imported)
  }

  /// The app named in signed entitlements.
  private static func app(
    _ root: NodeID, _ tree: SourceTree, _ source: ImportSource, _ imported: inout ImportedValues
  ) -> AppReference? {
    let keys = ["application-identifier", "com.apple.application-identifier"]
    guard let node = keys.lazy.compactMap({ tree.value(of: $0, in: root) }).first else {
      return nil
    }
    let text = tree.text(node)
    let location = tree.location(node)
    // Before signing: `$(AppIdentifierPrefix)com.acme.home`.
    if text.hasPrefix("$(AppIdentifierPrefix)") || text.hasPrefix("$(TeamIdentifierPrefix)") {
      let bytes = text.utf8.drop { $0 != UInt8(ascii: ")") }.dropFirst()
      let bundle = ExactString(decoding: bytes)
      guard !bundle.isEmpty, SourceVariable.first(in: bundle) == nil else { return nil }
      imported.bind(.apple(bundleID: bundle), to: source.path, at: location)
      return nil
    }
    guard SourceVariable.first(in: text) == nil,
      let dot = text.utf8.firstIndex(of: UInt8(ascii: "."))
    else { return nil }
    let app = AppReference.appleID(
      prefix: ExactString(decoding: text.utf8[..<dot]),
      bundleID: ExactString(decoding: text.utf8[dot...].dropFirst()))
    imported.mention(.app(app), at: location)
    imported.bind(app, to: source.path, at: location)
    if let team = tree.value(of: "com.apple.developer.team-identifier", in: root) {
      imported.add(
        .app(app), AppKey.teamID, is: .text(tree.text(team)), at: tree.location(team),
        authority: .built)
    }
    return app
  }
}

/// Reads entitlements from any source.
struct EntitlementsReading {
  let tree: SourceTree
  let app: AppReference
  let context: EnvironmentContext?
  /// Replaces variables that the surrounding settings define.
  let expand: (ExactString) -> ExactString

  init(
    _ tree: SourceTree, app: AppReference, in context: EnvironmentContext? = nil,
    expand: @escaping (ExactString) -> ExactString = { $0 }
  ) {
    self.tree = tree
    self.app = app
    self.context = context
    self.expand = expand
  }

  func read(_ node: NodeID, into imported: inout ImportedValues) {
    if let list = tree.value(of: "com.apple.developer.associated-domains", in: node) {
      domains(list, into: &imported)
    }
    if let signIn = tree.value(of: "com.apple.developer.applesignin", in: node) {
      let location = tree.location(signIn)
      imported.add(.apple, AppleSignInKey.platforms, is: .text("ios"), at: location, in: context)
      imported.add(.apple, AppleSignInKey.bundleApps, is: .app(app), at: location, in: context)
    }
  }

  /// Reads the entries of a list, or a single entry.
  func domains(_ list: NodeID, into imported: inout ImportedValues) {
    let items = tree.kind(list) == .scalar ? [list] : Array(tree.items(list))
    for item in items where tree.kind(item) == .scalar && !tree.text(item).isEmpty {
      let text = tree.text(item)
      let expanded = expand(text)
      AssociatedDomain.read(
        expanded, of: app, at: tree.location(item),
        place: { range in
          expanded == text
            ? SourceLocation(file: tree.file, span: tree.span(item, text: range))
            : tree.location(item)
        }, in: context, into: &imported)
    }
  }
}
