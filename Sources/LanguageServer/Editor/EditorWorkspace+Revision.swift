package import LinkPolicy
import PolicyText

extension EditorWorkspace {
  /// The changed decisions since a revision; nil if they can't be computed: no
  /// repository, or policies with errors.
  package func difference(
    of project: Project, from revision: String, _ read: RevisionReader
  ) -> PolicyDifference? {
    let names = project.report.sources.map(\.name).filter {
      InputKind(path: $0) == .policy && !$0.hasPrefix("/")
    }
    guard !names.isEmpty, !project.report.has(atLeast: .error),
      let files = read(names, revision, root)
    else { return nil }
    let old = names.compactMap { name in
      files[name].map { bytes in
        var file = InputFile(name: name, text: "")
        file.source = SourceFile(name: name, bytes: bytes)
        file.isExplicit = false
        return file
      }
    }
    let before = Project(old)
    guard !before.report.has(atLeast: .error) else { return nil }
    return PolicyDifference(old: before, new: project)
  }
}

extension EditorWorkspace {
  /// Whether `generate` has written here before.
  package var hasGeneratedFiles: Bool {
    let output = configuration(over: [])?.generationSettings.output ?? "generated"
    return files.kind(of: output + "/manifest.json") == .file
  }
}

/// Reads the files of a git revision by their paths relative to a directory. Missing files
/// are left out. Returns nil without a repository or revision.
package typealias RevisionReader =
  @Sendable (_ paths: [String], _ revision: String, _ directory: String) -> [String: [UInt8]]?
