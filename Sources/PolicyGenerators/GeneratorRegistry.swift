import PolicyText

/// All targets; one line each.
package enum GeneratorRegistry {
  /// In the order of the contract.
  package static let targets: [any GeneratorTarget.Type] = [
    AppleAssociationTarget.self,
    AssetLinksTarget.self,
    SwiftTarget.self,
    KotlinTarget.self,
    JavaTarget.self,
    TypeScriptTarget.self,
    PythonTarget.self,
    GoTarget.self,
    CppTarget.self,
    ObjectiveCTarget.self,
    ConformanceTarget.self,
    EntitlementsTarget.self,
    InfoPlistTarget.self,
    AndroidManifestTarget.self,
    FirebaseTarget.self,
    TerraformTarget.self,
    NginxTarget.self,
    ApacheTarget.self,
    CaddyTarget.self,
    NetlifyTarget.self,
    VercelTarget.self,
    FirebaseHostingTarget.self,
    CloudflareTarget.self,
    JSONTarget.self,
    ReportTarget.self,
    ChecklistTarget.self,
    KeycloakTarget.self,
    Auth0Target.self,
    HydraTarget.self,
    DexTarget.self,
    OktaTarget.self,
    CognitoTarget.self,
    ClientMetadataTarget.self,
    SQLTarget.self,
  ]

  /// The names, in the order of the registry.
  package static var names: [String] { targets.map { $0.name } }

  /// The names of those that are written unless others are asked for.
  package static var defaultNames: [String] {
    targets.filter { $0.isDefault }.map { $0.name }
  }

  /// The files of the named targets, sorted by path; each path stands once.
  ///
  /// - Parameter names: the targets; nil means those that need not be asked for.
  package static func files(
    for input: GeneratorInput, targets names: [String]? = nil
  ) throws(GeneratorError) -> [GeneratedFile] {
    var files: [GeneratedFile] = []
    try forEachFile(for: input, targets: names) { files.append($0) }
    return files.sorted { ExactString($0.path) < ExactString($1.path) }
  }

  /// Hands over the files of the named targets, one target after the other, so that whoever stores them
  /// never holds all of them; each path stands once, which is known, and refused otherwise, at the end.
  package static func forEachFile(
    for input: GeneratorInput, targets names: [String]? = nil, _ take: (GeneratedFile) -> Void
  ) throws(GeneratorError) {
    let targets = targets.filter { names?.contains($0.name) ?? $0.isDefault }
    var input = input
    input.targets = targets.map { $0.name }
    var files: [(path: String, target: String)] = []
    for target in targets {
      do throws(GeneratorError) {
        func takeFile(_ file: GeneratedFile) {
          files.append((file.path, file.target))
          take(file)
        }
        try target.init().forEachFile(for: input, takeFile)
      } catch {
        // What several targets share does not know for which of them it was asked.
        var error = error
        if error.target.isEmpty { error.target = target.name }
        throw error
      }
    }
    try checkPaths(files.sorted { ExactString($0.path) < ExactString($1.path) })
  }

  private static func checkPaths(
    _ files: [(path: String, target: String)]
  ) throws(GeneratorError) {
    // Systems that ignore case would write one of two such files over the other.
    var seen: [ExactString: String] = [:]
    for file in files {
      let folded = ExactString(decoding: file.path.utf8.map { ASCII.lowercased($0) })
      if let other = seen.updateValue(file.path, forKey: folded) {
        throw GeneratorError(
          "two generated files must not differ by case only: \(UTF8Text.quoted(other)) and \(UTF8Text.quoted(file.path))",
          target: file.target)
      }
    }
    for file in files {
      let path = file.path.utf8.map { ASCII.lowercased($0) }
      for slash in path.indices where path[slash] == UInt8(ascii: "/") {
        if let other = seen[ExactString(decoding: path[..<slash])] {
          throw GeneratorError(
            "a generated file cannot stand where a folder must be: \(UTF8Text.quoted(other)) and \(UTF8Text.quoted(file.path))",
            target: file.target)
        }
      }
    }
  }
}
