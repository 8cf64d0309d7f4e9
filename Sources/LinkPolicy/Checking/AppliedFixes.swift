import PolicyRules
import PolicyText

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

/// The fixes of one report that don't overlap: if two change the same bytes, the first one is applied.
struct FixPass {
  /// The replacements of each file, sorted, without overlaps.
  private(set) var edits: [FileID: [Fix.Edit]] = [:]
  /// The number of fixes.
  private(set) var count = 0

  /// Chooses at most one fix per finding.
  ///
  /// - Parameter frozen: files to leave unchanged.
  init(_ report: Report, includesUnsafe: Bool, frozen: Set<FileID>) {
    for diagnostic in report.diagnostics {
      let fix =
        diagnostic.fixes.first(where: \.isSafe) ?? (includesUnsafe ? diagnostic.fixes.first : nil)
      guard let fix, !fix.edits.isEmpty,
        !fix.edits.contains(where: { frozen.contains($0.location.file) })
      else { continue }
      var added: [Fix.Edit] = []
      for edit in fix.edits {
        guard add(edit, report.sources) else { break }
        added.append(edit)
      }
      if added.count == fix.edits.count {
        count += 1
      } else {
        for edit in added { remove(edit) }
      }
    }
  }

  private mutating func remove(_ edit: Fix.Edit) {
    let file = edit.location.file
    let index = Self.index(in: edits[file] ?? [], from: edit.location.span.start)
    edits[file]?.remove(at: index)
  }

  /// The first edit that starts at or after an offset.
  private static func index(in edits: [Fix.Edit], from start: Int) -> Int {
    var low = 0
    var high = edits.count
    while low < high {
      let middle = (low + high) / 2
      if edits[middle].location.span.start < start { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Adds an edit. Returns false if it overlaps another.
  private mutating func add(_ edit: Fix.Edit, _ sources: [SourceFile]) -> Bool {
    let span = edit.location.span
    guard sources.indices.contains(edit.location.file.index),
      span.start >= 0, span.end <= sources[edit.location.file.index].bytes.count
    else { return false }
    guard let place = place(of: span, in: edits[edit.location.file] ?? []) else { return false }
    edits[edit.location.file, default: []].insert(edit, at: place)
    return true
  }

  /// The index at which to insert an edit; nil if it overlaps another.
  private func place(of span: SourceSpan, in known: [Fix.Edit]) -> Int? {
    let place = Self.index(in: known, from: span.start)
    if place > 0, known[place - 1].location.span.end > span.start { return nil }
    if place < known.count {
      let next = known[place].location.span
      if next.start == span.start || next.start < span.end { return nil }
    }
    return place
  }

  static func apply(_ edits: [Fix.Edit], to bytes: [UInt8]) -> [UInt8] {
    var output: [UInt8] = []
    output.reserveCapacity(bytes.count + 64)
    var copied = 0
    for edit in edits {
      output += bytes[copied..<edit.location.span.start]
      output += edit.replacement.utf8
      copied = edit.location.span.end
    }
    return output + bytes[copied...]
  }
}
