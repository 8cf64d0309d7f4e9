import AssociationFiles
import PolicyDecision
import PolicyDiagnostics
import PolicyText

/// `apple-app-site-association` of every host.
package struct AppleAssociationTarget: GeneratorTarget {
  package static let name = "aasa"
  package static let summary = "<env>/hosts/<host>/.well-known/apple-app-site-association"
  /// Devices refuse larger files; uncompressed.
  static let maximumBytes = 131_072
  package init() {}

  package func files(for input: GeneratorInput) throws(GeneratorError) -> [GeneratedFile] {
    var files: [GeneratedFile] = []
    for host in input.hosts.hosts where input.environments.contains(host.environment) {
      guard let file = host.apple else { continue }
      let text = file.json.text(.pretty) + "\n"
      guard text.utf8.count <= Self.maximumBytes else {
        throw GeneratorError(
          "the file of \(UTF8Text.quoted(host.host.string)) has \(text.utf8.count) bytes, iOS refuses files above \(Self.maximumBytes)",
          target: Self.name, at: host.anchors.first)
      }
      try HostSelfCheck(host: host).checkApple(file)
      files.append(
        GeneratedFile(
          path: try HostPath.wellKnown(host) + "apple-app-site-association", target: Self.name,
          environment: host.environment, text: text))
    }
    return files
  }
}

/// Where the files of a host go.
enum HostPath {
  /// `<env>/hosts/<host>/.well-known/`.
  static func wellKnown(_ host: CompiledHost) throws(GeneratorError) -> String {
    let name = try OutputPath.host(host.host, at: host.anchors.first)
    return "\(host.environment.rawValue)/hosts/\(name)/.well-known/"
  }
}
