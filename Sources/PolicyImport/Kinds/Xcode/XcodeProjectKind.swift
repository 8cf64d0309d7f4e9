import PolicyDiagnostics
import PolicyModel
import PolicySourceTree
import PolicyText

/// `project.pbxproj`: which app each target makes, and which files are built into it.
package enum XcodeProjectKind: ImportKind {
  package static let name = "pbxproj"
  package static let summary = "project.pbxproj of Xcode, with the settings files that it names"
  package static let usualNames = ["project.pbxproj"]

  package static func recognize(_ source: ImportSource) -> ImportRecognition {
    guard source.mentions("archiveVersion"), source.mentions("objects"),
      source.firstByte == UInt8(ascii: "/") || source.firstByte == UInt8(ascii: "{"),
      let root = source.openStep.tree.root
    else { return .no }
    let tree = source.openStep.tree
    guard tree.value(of: "archiveVersion", in: root) != nil else { return .no }
    return tree.value(of: "objects", in: root) == nil ? .nearly(missing: "objects") : .yes
  }

  package static func read(_ source: ImportSource, into facts: inout ImportFacts) {
    guard let tree = facts.usable(source.openStep), let project = XcodeProject(source, tree),
      let root = project.project
    else { return }
    let shared = project.configurations(of: root)
    let builds = project.objects("targets", of: root).compactMap { target -> XcodeBuild? in
      guard let product = product(of: target, project) else { return nil }
      let name = project.text("name", of: target) ?? ""
      let configurations = project.configurations(of: target).map { configuration in
        settings(configuration, shared, name, project)
      }
      return XcodeBuild(
        target: name, product: product, configurations: configurations,
        archived: archived(name, project), directory: project.directory, file: project.file,
        location: tree.location(target))
    }
    let sharing = XcodeBuild.shared(builds)
    for build in builds { build.read(sharing: sharing, into: &facts) }
  }

  private static func product(of target: NodeID, _ project: XcodeProject) -> XcodeBuild.Product? {
    guard let type = project.text("productType", of: target) else { return nil }
    if type.hasPrefix("com.apple.product-type.application") { return .app }
    return type.hasSuffix("-extension") || type.hasPrefix("com.apple.product-type.app-extension")
      ? .extension : nil
  }

  private static func settings(
    _ configuration: NodeID, _ shared: [NodeID], _ target: ExactString, _ project: XcodeProject
  ) -> XcodeSettings {
    let name = project.text("name", of: configuration) ?? ""
    var layers = [project.layer(configuration), project.baseLayer(configuration)]
    if let base = shared.first(where: { project.text("name", of: $0) == name }) {
      layers += [project.layer(base), project.baseLayer(base)]
    }
    var settings = XcodeSettings(
      layers: layers,
      builtIn: [
        "TARGET_NAME": target, "TARGETNAME": target, "CONFIGURATION": name, "SRCROOT": ".",
        "SOURCE_ROOT": ".", "PROJECT_DIR": ".", "PROJECT_NAME": project.name ?? "",
        "PRODUCT_NAME": target,
      ], configuration: name)
    if let sdk = settings.value("SDKROOT"), XcodeBuild.platforms[sdk] != nil { settings.sdk = sdk }
    return settings
  }

  /// The configuration that the shared scheme of a target archives.
  private static func archived(_ target: ExactString, _ project: XcodeProject) -> ExactString? {
    for name in [target, project.name].compactMap({ $0 }) {
      let path = "xcshareddata/xcschemes/\(name.string).xcscheme"
      guard let scheme = project.source.neighbour(path)?.xml.tree, let root = scheme.root,
        let action = scheme.children(root, named: "ArchiveAction").first,
        let configuration = scheme.attribute("buildConfiguration", of: action)
      else { continue }
      return configuration.text
    }
    return nil
  }
}
