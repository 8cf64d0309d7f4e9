import PolicyText

/// The objects of a `project.pbxproj`, by their IDs.
struct XcodeProject {
  let source: ImportSource
  let tree: SourceTree
  private var objects: [ExactString: NodeID] = [:]
  /// The parent group of a file or group.
  private var parents: [ExactString: ExactString] = [:]

  /// Indexes the objects of a file; nil if it has none.
  init?(_ source: ImportSource, _ tree: SourceTree) {
    guard let root = tree.root, let table = tree.value(of: "objects", in: root) else { return nil }
    self.source = source
    self.tree = tree
    for (key, value) in tree.entries(table) where tree.kind(value) == .mapping {
      objects[tree.text(key)] = value
    }
    for (key, value) in tree.entries(table) {
      guard let children = tree.value(of: "children", in: value) else { continue }
      for child in tree.items(children) where parents[tree.text(child)] == nil {
        parents[tree.text(child)] = tree.text(key)
      }
    }
  }

  var project: NodeID? {
    guard let root = tree.root, let id = tree.value(of: "rootObject", in: root) else { return nil }
    return objects[tree.text(id)]
  }

  /// The object that a key refers to.
  func object(_ key: String, of node: NodeID) -> NodeID? {
    tree.value(of: key, in: node).flatMap { objects[tree.text($0)] }
  }

  /// The objects that a list refers to.
  func objects(_ key: String, of node: NodeID) -> [NodeID] {
    guard let list = tree.value(of: key, in: node) else { return [] }
    return tree.items(list).compactMap { objects[tree.text($0)] }
  }

  func text(_ key: String, of node: NodeID) -> ExactString? {
    tree.value(of: key, in: node).map { tree.text($0) }
  }

  /// The build configurations of the project or a target.
  func configurations(of node: NodeID) -> [NodeID] {
    object("buildConfigurationList", of: node).map { objects("buildConfigurations", of: $0) } ?? []
  }

  /// The settings of a configuration in the project file.
  func layer(_ configuration: NodeID) -> XcodeSettings.Layer {
    guard let settings = tree.value(of: "buildSettings", in: configuration) else { return [:] }
    var layer: XcodeSettings.Layer = [:]
    for (key, value) in tree.entries(settings) where tree.kind(value) == .scalar {
      var name = tree.text(key)
      var condition: ExactString?
      if let open = name.utf8.firstIndex(of: UInt8(ascii: "[")) {
        let rest = name.utf8[open...].dropFirst()
        condition = ExactString(decoding: rest.last == UInt8(ascii: "]") ? rest.dropLast() : rest)
        name = ExactString(decoding: name.utf8[..<open])
      }
      layer[name, default: []].append(
        XcodeSetting(
          condition: condition, text: tree.text(value), location: tree.location(value)))
    }
    return layer
  }

  /// The path of a configuration's `.xcconfig` file.
  func basePath(_ configuration: NodeID) -> String? {
    if let id = tree.value(of: "baseConfigurationReference", in: configuration) {
      return path(of: tree.text(id))
    }
    // Synchronized folders (Xcode 16 and later).
    if let anchor = tree.value(of: "baseConfigurationReferenceAnchor", in: configuration),
      let relative = text("baseConfigurationReferenceRelativePath", of: configuration)
    {
      return path(of: tree.text(anchor)).map { $0 + "/" + relative.string }
    }
    return nil
  }

  /// The file at a path in the project's folder.
  func file(_ path: String) -> ImportSource? { source.neighbor(isBundled ? "../" + path : path) }

  /// The project's folder, with a final `/`.
  var directory: String {
    let parts = source.path.utf8.split(separator: UInt8(ascii: "/")).dropLast(isBundled ? 2 : 1)
    return parts.map { String(decoding: $0, as: UTF8.self) + "/" }.joined()
  }

  /// Whether the file is in `Name.xcodeproj`.
  private var isBundled: Bool {
    let parts = source.path.utf8.split(separator: UInt8(ascii: "/"))
    return parts.count > 1 && ExactString(decoding: parts[parts.count - 2]).hasSuffix(".xcodeproj")
  }

  /// The name of `Name.xcodeproj`.
  var name: ExactString? {
    let parts = source.path.utf8.split(separator: UInt8(ascii: "/"))
    guard isBundled else { return nil }
    return ExactString(decoding: parts[parts.count - 2].dropLast(".xcodeproj".utf8.count))
  }

  /// The path of a file or group from the project's folder; nil if it depends on Xcode.
  private func path(of id: ExactString) -> String? {
    var parts: [String] = []
    var current: ExactString? = id
    while let id = current, let node = objects[id] {
      // Groups that contain each other.
      guard parts.count < 64 else { return nil }
      parts.append(text("path", of: node)?.string ?? "")
      switch text("sourceTree", of: node) {
      case "<group>", nil: current = parents[id]
      case "SOURCE_ROOT": current = nil
      default: return nil
      }
    }
    return parts.reversed().filter { !$0.isEmpty }.joined(separator: "/")
  }
}
