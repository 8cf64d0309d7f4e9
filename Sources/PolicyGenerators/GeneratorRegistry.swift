import PolicyText

/// All targets.
package enum GeneratorRegistry {
  /// In the order of the documentation.
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

  package static var names: [String] { targets.map { $0.name } }

  /// The targets that are written by default.
  package static var defaultNames: [String] {
    targets.filter { $0.isDefault }.map { $0.name }
  }

  /// Returns the files of the named targets, sorted by path.
  ///
  /// - Parameter names: nil for the default targets.
  /// - Throws: `GeneratorError`, also if two files would have the same path on a file system that
  ///   ignores case.
  package static func files(
    for input: GeneratorInput, targets names: [String]? = nil
  ) throws(GeneratorError) -> [GeneratedFile] {
    let targets = targets.filter { names?.contains($0.name) ?? $0.isDefault }
    var input = input
    input.targets = targets.map { $0.name }
    var files: [GeneratedFile] = []
    for target in targets {
      do throws(GeneratorError) {
        files += try target.files(for: input)
      } catch {
        var error = error
        if error.target.isEmpty { error.target = target.name }
        throw error
      }
    }
    files.sort { ExactString($0.path) < ExactString($1.path) }
    try checkPaths(files)
    return files
  }

  private static func checkPaths(_ files: [GeneratedFile]) throws(GeneratorError) {
    var seen: [ExactString: String] = [:]
    for file in files {
      let folded = ASCII.lowercased(ExactString(file.path))
      if let other = seen.updateValue(file.path, forKey: folded) {
        throw GeneratorError(
          "paths of generated files must differ in more than case, found \(DisplayText.quoted(other)) and \(DisplayText.quoted(file.path))",
          target: file.target)
      }
    }
    for file in files {
      let path = file.path.utf8.map { ASCII.lowercased($0) }
      for slash in path.indices where path[slash] == UInt8(ascii: "/") {
        if let other = seen[ExactString(decoding: path[..<slash])] {
          throw GeneratorError(
            "\(DisplayText.quoted(other)) must be a folder for \(DisplayText.quoted(file.path)), but a target generates it as a file",
            target: file.target)
        }
      }
    }
  }
}
