import PolicyText

/// XcodeGen's `project.yml`, or a file that it includes.
package enum XcodeGenFormat: ImportFormat {
  package static let name = "xcodegen"
  package static let summary = "XcodeGen project.yml"
  package static let usualNames = ["project.yml", "project.yaml", "target.yml"]

  package static func recognize(_ source: ImportSource) -> ImportRecognition {
    guard source.mentions("targets:"), source.firstByte != UInt8(ascii: "{"),
      source.firstByte != UInt8(ascii: "<"), let targets = source.yaml.tree.rootObject?["targets"],
      targets.isMapping
    else { return .no }
    let keys = ["type", "platform", "sources", "entitlements", "settings", "templates"]
    return targets.members.contains { keys.contains(where: $0.has) }
      ? .yes : .nearly(missing: "targets.NAME.type")
  }

  package static func read(_ source: ImportSource, into imported: inout ImportedValues) {
    // Targets of included files are read when those files are imported.
    guard let targets = imported.root(of: source.yaml)?["targets"] else { return }
    let reading = XcodeGenReading(source)
    for (key, target) in targets.entries {
      reading.read(target, key.text.value, into: &imported)
    }
  }
}

/// A project with the files that it includes.
private struct XcodeGenReading {
  private let source: ImportSource
  /// The project and its included files, which come first.
  private var files: [(source: ImportSource, root: SourceObject?)] = []

  init(_ source: ImportSource) {
    self.source = source
    var open: Set<FileID> = []
    include(source, &open)
  }

  private mutating func include(_ source: ImportSource, _ open: inout Set<FileID>) {
    guard files.count < 50, open.count < 10, open.insert(source.id).inserted else { return }
    defer { open.remove(source.id) }
    let root = source.yaml.tree.rootObject
    for item in root?["include"]?.itemsOrSelf ?? [] {
      let path = item.isMapping ? item["path"] : item
      if let path, let other = source.neighbor(path.text.value.string) { include(other, &open) }
    }
    files.append((source, root))
  }

  /// The value of a key in the last file that has it.
  private func last<Value>(_ value: (SourceObject) -> Value?) -> Value? {
    for case let root? in files.reversed().map(\.root) {
      if let found = value(root) { return found }
    }
    return nil
  }

  func read(
    _ target: SourceObject, _ name: ExactString, into imported: inout ImportedValues
  ) {
    let product: XcodeBuild.Product
    switch target["type"]?.text.value {
    case let type? where type.hasPrefix("application"): product = .app
    case let type? where type.hasSuffix("extension"): product = .extension
    case nil: product = .app
    default: return
    }
    for name in target.items("dependencies").compactMap({ $0["product"]?.text })
    where name.value == "FirebaseDynamicLinks" {
      imported.leaveOutDynamicLinks(name)
    }
    let names = last { root in root["configs"]?.entries.map(\.key.text.value).nonEmpty }
    let configurations = (names ?? ["Debug", "Release"]).map { settings(target, name, $0) }
    let directory = source.pathParts.dropLast().map { $0.string + "/" }.joined()
    let build = XcodeBuild(
      target: name, product: product, configurations: configurations, archived: nil,
      directory: directory, file: { [source] in source.neighbor($0) })
    build.read(into: &imported)
    if product == .app { properties(target, build, into: &imported) }
  }

  /// Reads entitlements and Info.plist keys in the project, once for configurations with equal values.
  private func properties(
    _ target: SourceObject, _ build: XcodeBuild, into imported: inout ImportedValues
  ) {
    let entitlements = target["entitlements"]?["properties"]
    let domains = entitlements?.items("com.apple.developer.associated-domains") ?? []
    var groups: [(app: AppReference, texts: [ExactString], members: [XcodeSettings])] = []
    for settings in build.configurations {
      guard let id = settings.value("PRODUCT_BUNDLE_IDENTIFIER") else { continue }
      let app = AppReference.apple(bundleID: id)
      let texts = domains.map { settings.expand($0.text.value) }
      if let index = groups.firstIndex(where: { $0.app == app && $0.texts == texts }) {
        groups[index].members.append(settings)
      } else {
        groups.append((app, texts, [settings]))
      }
    }
    var stated: Set<AppReference> = []
    for (app, _, members) in groups {
      let prod = members.first { build.context($0).hints.first?.environment == .prod }
      guard let settings = prod ?? members.first else { continue }
      let context = groups.count > 1 ? build.context(settings) : nil
      if let entitlements {
        EntitlementsReading(app: app, context: context, expand: settings.expand)
          .read(entitlements, into: &imported)
      }
      if let info = target["info"]?["properties"], stated.insert(app).inserted {
        InfoPlistReading(app: app, context: context).read(info, into: &imported)
      }
    }
  }

  // MARK: settings

  private func settings(
    _ target: SourceObject, _ name: ExactString, _ configuration: ExactString
  ) -> XcodeSettings {
    var layers = self.layers(of: target, configuration, source)
    for (source, root) in files.reversed() {
      if let root { layers += self.layers(of: root, configuration, source) }
    }
    // XcodeGen's default.
    if let prefix = last({ $0["options"]?["bundleIdPrefix"]?.text }) {
      let id = ExactString("\(prefix.value.string).\(Self.identifier(name).string)")
      layers.append(["PRODUCT_BUNDLE_IDENTIFIER": [XcodeSetting(value: prefix.replaced(by: id))]])
    }
    return XcodeSettings(
      layers: layers,
      builtIn: [
        "TARGET_NAME": name, "PRODUCT_NAME": name, "CONFIGURATION": configuration, "SRCROOT": ".",
      ], definitions: source.options.definitions, configuration: configuration)
  }

  private static func identifier(_ name: ExactString) -> ExactString {
    ExactString(
      decoding: name.utf8.map { byte in
        byte.isAlphanumeric || byte == 0x2D || byte == 0x2E ? byte : UInt8(ascii: "-")
      })
  }

  /// The settings of a target or a file, and those of its `.xcconfig` file.
  private func layers(
    of object: SourceObject, _ configuration: ExactString, _ source: ImportSource
  ) -> [XcodeSettings.Layer] {
    let own = object["settings"].map { layer($0, configuration) }
    let path = object["configFiles"]?[configuration.string]?.text.value.string
    let config = path.flatMap(source.neighbor).map { XcodeSettings.layer(of: $0) }
    return [own, config].compactMap { $0 }
  }

  /// Reads plain settings, or `base`, `configs` and `groups`.
  private func layer(
    _ object: SourceObject, _ configuration: ExactString, depth: Int = 0
  ) -> XcodeSettings.Layer {
    guard ["base", "configs", "groups"].contains(where: object.has) else { return plain(object) }
    var layer: XcodeSettings.Layer = [:]
    for group in depth < 5 ? object.items("groups") : [] {
      for found in files.compactMap({ $0.root?["settingGroups"]?[group.text.value.string] }) {
        layer.merge(self.layer(found, configuration, depth: depth + 1)) { $0 + $1 }
      }
    }
    if let base = object["base"] { layer.merge(plain(base)) { $0 + $1 } }
    // A key matches part of a configuration's name, ignoring case.
    let name = Array(ASCII.lowercased(configuration).utf8)
    for (key, value) in object["configs"]?.entries ?? [] {
      let part = Array(ASCII.lowercased(key.text.value).utf8)
      guard name.firstRange(of: part, in: 0..<name.count) != nil else { continue }
      layer.merge(plain(value)) { $0 + $1 }
    }
    return layer
  }

  private func plain(_ object: SourceObject) -> XcodeSettings.Layer {
    var layer: XcodeSettings.Layer = [:]
    for (key, value) in object.entries where value.isScalar {
      layer[key.text.value, default: []].append(XcodeSetting(value: value.text))
    }
    return layer
  }
}

extension Array {
  /// Nil if the list is empty.
  fileprivate var nonEmpty: Self? { isEmpty ? nil : self }
}
