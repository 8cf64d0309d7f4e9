import AssociationFiles
import PolicyDecision
import PolicyDiagnostics
import PolicyText

/// `assetlinks.json` of every host.
package struct AssetLinksTarget: GeneratorTarget {
  package static let name = "assetlinks"
  package static let summary = "<env>/hosts/<host>/.well-known/assetlinks.json"
  /// Android refuses larger files.
  static let maximumBytes = 1_048_576
  package init() {}

  package func files(for input: GeneratorInput) throws(GeneratorError) -> [GeneratedFile] {
    var files: [GeneratedFile] = []
    for host in input.hosts.hosts where input.environments.contains(host.environment) {
      guard let file = host.android else { continue }
      let text = file.json.text(.pretty) + "\n"
      guard text.utf8.count <= Self.maximumBytes else {
        throw GeneratorError(
          "the file of \(UTF8Text.quoted(host.host.string)) has \(text.utf8.count) bytes, Android refuses files above \(Self.maximumBytes)",
          target: Self.name, at: host.anchors.first)
      }
      try HostSelfCheck(host: host).checkAndroid(file)
      files.append(
        GeneratedFile(
          path: try HostPath.wellKnown(host) + "assetlinks.json", target: Self.name,
          environment: host.environment, text: text))
    }
    return files
  }
}
