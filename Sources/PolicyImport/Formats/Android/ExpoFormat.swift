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
      let root = form(of: source)?.tree.rootObject
    else { return .no }
    return config(root) == nil ? .no : .yes
  }

  private static func isScript(_ source: ImportSource) -> Bool {
    [".ts", ".js", ".mjs"].contains { source.path.hasSuffix($0) }
  }

  private static func form(of source: ImportSource) -> ImportSource.Form? {
    isScript(source) ? source.exportedObject : source.commentedJSON
  }

  private static func config(_ root: SourceObject) -> SourceObject? {
    if let expo = root["expo"], expo.isMapping { return expo }
    let hasApp = bundleID(root) != nil || package(root) != nil
    return hasApp && root.has("slug") ? root : nil
  }

  private static func bundleID(_ config: SourceObject) -> SourceString? {
    config["ios"]?["bundleIdentifier"]?.text.nonEmpty
  }

  private static func package(_ config: SourceObject) -> SourceString? {
    config["android"]?["package"]?.text.nonEmpty
  }

  package static func read(_ source: ImportSource, into imported: inout ImportedValues) {
    guard let form = form(of: source), let root = imported.root(of: form),
      let config = config(root)
    else { return }
    var apps: [AppReference] = []
    if let id = bundleID(config) {
      apps.append(.apple(bundleID: id.value))
      imported.mention(.app(apps[0]), at: id.location)
      readIOS(apps[0], config, &imported)
    }
    if let id = package(config) {
      let app = AppReference.android(package: id.value)
      apps.append(app)
      imported.mention(.app(app), at: id.location)
      readAndroid(app, config, &imported)
    }
    schemes(of: config, apps, &imported)
    for plugin in config.items("plugins") {
      let name = plugin.isList ? plugin.items.first : plugin
      guard let name, name.text.value == "@react-native-firebase/dynamic-links" else { continue }
      imported.leaveOutDynamicLinks(name.text)
    }
  }

  /// Reads a scheme, or a list of schemes.
  private static func schemes(
    of node: SourceObject, _ apps: [AppReference], _ imported: inout ImportedValues
  ) {
    for scheme in node["scheme"]?.itemsOrSelf.compactMap(\.text.nonEmpty) ?? [] {
      for app in apps {
        if !URLSchemeOrigin.isGoogle(scheme.value) {
          URLSchemeOrigin.read(
            scheme.value, of: app, at: scheme.location, in: nil, into: &imported)
        } else if !app.isAndroid {
          imported.add(.googleOnIOS(app), GoogleSignInKey.IOS.urlSchemes, from: scheme)
        }
      }
    }
  }

  // MARK: platforms

  private static func readIOS(
    _ app: AppReference, _ config: SourceObject, _ imported: inout ImportedValues
  ) {
    guard let ios = config["ios"] else { return }
    let entitlements = EntitlementsReading(app: app)
    if let domains = ios["associatedDomains"] { entitlements.domains(domains, into: &imported) }
    if let node = ios["entitlements"] { entitlements.read(node, into: &imported) }
    if let node = ios["infoPlist"] { InfoPlistReading(app: app).read(node, into: &imported) }
    imported.add(.app(app), AppKey.teamID, from: ios["appleTeamId"]?.text.nonEmpty)
    if let signIn = ios["usesAppleSignIn"], signIn.text.value == "true" {
      imported.add(.apple, AppleSignInKey.platforms, is: .text("ios"), at: signIn.location)
      imported.add(.apple, AppleSignInKey.bundleApps, is: .app(app), at: signIn.location)
    }
    schemes(of: ios, [app], &imported)
    // The reversed client ID of the Google Sign-In plug-in.
    for options in config.items("plugins").flatMap(\.items) {
      guard let scheme = options["iosUrlScheme"]?.text, URLSchemeOrigin.isGoogle(scheme.value)
      else { continue }
      imported.add(.googleOnIOS(app), GoogleSignInKey.IOS.urlSchemes, from: scheme)
    }
  }

  private static func readAndroid(
    _ app: AppReference, _ config: SourceObject, _ imported: inout ImportedValues
  ) {
    guard let android = config["android"] else { return }
    schemes(of: android, [app], &imported)
    for filter in android.items("intentFilters") {
      self.filter(filter).read(app, in: nil, into: &imported)
    }
  }

  /// Reads an intent filter; Expo omits Android's prefixes.
  private static func filter(_ node: SourceObject) -> LinkFilter {
    func value(_ key: String, _ node: SourceObject) -> LinkFilter.Value? {
      node[key].flatMap {
        $0.isScalar ? LinkFilter.Value(text: $0.text.value, location: $0.location) : nil
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
    let categories = (node["category"]?.itemsOrSelf ?? []).map {
      full($0.text.value, "android.intent.category.")
    }
    return LinkFilter(
      isVerified: node["autoVerify"]?.text.value == "true", actions: actions,
      categories: ["android.intent.category.DEFAULT"] + categories,
      data: (node["data"]?.itemsOrSelf ?? []).map { data in LinkFilter.Data { value($0, data) } },
      location: node.location)
  }
}
