import PolicyDiagnostics
import PolicyText

/// The fixes of one report that go together: in the order of the findings, the first wins where two
/// touch the same bytes.
struct FixPass {
  /// The replacements of each file, sorted, without overlaps.
  private(set) var edits: [FileID: [Fix.Edit]] = [:]
  /// How many fixes these are.
  private(set) var count = 0

  /// Chooses at most one fix per finding.
  ///
  /// - Parameter frozen: files that are not changed.
  init(_ report: Report, includesUnsafe: Bool, frozen: Set<FileID>) {
    for diagnostic in report.diagnostics {
      let fix =
        diagnostic.fixes.first(where: \.isSafe) ?? (includesUnsafe ? diagnostic.fixes.first : nil)
      guard let fix, !fix.edits.isEmpty,
        !fix.edits.contains(where: { frozen.contains($0.location.file) })
      else { continue }
      // Most fixes are one edit; only the others may have to be taken back.
      let before = fix.edits.count == 1 ? [:] : edits
      if fix.edits.allSatisfy({ add($0, report.sources) }) {
        count += 1
      } else if fix.edits.count > 1 {
        edits = before
      }
    }
  }

  /// Takes an edit in; false where it does not fit.
  private mutating func add(_ edit: Fix.Edit, _ sources: [SourceFile]) -> Bool {
    let span = edit.location.span
    guard sources.indices.contains(edit.location.file.index),
      span.start >= 0, span.end <= sources[edit.location.file.index].bytes.count
    else { return false }
    let known = edits[edit.location.file] ?? []
    // The first edit that starts at or after this one.
    var low = 0
    var high = known.count
    while low < high {
      let middle = (low + high) / 2
      if known[middle].location.span.start < span.start { low = middle + 1 } else { high = middle }
    }
    if low > 0, known[low - 1].location.span.end > span.start { return false }
    if low < known.count {
      let next = known[low].location.span
      if next.start == span.start || next.start < span.end { return false }
    }
    edits[edit.location.file, default: []].insert(edit, at: low)
    return true
  }

  /// The bytes of a file with its replacements.
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
