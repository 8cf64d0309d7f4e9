import TextSupport

/// All targets; one line each.
package enum GeneratorRegistry {
  /// In the order of the contract.
  package static let targets: [any GeneratorTarget.Type] = [
    AppleAssociationTarget.self,
    AssetLinksTarget.self,
    SwiftTarget.self,
    JSONTarget.self,
  ]

  /// The names, in the order of the registry.
  package static var names: [String] { targets.map { $0.name } }

  /// The files of the named targets, sorted by path; each path stands once.
  ///
  /// - Parameter names: the targets; nil means all of them.
  package static func files(
    for input: GeneratorInput, targets names: [String]? = nil
  ) throws(GeneratorError) -> [GeneratedFile] {
    var files: [GeneratedFile] = []
    for target in targets where names?.contains(target.name) ?? true {
      files += try target.init().files(for: input)
    }
    files.sort { ExactString($0.path) < ExactString($1.path) }
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
    return files
  }
}
