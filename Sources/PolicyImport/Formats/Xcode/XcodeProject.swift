import PolicyText

/// The objects of a `project.pbxproj`, by their IDs.
struct XcodeProject {
  let source: ImportSource
  /// The project itself.
  let root: SourceObject
  private let objects: [ExactString: SourceObject]
  /// The parent group of a file or group.
  private var parents: [ExactString: ExactString] = [:]

  /// Indexes the objects of a file; nil if it has none.
  init?(_ source: ImportSource, _ file: SourceObject) {
    guard let entries = file["objects"]?.entries else { return nil }
    let objects = Dictionary(
      entries.filter(\.value.isMapping).map { ($0.key.text.value, $0.value) }
    ) { $1 }
    guard let id = file["rootObject"]?.text.value, let root = objects[id] else { return nil }
    self.source = source
    self.root = root
    self.objects = objects
    for (key, value) in entries {
      for child in value.items("children").map(\.text.value) where parents[child] == nil {
        parents[child] = key.text.value
      }
    }
  }

  /// The objects that a list refers to.
  func objects(_ key: String, of object: SourceObject) -> [SourceObject] {
    object.items(key).compactMap { objects[$0.text.value] }
  }

  func text(_ key: String, of object: SourceObject) -> ExactString? { object[key]?.text.value }

  /// The build configurations of the project or a target.
  func configurations(of object: SourceObject) -> [SourceObject] {
    text("buildConfigurationList", of: object).flatMap { objects[$0] }
      .map { objects("buildConfigurations", of: $0) } ?? []
  }

  /// The settings of a configuration in the project file.
  func layer(_ configuration: SourceObject) -> XcodeSettings.Layer {
    var layer: XcodeSettings.Layer = [:]
    for (key, value) in configuration["buildSettings"]?.entries ?? [] where value.isScalar {
      var name = key.text.value
      var condition: ExactString?
      if let open = name.utf8.firstIndex(of: UInt8(ascii: "[")) {
        let rest = name.utf8[open...].dropFirst()
        condition = ExactString(decoding: rest.last == UInt8(ascii: "]") ? rest.dropLast() : rest)
        name = ExactString(decoding: name.utf8[..<open])
      }
      layer[name, default: []].append(XcodeSetting(condition: condition, value: value.text))
    }
    return layer
  }

  /// The path of a configuration's `.xcconfig` file.
  func basePath(_ configuration: SourceObject) -> String? {
    if let id = text("baseConfigurationReference", of: configuration) { return path(of: id) }
    // Synchronized folders (Xcode 16 and later).
    guard let anchor = text("baseConfigurationReferenceAnchor", of: configuration),
      let relative = text("baseConfigurationReferenceRelativePath", of: configuration)
    else { return nil }
    return path(of: anchor).map { $0 + "/" + relative.string }
  }

  /// The file at a path in the project's folder.
  func file(_ path: String) -> ImportSource? { source.neighbor(isBundled ? "../" + path : path) }

  /// The project's folder, with a final `/`.
  var directory: String {
    source.pathParts.dropLast(isBundled ? 2 : 1).map { $0.string + "/" }.joined()
  }

  /// Whether the file is in `Name.xcodeproj`.
  private var isBundled: Bool { name != nil }

  /// The name of `Name.xcodeproj`.
  var name: ExactString? {
    guard let folder = source.pathParts.dropLast().last, folder.hasSuffix(".xcodeproj") else {
      return nil
    }
    return ExactString(decoding: folder.utf8.dropLast(".xcodeproj".utf8.count))
  }

  /// The path of a file or group from the project's folder; nil if it depends on Xcode.
  private func path(of id: ExactString) -> String? {
    var parts: [String] = []
    var current: ExactString? = id
    while let id = current, let node = objects[id] {
      // Groups can contain each other.
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
