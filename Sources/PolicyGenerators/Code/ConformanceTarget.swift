/// `conformance/`: requests with their expected decisions, and a program in each language that checks them.
package struct ConformanceTarget: GeneratorTarget {
  package static let name = "conformance"
  package static let summary =
    "conformance/: vectors.json, and a program that runs it for each code target that is generated with it"

  package static func files(for input: GeneratorInput) throws(GeneratorError) -> [GeneratedFile] {
    let vectors = GeneratedFile(path: "conformance/vectors.json", target: name) {
      VectorFile(input).bytes
    }
    let programs = GeneratorRegistry.targets.filter { input.targets.contains($0.name) }
      .flatMap { ($0 as? any RuntimeTarget.Type)?.conformanceFiles(for: input) ?? [] }
    return [vectors] + programs
  }
}
