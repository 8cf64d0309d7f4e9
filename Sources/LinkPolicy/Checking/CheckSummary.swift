import PolicyDiagnostics
import PolicyModel
import PolicyRules
import PolicySourceTree
import PolicyText

/// What has to be known of files that were checked in one part of a large run, so that the findings of all
/// parts together are those of one run over everything.
///
/// A file without findings that has nothing in common with files of other parts has nothing to say in the
/// whole run either: `CheckMerge` looks again only at the others.
public struct CheckSummary: Sendable {
  /// One file of a part.
  struct File: Sendable, Equatable {
    var path: String
    var kind: InputKind
    var isExplicit: Bool
    /// FNV-1a of the bytes: tells a file that has changed since.
    var content: UInt64
    /// True for a file that may be heard of in the report of the whole run: it has findings, also such as
    /// comments or the configuration take away, or is no policy, test or association file.
    var hasFindings: Bool
    /// What it may have in common with others, in order.
    var facts: [UInt64]
  }

  /// In the order of the run.
  let files: [File]

  /// How many files the part has.
  public var fileCount: Int { files.count }

  init(files: [File]) { self.files = files }

  /// Of a project that was checked with the settings of `ProjectConfiguration.forSummary`.
  init(_ project: Project) {
    var spoken = Set(project.report.diagnostics.map(\.location.file))
    for document in project.workspace.policies + project.workspace.testFiles
    where Suppressions(document.tree) != nil {
      spoken.insert(document.tree.file)
    }
    let apps = AppReferences(project.workspace)
    var files: [File] = []
    var facts = FileTable<[UInt64]>()
    for document in project.workspace.policies {
      facts[document.tree.file] = SharedFact.codes(of: document, apps)
    }
    for document in project.workspace.testFiles { facts[document.tree.file] = [] }
    for (number, input) in project.inputs.enumerated() {
      let file = FileID(number)
      if input.kind != .policy {
        let tree = JSONReader.read(input.source, file: file).tree
        facts[file] = SharedFact.codes(ofAssociationFile: tree)
      }
      let known = facts[file]
      files.append(
        File(
          path: input.source.name, kind: input.kind, isExplicit: input.isExplicit,
          content: Self.content(input.source.bytes),
          hasFindings: known == nil || spoken.contains(file),
          facts: known ?? []))
    }
    self.files = files
  }

  /// What tells whether a file is still the one that was checked.
  static func content(_ bytes: [UInt8]) -> UInt64 {
    var hash = FNV64()
    for byte in bytes { hash.add(byte) }
    return hash.value
  }
}
