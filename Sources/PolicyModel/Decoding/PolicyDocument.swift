package import PolicyText

/// A file of the policy language, read, checked and decoded.
package final class PolicyDocument: Sendable {
  /// The type of a file, from its marker key.
  package enum Kind: Sendable {
    case policy
    case tests
    case configuration
    /// No marker key.
    case unmarked
  }

  /// The tree without the values of secrets.
  package let tree: SourceTree
  package let kind: Kind
  /// Empty unless the file is a policy.
  package let policy: Policy
  /// The tests of a policy or a test file.
  package let tests: [PolicyTest]
  /// The invariants of a policy or a test file.
  package let invariants: [Invariant]
  /// The policy that a test file tests; nil for all.
  package let testedPolicy: ExactString?
  /// Findings of the reader and the structure check.
  package let diagnostics: [Diagnostic]
  /// The locations of secrets, which must never be printed.
  package let secrets: [SourceLocation]
  /// Values that are `TODO`, in the order of the file.
  package let unknownValues: [UnknownValue]

  /// Checks and decodes a tree; never fails.
  package init(_ result: ReadResult) {
    kind = Self.kind(of: result.tree)
    let checked = CheckedTree(result, Self.shape(of: kind))
    tree = checked.tree
    diagnostics = checked.diagnostics
    secrets = checked.secrets
    unknownValues = checked.unknownValues
    let fields = Fields<TestFileKey>(tree, tree.root)
    tests = fields.mappings(.tests, PolicyTest.init)
    invariants = fields.mappings(.invariants, Invariant.init)
    testedPolicy = kind == .tests ? fields.text(.policy)?.value : nil
    policy = Policy(decoding: tree, kind == .policy ? tree.root : nil)
  }

  /// The schema of a file; nil for files without a marker.
  package static func shape(of kind: Kind) -> MappingShape? {
    switch kind {
    case .policy: .policy
    case .tests: .tests
    case .configuration: .configuration
    case .unmarked: nil
    }
  }

  /// The file.
  package var source: SourceFile { tree.source }

  /// The names and nodes of tests and invariants, in separate lists.
  package var checks: [[(name: LocatedText?, node: NodeID)]] {
    [tests.map { ($0.name, $0.node) }, invariants.map { ($0.name, $0.node) }]
  }

  /// The name; empty if it is missing.
  package var name: ExactString { policy.name?.value ?? "" }

  /// True for a file that seems to have a marker, but doesn't.
  package var looksMarked: Bool {
    kind == .unmarked && PolicyMarker.isImitated(in: tree, isFlawless: diagnostics.isEmpty)
  }

  /// The kind of a file, by the first marker among the root keys.
  package static func kind(of tree: SourceTree) -> Kind {
    guard let root = tree.root else { return .unmarked }
    for entry in tree.entries(root) {
      if tree.text(entry.key, equals: PolicyKey.linkpolicy.rawValue) { return .policy }
      if tree.text(entry.key, equals: TestFileKey.linkpolicyTests.rawValue) { return .tests }
      if tree.text(entry.key, equals: ConfigurationKey.linkpolicyConfig.rawValue) {
        return .configuration
      }
    }
    return .unmarked
  }
}
