import PolicyText

/// Xcode's `project.pbxproj`: the apps that targets build, and the files in them.
package enum XcodeProjectFormat: ImportFormat {
  package static let name = "pbxproj"
  package static let summary = "Xcode project.pbxproj, with its .xcconfig files"
  package static let usualNames = ["project.pbxproj"]

  package static func recognize(_ source: ImportSource) -> ImportRecognition {
    guard source.mentions("archiveVersion"), source.mentions("objects"),
      source.firstByte == UInt8(ascii: "/") || source.firstByte == UInt8(ascii: "{"),
      let root = source.openStep.tree.rootObject, root.has("archiveVersion")
    else { return .no }
    return root.has("objects") ? .yes : .nearly(missing: "objects")
  }

  package static func read(_ source: ImportSource, into imported: inout ImportedValues) {
    guard let file = imported.root(of: source.openStep), let project = XcodeProject(source, file)
    else { return }
    var layers = Layers(project)
    var builds: [XcodeBuild] = []
    for target in project.objects("targets", of: project.root) {
      guard let product = product(of: target, project) else { continue }
      for package in project.objects("packageProductDependencies", of: target)
      where project.text("productName", of: package) == "FirebaseDynamicLinks" {
        imported.leaveOutDynamicLinks(SourceString("FirebaseDynamicLinks", at: package.location))
      }
      let name = project.text("name", of: target) ?? ""
      builds.append(
        XcodeBuild(
          target: name, product: product,
          configurations: project.configurations(of: target).map {
            settings(layers.all(of: $0), $0, name, project)
          },
          archived: archived(name, project), directory: project.directory, file: project.file))
    }
    for index in builds.indices {
      for place in builds[index].configurations.indices {
        builds[index].configurations[place].declared = layers.names
      }
    }
    let sharing = XcodeBuild.shared(builds)
    for build in builds { build.read(sharing: sharing, into: &imported) }
  }

  /// The setting layers of all configurations.
  private struct Layers {
    private let project: XcodeProject
    /// The project's layers, by configuration.
    private var shared: [ExactString: [XcodeSettings.Layer]] = [:]
    private var files: [String: XcodeSettings.Layer] = [:]
    private(set) var names: Set<ExactString> = []

    init(_ project: XcodeProject) {
      self.project = project
      for configuration in project.configurations(of: project.root) {
        shared[project.text("name", of: configuration) ?? ""] = own(configuration)
      }
    }

    /// A target's layers in a configuration, including inherited ones.
    mutating func all(of configuration: SourceObject) -> [XcodeSettings.Layer] {
      own(configuration) + (shared[project.text("name", of: configuration) ?? ""] ?? [])
    }

    private mutating func own(_ configuration: SourceObject) -> [XcodeSettings.Layer] {
      var layers = [project.layer(configuration)]
      if let path = project.basePath(configuration) {
        if files[path] == nil {
          files[path] = project.file(path).map { XcodeSettings.layer(of: $0) } ?? [:]
        }
        layers.append(files[path] ?? [:])
      }
      for layer in layers { names.formUnion(layer.keys) }
      return layers
    }
  }

  private static func product(
    of target: SourceObject, _ project: XcodeProject
  ) -> XcodeBuild.Product? {
    guard let type = project.text("productType", of: target) else { return nil }
    let isContainer = type.hasSuffix(".watchapp2-container")
    if type.hasPrefix("com.apple.product-type.application"), !isContainer { return .app }
    return type.hasSuffix("-extension") || type.hasPrefix("com.apple.product-type.app-extension")
      ? .extension : nil
  }

  private static func settings(
    _ layers: [XcodeSettings.Layer], _ configuration: SourceObject, _ target: ExactString,
    _ project: XcodeProject
  ) -> XcodeSettings {
    let name = project.text("name", of: configuration) ?? ""
    var settings = XcodeSettings(
      layers: layers,
      builtIn: [
        "TARGET_NAME": target, "TARGETNAME": target, "CONFIGURATION": name, "SRCROOT": ".",
        "SOURCE_ROOT": ".", "PROJECT_DIR": ".", "PROJECT_NAME": project.name ?? "",
        "PRODUCT_NAME": target,
      ], definitions: project.source.options.definitions, configuration: name)
    if let sdk = settings.value("SDKROOT"), XcodeBuild.platforms[sdk] != nil { settings.sdk = sdk }
    return settings
  }

  /// The configuration that a target's shared scheme archives.
  private static func archived(_ target: ExactString, _ project: XcodeProject) -> ExactString? {
    for name in [target, project.name].compactMap({ $0 }) {
      let path = "xcshareddata/xcschemes/\(name.string).xcscheme"
      guard let scheme = project.source.neighbor(path)?.xml.tree, let root = scheme.root,
        let action = root.children(named: "ArchiveAction").first,
        let configuration = action.attribute("buildConfiguration")
      else { continue }
      return configuration.text
    }
    return nil
  }
}
