import LinkPolicy
import PolicyText

extension FuzzTarget {
  /// All targets of `generate`: none ends the program, text is UTF-8, JSON is JSON, and no path leaves the
  /// folder.
  static let generate = FuzzTarget("generate", maximumLength: 16_384) {
    try Seeds.files("Tests/Fixtures/policies", "example.yaml", "policy.yaml")
      + Seeds.files("Policies", ".yaml") + Seeds.files("Tests/Fixtures/structure", ".yaml")
  } run: { bytes in
    let source = SourceFile(name: "Policies/f.yaml", bytes: bytes)
    let project = Project([InputFile(source: source, kind: .policy, isExplicit: true)])
    // One at a time: which one depends on the input, so that a finding comes again.
    let names = Project.targetNames
    let name = names[bytes.reduce(0) { $0 + Int($1) } % names.count]
    guard let files = try? project.generatedFiles(targets: [name]) else { return }
    for file in files {
      let components = file.path.split(separator: "/", omittingEmptySubsequences: false)
      Finding.unless(
        !components.contains { ["", ".", ".."].contains($0) }, "the path \(file.path)")
      Finding.unless(
        DisplayText.firstInvalidByte(of: file.bytes) == nil, "\(file.path) is not UTF-8")
      guard file.path.hasSuffix(".json") || file.path.hasSuffix("association") else { continue }
      Finding.unless((try? JSONText.parse(file.bytes)) != nil, "\(file.path) is no JSON")
    }
  }
}
