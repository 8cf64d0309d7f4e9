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
    // `package.json` has settings of Expo's tools.
    if let expo = root["expo"], expo.isMapping { return root.has("dependencies") ? nil : expo }
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
    let script = isScript(source) ? ScriptVariants(source) : nil
    var apps: [Build] = []
    for id in values(bundleID(config), script) {
      apps.append(Build(app: .apple(bundleID: id.text.value), hint: id.hint, script: script))
    }
    for id in values(package(config), script) {
      apps.append(Build(app: .android(package: id.text.value), hint: id.hint, script: script))
    }
    for build in apps {
      let id = build.app.isAndroid ? package(config) : bundleID(config)
      imported.mention(.app(build.app), at: id?.location ?? config.location, in: build.context)
      if build.app.isAndroid {
        readAndroid(build, config, &imported)
      } else {
        readIOS(build, config, &imported)
      }
    }
    schemes(of: config, apps, &imported)
    for plugin in config.items("plugins") {
      let name = plugin.isList ? plugin.items.first : plugin
      guard let name, name.text.value == "@react-native-firebase/dynamic-links" else { continue }
      imported.leaveOutDynamicLinks(name.text)
    }
  }

  /// An app, for a value of an environment variable that the script reads.
  private struct Build {
    var app: AppReference
    var hint: EnvironmentHint?
    var script: ScriptVariants?

    var context: EnvironmentContext? { hint.map { EnvironmentContext([$0]) } }
  }

  /// The string, or its values if a script computes it.
  private static func values(
    _ text: SourceString?, _ script: ScriptVariants?
  ) -> [(text: SourceString, hint: EnvironmentHint?)] {
    guard let text else { return [] }
    let isComputed = SourceVariable.first(in: text.value) != nil
    let variants = isComputed ? script?.variants(of: text.location.span) : nil
    return variants?.map { (text.replaced(by: $0.text), $0.hint) } ?? [(text, nil)]
  }

  /// Reads a scheme, or a list of schemes.
  private static func schemes(
    of node: SourceObject, _ apps: [Build], _ imported: inout ImportedValues
  ) {
    for text in node["scheme"]?.itemsOrSelf.compactMap(\.text.nonEmpty) ?? [] {
      for build in apps {
        let values = values(text, build.script)
        let own = values.filter { $0.hint?.name == build.hint?.name }
        for (scheme, _) in own.isEmpty ? values : own {
          if !URLSchemeOrigin.isGoogle(scheme.value) {
            URLSchemeOrigin.read(
              scheme.value, of: build.app, at: scheme.location, in: build.context, into: &imported)
          } else if !build.app.isAndroid {
            imported.add(
              .googleOnIOS(build.app), GoogleSignInKey.IOS.urlSchemes, from: scheme,
              in: build.context)
          }
        }
      }
    }
  }

  // MARK: platforms

  private static func readIOS(
    _ build: Build, _ config: SourceObject, _ imported: inout ImportedValues
  ) {
    guard let ios = config["ios"] else { return }
    let (app, context) = (build.app, build.context)
    let entitlements = EntitlementsReading(app: app, context: context)
    if let domains = ios["associatedDomains"] { entitlements.domains(domains, into: &imported) }
    if let node = ios["entitlements"] { entitlements.read(node, into: &imported) }
    if let node = ios["infoPlist"] {
      InfoPlistReading(app: app, context: context).read(node, into: &imported)
    }
    imported.add(
      .app(app), AppKey.teamID, from: ios["appleTeamId"]?.text.nonEmpty, in: context)
    if let signIn = ios["usesAppleSignIn"], signIn.text.value == "true" {
      imported.add(
        .apple, AppleSignInKey.platforms, is: .text("ios"), at: signIn.location, in: context)
      imported.add(
        .apple, AppleSignInKey.bundleApps, is: .app(app), at: signIn.location, in: context)
    }
    schemes(of: ios, [build], &imported)
    // The reversed client ID of the Google Sign-In plug-in.
    for options in config.items("plugins").flatMap(\.items) {
      guard let scheme = options["iosUrlScheme"]?.text, URLSchemeOrigin.isGoogle(scheme.value)
      else { continue }
      imported.add(
        .googleOnIOS(app), GoogleSignInKey.IOS.urlSchemes, from: scheme, in: context)
    }
  }

  private static func readAndroid(
    _ build: Build, _ config: SourceObject, _ imported: inout ImportedValues
  ) {
    guard let android = config["android"] else { return }
    schemes(of: android, [build], &imported)
    for filter in android.items("intentFilters") {
      self.filter(filter).read(build.app, in: build.context, into: &imported)
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
