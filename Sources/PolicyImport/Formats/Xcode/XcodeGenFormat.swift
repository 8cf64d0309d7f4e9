import PolicyText

/// XcodeGen's `project.yml`, or a file that it includes.
package enum XcodeGenFormat: ImportFormat {
  package static let name = "xcodegen"
  package static let summary = "XcodeGen project.yml"
  package static let usualNames = ["project.yml", "project.yaml", "target.yml"]

  package static func recognize(_ source: ImportSource) -> ImportRecognition {
    guard source.mentions("targets:"), source.firstByte != UInt8(ascii: "{"),
      source.firstByte != UInt8(ascii: "<"), let root = source.yaml.tree.root,
      source.yaml.tree.kind(root) == .mapping
    else { return .no }
    let tree = source.yaml.tree
    guard let targets = tree.value(of: "targets", in: root), tree.kind(targets) == .mapping else {
      return .no
    }
    let keys = ["type", "platform", "sources", "entitlements", "settings", "templates"]
    return tree.entries(targets).contains { entry in
      keys.contains { tree.value(of: $0, in: entry.value) != nil }
    } ? .yes : .nearly(missing: "targets.NAME.type")
  }

  package static func read(_ source: ImportSource, into imported: inout ImportedValues) {
    guard imported.usable(source.yaml) != nil else { return }
    var reading = XcodeGenReading(source)
    reading.read(into: &imported)
  }
}

/// A project with the files that it includes.
private struct XcodeGenReading {
  private let source: ImportSource
  /// The project and its included files, which come first.
  private var files: [ImportSource] = []

  init(_ source: ImportSource) {
    self.source = source
    var open: Set<FileID> = []
    include(source, &open)
  }

  private mutating func include(_ source: ImportSource, _ open: inout Set<FileID>) {
    guard files.count < 50, open.count < 10, open.insert(source.id).inserted else { return }
    defer { open.remove(source.id) }
    let tree = source.yaml.tree
    if let root = tree.root, let list = tree.value(of: "include", in: root) {
      for item in tree.kind(list) == .sequence ? Array(tree.items(list)) : [list] {
        let path = tree.kind(item) == .mapping ? tree.value(of: "path", in: item) : item
        if let path, let other = source.neighbor(tree.text(path).string) {
          include(other, &open)
        }
      }
    }
    files.append(source)
  }

  mutating func read(into imported: inout ImportedValues) {
    let tree = source.yaml.tree
    // Targets of included files are read when those files are imported.
    guard let root = tree.root, let targets = tree.value(of: "targets", in: root) else { return }
    for (key, target) in tree.entries(targets) {
      read(target, tree.text(key), tree, into: &imported)
    }
  }

  private func read(
    _ target: NodeID, _ name: ExactString, _ tree: SourceTree, into imported: inout ImportedValues
  ) {
    let type = tree.value(of: "type", in: target).map { tree.text($0) }
    let product: XcodeBuild.Product
    switch type {
    case let type? where type.hasPrefix("application"): product = .app
    case let type? where type.hasSuffix("extension"): product = .extension
    case nil: product = .app
    default: return
    }
    for dependency in tree.value(of: "dependencies", in: target).map({ Array(tree.items($0)) })
      ?? []
    {
      guard let name = tree.value(of: "product", in: dependency),
        tree.text(name) == "FirebaseDynamicLinks"
      else { continue }
      imported.leaveOutDynamicLinks(tree.text(name), at: tree.location(name))
    }
    let configurations = configurationNames.map { settings(target, name, tree, $0) }
    let build = XcodeBuild(
      target: name, product: product, configurations: configurations, archived: nil,
      directory: directory, file: { [source] in source.neighbor($0) },
      location: tree.location(target))
    build.read(into: &imported)
    guard product == .app else { return }
    properties(target, tree, build, into: &imported)
  }

  private var directory: String {
    source.path.utf8.split(separator: UInt8(ascii: "/")).dropLast()
      .map { String(decoding: $0, as: UTF8.self) + "/" }.joined()
  }

  private var configurationNames: [ExactString] {
    for file in files.reversed() {
      let tree = file.yaml.tree
      guard let root = tree.root, let configs = tree.value(of: "configs", in: root) else {
        continue
      }
      let names = tree.entries(configs).map { tree.text($0.key) }
      if !names.isEmpty { return names }
    }
    return ["Debug", "Release"]
  }

  /// Reads entitlements and Info.plist keys in the project, once for configurations with equal values.
  private func properties(
    _ target: NodeID, _ tree: SourceTree, _ build: XcodeBuild, into imported: inout ImportedValues
  ) {
    func table(_ key: String) -> NodeID? {
      tree.value(of: key, in: target).flatMap { tree.value(of: "properties", in: $0) }
    }
    var groups: [(app: AppReference, texts: [ExactString], members: [XcodeSettings])] = []
    for settings in build.configurations {
      guard let id = settings.value("PRODUCT_BUNDLE_IDENTIFIER") else { continue }
      let app = AppReference.apple(bundleID: id)
      let texts = table("entitlements").map { self.texts($0, tree).map(settings.expand) } ?? []
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
      if let node = table("entitlements") {
        EntitlementsReading(tree, app: app, in: context, expand: settings.expand)
          .read(node, into: &imported)
      }
      if let node = table("info"), stated.insert(app).inserted {
        InfoPlistReading(tree, app: app, in: context).read(node, into: &imported)
      }
    }
  }

  private func texts(_ node: NodeID, _ tree: SourceTree) -> [ExactString] {
    guard let list = tree.value(of: "com.apple.developer.associated-domains", in: node) else {
      return []
    }
    return tree.items(list).map { tree.text($0) }
  }

  // MARK: settings

  private func settings(
    _ target: NodeID, _ name: ExactString, _ tree: SourceTree, _ configuration: ExactString
  ) -> XcodeSettings {
    var layers: [XcodeSettings.Layer] = []
    if let node = tree.value(of: "settings", in: target) {
      layers.append(layer(node, tree, configuration))
    }
    layers += configFile(of: target, tree, configuration, source)
    for file in files.reversed() {
      let tree = file.yaml.tree
      guard let root = tree.root else { continue }
      if let node = tree.value(of: "settings", in: root) {
        layers.append(layer(node, tree, configuration))
      }
      layers += configFile(of: root, tree, configuration, file)
    }
    let identifier = Self.identifier(name)
    var settings = XcodeSettings(
      layers: layers,
      builtIn: [
        "TARGET_NAME": name, "PRODUCT_NAME": name, "CONFIGURATION": configuration, "SRCROOT": ".",
      ], definitions: source.options.definitions, configuration: configuration)
    // XcodeGen's default.
    if let prefix {
      settings.layers.append([
        "PRODUCT_BUNDLE_IDENTIFIER": [
          XcodeSetting(
            text: ExactString("\(prefix.text.string).\(identifier.string)"),
            location: prefix.location)
        ]
      ])
    }
    return settings
  }

  private static func identifier(_ name: ExactString) -> ExactString {
    ExactString(
      decoding: name.utf8.map { byte in
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E: byte
        default: UInt8(ascii: "-")
        }
      })
  }

  private var prefix: (text: ExactString, location: SourceLocation)? {
    for file in files.reversed() {
      let tree = file.yaml.tree
      if let root = tree.root, let options = tree.value(of: "options", in: root),
        let node = tree.value(of: "bundleIdPrefix", in: options)
      {
        return (tree.text(node), tree.location(node))
      }
    }
    return nil
  }

  /// Reads plain settings, or `base`, `configs` and `groups`.
  private func layer(
    _ node: NodeID, _ tree: SourceTree, _ configuration: ExactString, depth: Int = 0
  ) -> XcodeSettings.Layer {
    let sections = ["base", "configs", "groups"].compactMap { tree.value(of: $0, in: node) }
    guard !sections.isEmpty else { return plain(node, tree) }
    var layer: XcodeSettings.Layer = [:]
    if let groups = tree.value(of: "groups", in: node), depth < 5 {
      for group in tree.items(groups) {
        for file in files {
          let other = file.yaml.tree
          guard let root = other.root, let all = other.value(of: "settingGroups", in: root),
            let found = other.value(of: tree.text(group).string, in: all)
          else { continue }
          layer.merge(self.layer(found, other, configuration, depth: depth + 1)) { $0 + $1 }
        }
      }
    }
    if let base = tree.value(of: "base", in: node) {
      layer.merge(plain(base, tree)) { $0 + $1 }
    }
    if let configs = tree.value(of: "configs", in: node) {
      // A key matches part of a configuration's name, ignoring case.
      let name = Array(ASCII.lowercased(configuration).utf8)
      for (key, value) in tree.entries(configs) {
        let part = Array(ASCII.lowercased(tree.text(key)).utf8)
        guard name.firstRange(of: part, in: 0..<name.count) != nil else { continue }
        layer.merge(plain(value, tree)) { $0 + $1 }
      }
    }
    return layer
  }

  private func plain(_ node: NodeID, _ tree: SourceTree) -> XcodeSettings.Layer {
    var layer: XcodeSettings.Layer = [:]
    for (key, value) in tree.entries(node) where tree.kind(value) == .scalar {
      layer[tree.text(key), default: []].append(
        XcodeSetting(text: tree.text(value), location: tree.location(value)))
    }
    return layer
  }

  private func configFile(
    of node: NodeID, _ tree: SourceTree, _ configuration: ExactString, _ file: ImportSource
  ) -> [XcodeSettings.Layer] {
    guard let list = tree.value(of: "configFiles", in: node),
      let path = tree.value(of: configuration.string, in: list),
      let config = file.neighbor(tree.text(path).string)
    else { return [] }
    return [XcodeSettings.layer(of: config)]
  }
}
