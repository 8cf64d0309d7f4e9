public import PolicyText
import PolicyImport

/// An existing policy with missing values added from sources. Its comments and layout stay.
public struct PolicyUpdate: Sendable {
  /// The new file.
  public let bytes: [UInt8]
  /// The changes as a unified diff; empty if there are none.
  public let diff: String
  /// Findings about the sources and the new policy, which is the last file.
  public let report: Report

  /// Adds missing values to a policy. An unreadable policy stays unchanged.
  public init(_ policy: SourceFile, from sources: SourceImport) {
    let id = FileID(sources.sourceCount)
    let read = YAMLReader.read(policy, file: id)
    let files = Array(sources.report.sources.prefix(sources.sourceCount))
    let own = sources.report.diagnostics.filter { $0.location.file != id }
    let redactions = sources.report.redactions.filter { $0.file != id }
    let old = Project([InputFile(source: policy, kind: .policy, isExplicit: true)])
    guard read.tree.isComplete, read.tree.root != nil else {
      bytes = policy.bytes
      diff = ""
      report = Report(
        sources: files + [policy],
        diagnostics: own + old.report.diagnostics.map { $0.moved(to: id) },
        redactions: redactions
          + old.report.redactions.map { SourceLocation(file: id, span: $0.span) }
      )
      return
    }
    let merge = PolicyMerge(sources.draft, into: read.tree)
    bytes = merge.text
    let new = SourceFile(name: policy.name, bytes: bytes)
    let project = Project([InputFile(source: new, kind: .policy, isExplicit: true)])
    let shown = Redactions.redacted(
      old: (policy, FileID(0), old.report.hidden), new: (new, FileID(0), project.report.hidden))
    diff = UnifiedDiff.text(path: policy.name, old: shown.old, new: shown.new)
    // Locations in the old file aren't valid in the new file.
    let conflicts = merge.findings.map { finding in
      var finding = finding
      for index in finding.notes.indices { finding.notes[index].location = nil }
      return finding
    }
    report = Report(
      sources: files + [new],
      diagnostics: own + conflicts + project.report.diagnostics.map { $0.moved(to: id) },
      files: sources.report.files,
      redactions: redactions
        + project.report.redactions.map { SourceLocation(file: id, span: $0.span) })
  }
}

extension Diagnostic {
  /// The finding with another file ID.
  func moved(to file: FileID) -> Diagnostic {
    var moved = self
    moved.location.file = file
    moved.fixes = fixes.map { fix in
      var fix = fix
      for index in fix.edits.indices { fix.edits[index].location.file = file }
      return fix
    }
    for index in moved.notes.indices { moved.notes[index].location?.file = file }
    return moved
  }
}
