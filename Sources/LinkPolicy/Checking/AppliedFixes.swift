import PolicyText
import PolicyRules

/// Files with their fixes applied, in several passes: a fix may reveal another finding, and two fixes of the same
/// bytes need two passes.
public struct AppliedFixes: Sendable {
  /// The project after the last pass.
  public private(set) var project: Project
  /// The files after the last pass, in the order of the run.
  public private(set) var files: [InputFile]
  /// The number of applied fixes.
  public private(set) var count = 0
  private let original: Project

  /// The limit for fixes that undo each other.
  private static let maximumPasses = 20

  fileprivate init(to project: Project, includesUnsafe: Bool) {
    self.project = project
    files = project.inputs
    original = project
    var frozen: Set<FileID> = []
    for _ in 0..<Self.maximumPasses {
      let pass = FixPass(self.project.report, includesUnsafe: includesUnsafe, frozen: frozen)
      guard pass.count > 0 else { return }
      var next = self.files
      for (file, edits) in pass.edits {
        let old = next[file.index].source
        next[file.index].source = SourceFile(
          name: old.name, bytes: FixPass.apply(edits, to: old.bytes))
      }
      let result = Project(next, settings: original.settings)
      // A fix must not make a file unreadable: such files keep their contents.
      let broken = Self.unreadable(result).subtracting(Self.unreadable(self.project))
      guard broken.isEmpty else {
        frozen.formUnion(broken)
        continue
      }
      self.project = result
      self.files = next
      count += pass.count
    }
  }

  private static func unreadable(_ project: Project) -> Set<FileID> {
    Set(
      project.report.diagnostics.lazy.filter { RuleRegistry.notSuppressible.contains($0.rule) }
        .map(\.location.file))
  }

  /// The indices of changed files in the run.
  public var changed: [Int] {
    files.indices.filter { files[$0].source.bytes != original.report.sources[$0].bytes }
  }

  /// The changes as a unified diff with redacted secrets and escaped invisible characters.
  public var diff: String { diff(isShown: true) }

  /// The changes as a unified diff for `patch` and `git apply`: keeps line endings and invisible characters.
  public var patch: String { diff(isShown: false) }

  private func diff(isShown: Bool) -> String {
    var output = ""
    for index in changed {
      let file = FileID(index)
      let old = original.report.sources[index]
      let shown = Redactions.redacted(
        old: (old, file, original.report.hidden),
        new: (files[index].source, file, project.report.hidden))
      output += UnifiedDiff.text(
        path: old.name, old: shown.old, new: shown.new, isShown: isShown)
    }
    return output
  }
}

extension Project {
  /// Applies the safe fixes of the files in memory.
  ///
  /// - Parameter includesUnsafe: also applies fixes that may change the meaning of policies.
  public func applyingFixes(includesUnsafe: Bool = false) -> AppliedFixes {
    AppliedFixes(to: self, includesUnsafe: includesUnsafe)
  }
}
