import PolicyDecision
import PolicyText

/// `conformance/`: requests with the decisions that the generated code must make, and a program in each language that
/// compares them.
package struct ConformanceTarget: GeneratorTarget {
  package static let name = "conformance"
  package static let summary =
    "conformance/: vectors.json, and a program that runs it for each code target that is generated with it"
  package init() {}

  package func files(for input: GeneratorInput) throws(GeneratorError) -> [GeneratedFile] {
    var files = [
      GeneratedFile(
        path: "conformance/vectors.json", target: Self.name, bytes: VectorFile(input).bytes)
    ]
    for target in GeneratorRegistry.targets where target.hasConformance {
      guard input.targets.contains(target.name) else { continue }
      let folder = "conformance/\(target.name)"
      var own = input
      own.selection = input.options[target.name] ?? CodeOptions()
      let runtime = RuntimeFiles(target: target.name, input: own)
      for part in ["conformance"] + target.conformanceParts(for: own) {
        files += runtime.files(
          of: part, below: folder, replacing: target.conformanceReplacements(own.selection),
          owner: Self.name)
      }
      // Code with some of the clients knows nothing about the others.
      if own.selection.environments != nil || own.selection.clients != nil {
        files.append(
          GeneratedFile(
            path: "\(folder)/vectors.json", target: Self.name, bytes: VectorFile(own).bytes))
      }
    }
    return files
  }
}
