import PolicyText
import ProjectTestSupport
import PolicyModel
import PolicyTestSupport

extension FuzzTarget {
  /// The YAML reader, the shape of policies and their decoding: every place lies within the file and its
  /// parent.
  static let yaml = FuzzTarget("yaml", maximumLength: 4_096) {
    try Seeds.policies()
  } run: { bytes in
    let source = SourceFile(name: "f.yaml", bytes: bytes)
    let document = PolicyDocument(YAMLReader.read(source, file: FileID(0)))
    _ = Policy(decoding: document.tree)
    let faults = TreeFaults.faults(document.tree, document.diagnostics)
    Finding.unless(faults.isEmpty, "\(faults)")
  }
}

extension Seeds {
  /// Policies, tests and configurations, sound and broken.
  static func policies() throws -> [[UInt8]] {
    try files("Tests/Fixtures", ".yaml", ".yml") + files("Policies", ".yaml")
  }
}
