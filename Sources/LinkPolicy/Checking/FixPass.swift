import PolicyText

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
