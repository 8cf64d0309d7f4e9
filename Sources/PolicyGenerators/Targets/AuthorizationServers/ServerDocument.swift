import PolicyText

/// A file for an authorization server.
struct ServerDocument {
  var name: String
  var text: String

  init(_ name: String, _ text: String) {
    self.name = name
    self.text = text
  }

  /// JSON that people read.
  init(_ name: String, json: JSONValue) {
    self.init(name, json.text(.pretty) + "\n")
  }
}

extension GeneratorInput {
  /// The clients of an authorization server as its own tools import them:
  /// `<env>/authorization-server/<target>/`, with a page that says how, where the secrets come from, and
  /// what the server decides in another way than the policy.
  ///
  /// - Parameter documents: the files of an environment that has clients. It throws for what the server
  ///   would read as more, or as something else, than the policy says.
  func serverFiles(
    _ target: String, _ traits: ServerTraits,
    _ documents: ([ServerClient], GeneratedHeader) throws(GeneratorError) -> [ServerDocument]
  ) throws(GeneratorError) -> [GeneratedFile] {
    var files: [GeneratedFile] = []
    for environment in environments {
      let clients = try serverClients(in: environment)
      guard !clients.isEmpty else { continue }
      let guide = ServerGuide(
        traits: traits, clients: clients, environment: environment, header: header)
      let all = try documents(clients, header) + [ServerDocument("README.md", guide.text)]
      for document in all {
        files.append(
          GeneratedFile(
            path: "\(environment.rawValue)/authorization-server/\(target)/\(document.name)",
            target: target, environment: environment, text: document.text))
      }
    }
    return files
  }
}
