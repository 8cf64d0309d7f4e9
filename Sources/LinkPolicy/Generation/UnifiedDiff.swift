import PolicyText

/// The difference of two strings in the unified format of diff and git.
package enum UnifiedDiff {
  /// The number of unchanged lines around a change.
  private static let context = 3

  /// The diff of a file; empty if both versions are equal. nil stands for a missing file.
  ///
  /// - Parameter isShown: escapes control characters, which could control the terminal; if false,
  ///   the diff is an exact patch.
  package static func text(
    path: String, old: [UInt8]?, new: [UInt8]?, isShown: Bool = true
  ) -> String {
    guard old != new else { return "" }
    // `patch -p1` removes the first component, so an absolute path keeps one slash.
    let path = DisplayText.visible(String(path.drop { $0 == "/" }))
    var output = old == nil ? "--- /dev/null\n" : "--- a/\(path)\n"
    output += new == nil ? "+++ /dev/null\n" : "+++ b/\(path)\n"
    let before = lines(old ?? [])
    let after = lines(new ?? [])
    for hunk in hunks(LineDifference.edits(from: before, to: after)) {
      write(hunk, before, after, isShown, to: &output)
    }
    return output
  }

  /// The lines with their line feeds.
  private static func lines(_ bytes: [UInt8]) -> [ArraySlice<UInt8>] {
    var lines: [ArraySlice<UInt8>] = []
    var start = 0
    while start < bytes.count {
      let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? bytes.count
      lines.append(bytes[start..<end])
      start = end
    }
    return lines
  }

  // MARK: hunks

  /// Combines edits whose contexts touch.
  private static func hunks(_ edits: [LineDifference.Edit]) -> [[LineDifference.Edit]] {
    var hunks: [[LineDifference.Edit]] = []
    for edit in edits {
      if let last = hunks.last?.last, edit.old.lowerBound - last.old.upperBound <= 2 * context {
        hunks[hunks.count - 1].append(edit)
      } else {
        hunks.append([edit])
      }
    }
    return hunks
  }

  private static func write(
    _ hunk: [LineDifference.Edit], _ before: [ArraySlice<UInt8>], _ after: [ArraySlice<UInt8>],
    _ isShown: Bool, to output: inout String
  ) {
    guard let first = hunk.first, let last = hunk.last else { return }
    let lead = min(context, first.old.lowerBound)
    let tail = min(context, before.count - last.old.upperBound)
    let old = (first.old.lowerBound - lead)..<(last.old.upperBound + tail)
    let new = (first.new.lowerBound - lead)..<(last.new.upperBound + tail)
    output += "@@ -\(range(old)) +\(range(new)) @@\n"
    var position = old.lowerBound
    for edit in hunk {
      for line in before[position..<edit.old.lowerBound] { write(" ", line, isShown, to: &output) }
      for line in before[edit.old] { write("-", line, isShown, to: &output) }
      for line in after[edit.new] { write("+", line, isShown, to: &output) }
      position = edit.old.upperBound
    }
    for line in before[position..<old.upperBound] { write(" ", line, isShown, to: &output) }
  }

  /// The first line and the number of lines. An empty range is at the line before it.
  private static func range(_ range: Range<Int>) -> String {
    switch range.count {
    case 0: "\(range.lowerBound),0"
    case 1: "\(range.lowerBound + 1)"
    default: "\(range.lowerBound + 1),\(range.count)"
    }
  }

  private static func write(
    _ mark: String, _ line: ArraySlice<UInt8>, _ isShown: Bool, to output: inout String
  ) {
    let hasEnd = line.last == UInt8(ascii: "\n")
    let text = String(decoding: hasEnd ? line.dropLast() : line, as: UTF8.self)
    output += mark
    for scalar in text.unicodeScalars {
      if isShown, scalar != "\t", DisplayText.isInvisible(scalar) {
        output += DisplayText.visible(String(scalar))
      } else {
        output.unicodeScalars.append(scalar)
      }
    }
    output += hasEnd ? "\n" : "\n\\ No newline at end of file\n"
  }
}
