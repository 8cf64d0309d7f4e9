import AssociationFiles
import PolicyDecision
import PolicyText

/// An association file: the same steps for every platform.
struct AssociationFileKind {
  /// Name of the target.
  let target: String
  /// Below `.well-known`.
  let fileName: String
  /// Who refuses larger files.
  let platform: String
  /// The largest size, uncompressed.
  let maximumBytes: Int
  /// The content for a host, nil where it needs no such file.
  let json: (CompiledHost) -> JSONValue?
  /// What the file must answer.
  let check: (HostSelfCheck) throws(GeneratorError) -> Void

  /// `<env>/hosts/<host>/.well-known/<name>` for the hosts of the environments asked for.
  func files(for input: GeneratorInput) throws(GeneratorError) -> [GeneratedFile] {
    var files: [GeneratedFile] = []
    for host in input.hosts.hosts where input.environments.contains(host.environment) {
      guard let json = json(host) else { continue }
      let text = json.text(.pretty) + "\n"
      guard text.utf8.count <= maximumBytes else {
        throw GeneratorError(
          "the file of \(UTF8Text.quoted(host.host.string)) has \(text.utf8.count) bytes, \(platform) refuses files above \(maximumBytes)",
          target: target, at: host.anchors.first)
      }
      try check(HostSelfCheck(host: host))
      let folder = try OutputPath.host(host.host, at: host.anchors.first)
      files.append(
        GeneratedFile(
          path: "\(host.environment.rawValue)/hosts/\(folder)/.well-known/\(fileName)",
          target: target, environment: host.environment, text: text))
    }
    return files
  }
}
