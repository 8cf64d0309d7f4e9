import PolicyDecision
import PolicyText

/// The hosts of an environment that serve association files.
struct ServedHosts {
  /// A host; its name is safe as a folder and as a word in any configuration: letters, digits, dots, hyphens.
  struct Host {
    var name: String
    var servesApple: Bool
    var servesAndroid: Bool
  }

  let environment: Environment
  let hosts: [Host]

  /// nil if no host serves a file.
  init?(_ input: GeneratorInput, _ environment: Environment) throws(GeneratorError) {
    self.environment = environment
    var hosts: [Host] = []
    for host in input.hosts.hosts where host.environment == environment {
      guard host.apple != nil || host.android != nil else { continue }
      hosts.append(
        Host(
          name: try OutputPath.host(host.host, at: host.anchors.first),
          servesApple: host.apple != nil, servesAndroid: host.android != nil))
    }
    guard !hosts.isEmpty else { return nil }
    self.hosts = hosts
  }

  /// The paths that at least one host serves.
  var paths: [String] {
    (hosts.contains(where: \.servesApple) ? ["/.well-known/apple-app-site-association"] : [])
      + (hosts.contains(where: \.servesAndroid) ? ["/.well-known/assetlinks.json"] : [])
  }

  /// The files of a target that writes one per environment.
  static func files(
    _ input: GeneratorInput, target: String, name: String,
    _ text: (ServedHosts) throws(GeneratorError) -> String
  ) throws(GeneratorError) -> [GeneratedFile] {
    var files: [GeneratedFile] = []
    for environment in input.environments {
      guard let served = try ServedHosts(input, environment) else { continue }
      files.append(
        GeneratedFile(
          path: "\(environment.rawValue)/server/\(name)", target: target, environment: environment,
          text: try text(served)))
    }
    return files
  }
}
