import PolicyModel
import PolicyText

/// Expo app settings (`app.json`, or `app.config.ts` with an object literal), or the output of `npx expo config --json`.
package enum ExpoFormat: ImportFormat {
  package static let name = "expo"
  package static let summary = "Expo app.json, app.config.ts, or output of `npx expo config --json`"
  package static let usualNames = [
    "app.json", "app.config.json", "app.config.ts", "app.config.js", "app.config.mjs",
  ]

  package static func recognize(_ source: ImportSource) -> ImportRecognition {
    guard source.mentions("expo") || source.mentions("slug"),
      source.firstByte == UInt8(ascii: "{") || source.firstByte == UInt8(ascii: "/")
        || isScript(source),
      let tree = form(of: source)?.tree, let root = tree.root
    else { return .no }
    return config(tree, root) == nil ? .no : .yes
  }

  private static func isScript(_ source: ImportSource) -> Bool {
    [".ts", ".js", ".mjs"].contains { source.path.hasSuffix($0) }
  }

  private static func form(of source: ImportSource) -> ImportSource.Form? {
    isScript(source) ? source.exportedObject : source.commentedJSON
  }

  private static func config(_ tree: SourceTree, _ root: NodeID) -> NodeID? {
    if let expo = tree.value(of: "expo", in: root), tree.kind(expo) == .mapping { return expo }
    let hasApp =
      id("android", "package", tree, root) != nil
      || id("ios", "bundleIdentifier", tree, root) != nil
    return hasApp && tree.value(of: "slug", in: root) != nil ? root : nil
  }

  private static func id(
    _ platform: String, _ key: String, _ tree: SourceTree, _ config: NodeID
  ) -> NodeID? {
    tree.value(of: platform, in: config).flatMap { tree.value(of: key, in: $0) }
      .flatMap { tree.kind($0) == .scalar && !tree.text($0).isEmpty ? $0 : nil }
  }

  package static func read(_ source: ImportSource, into imported: inout ImportedValues) {
    guard let form = form(of: source), let tree = imported.usable(form), let root = tree.root,
      let config = config(tree, root)
    else { return }
    let ios = id("ios", "bundleIdentifier", tree, config).map { node in
      (AppReference.apple(bundleID: tree.text(node)), node)
    }
    let android = id("android", "package", tree, config).map { node in
      (AppReference.android(package: tree.text(node)), node)
    }
    if let (app, node) = ios {
      imported.mention(.app(app), at: tree.location(node))
      read(ios: app, tree, config, &imported)
    }
    if let (app, node) = android {
      imported.mention(.app(app), at: tree.location(node))
      read(android: app, tree, config, &imported)
    }
    let apps = [ios?.0, android?.0].compactMap { $0 }
    schemes(of: config, apps, tree, &imported)
    for plugin in tree.value(of: "plugins", in: config).map({ Array(tree.items($0)) }) ?? [] {
      let name = tree.kind(plugin) == .sequence ? tree.items(plugin).first { _ in true } : plugin
      guard let name, tree.text(name) == "@react-native-firebase/dynamic-links" else { continue }
      imported.leaveOutDynamicLinks(tree.text(name), at: tree.location(name))
    }
  }

  private static func list(_ node: NodeID, _ tree: SourceTree) -> [NodeID] {
    tree.kind(node) == .sequence ? Array(tree.items(node)) : [node]
  }

  /// Reads a scheme, or a list of schemes.
  private static func schemes(
    of node: NodeID, _ apps: [AppReference], _ tree: SourceTree, _ imported: inout ImportedValues
  ) {
    guard let value = tree.value(of: "scheme", in: node) else { return }
    for item in list(value, tree) where tree.kind(item) == .scalar && !tree.text(item).isEmpty {
      let text = tree.text(item)
      for app in apps {
        if URLSchemeOrigin.isGoogle(text), !app.isAndroid {
          imported.add(
            .googleOnIOS(app), GoogleSignInKey.IOS.urlSchemes, is: .text(text),
            at: tree.location(item))
        } else if !URLSchemeOrigin.isGoogle(text) {
          URLSchemeOrigin.read(text, of: app, at: tree.location(item), in: nil, into: &imported)
        }
      }
    }
  }

  // MARK: platforms

  private static func read(
    ios app: AppReference, _ tree: SourceTree, _ config: NodeID, _ imported: inout ImportedValues
  ) {
    guard let ios = tree.value(of: "ios", in: config) else { return }
    let entitlements = EntitlementsReading(tree, app: app)
    if let domains = tree.value(of: "associatedDomains", in: ios) {
      entitlements.domains(domains, into: &imported)
    }
    if let node = tree.value(of: "entitlements", in: ios) {
      entitlements.read(node, into: &imported)
    }
    if let node = tree.value(of: "infoPlist", in: ios) {
      InfoPlistReading(tree, app: app).read(node, into: &imported)
    }
    if let team = tree.value(of: "appleTeamId", in: ios), !tree.text(team).isEmpty {
      imported.add(.app(app), AppKey.teamID, is: .text(tree.text(team)), at: tree.location(team))
    }
    if let signIn = tree.value(of: "usesAppleSignIn", in: ios), tree.text(signIn) == "true" {
      let location = tree.location(signIn)
      imported.add(.apple, AppleSignInKey.platforms, is: .text("ios"), at: location)
      imported.add(.apple, AppleSignInKey.bundleApps, is: .app(app), at: location)
    }
    schemes(of: ios, [app], tree, &imported)
    plugins(app, tree, config, &imported)
  }

  /// Reads the reversed client ID of the Google Sign-In plug-in.
  private static func plugins(
    _ app: AppReference, _ tree: SourceTree, _ config: NodeID, _ imported: inout ImportedValues
  ) {
    guard let plugins = tree.value(of: "plugins", in: config) else { return }
    for plugin in tree.items(plugins) where tree.kind(plugin) == .sequence {
      for options in tree.items(plugin) {
        guard let scheme = tree.value(of: "iosUrlScheme", in: options),
          URLSchemeOrigin.isGoogle(tree.text(scheme))
        else { continue }
        imported.add(
          .googleOnIOS(app), GoogleSignInKey.IOS.urlSchemes, is: .text(tree.text(scheme)),
          at: tree.location(scheme))
      }
    }
  }

  private static func read(
    android app: AppReference, _ tree: SourceTree, _ config: NodeID,
    _ imported: inout ImportedValues
  ) {
    guard let android = tree.value(of: "android", in: config) else { return }
    schemes(of: android, [app], tree, &imported)
    guard let filters = tree.value(of: "intentFilters", in: android) else { return }
    for filter in tree.items(filters) {
      self.filter(filter, tree).read(app, in: nil, into: &imported)
    }
  }

  /// Reads an intent filter; Expo omits Android's prefixes.
  private static func filter(_ node: NodeID, _ tree: SourceTree) -> LinkFilter {
    func value(_ key: String, _ node: NodeID) -> LinkFilter.Value? {
      tree.value(of: key, in: node).flatMap {
        tree.kind($0) == .scalar
          ? LinkFilter.Value(text: tree.text($0), location: tree.location($0)) : nil
      }
    }
    func full(_ text: ExactString, _ prefix: String) -> ExactString {
      text.contains(UInt8(ascii: ".")) ? text : ExactString(prefix + text.string)
    }
    var actions: [LinkFilter.Value] = []
    if var action = value("action", node) {
      action.text = full(action.text, "android.intent.action.")
      actions = [action]
    }
    var categories: [ExactString] = ["android.intent.category.DEFAULT"]
    if let category = tree.value(of: "category", in: node) {
      categories += list(category, tree).map { full(tree.text($0), "android.intent.category.") }
    }
    let data = tree.value(of: "data", in: node).map { list($0, tree) } ?? []
    return LinkFilter(
      isVerified: tree.value(of: "autoVerify", in: node).map { tree.text($0) } == "true",
      actions: actions, categories: categories,
      data: data.map { data in
        LinkFilter.Data(
          scheme: value("scheme", data), host: value("host", data), port: value("port", data),
          paths: AndroidPath.Kind.allCases.compactMap { kind in
            value(kind.rawValue, data).map { (kind, $0) }
          }, mimeType: value("mimeType", data))
      }, location: tree.location(node))
  }
}
