package import PolicyText

extension FormattedFile {
  /// The changed lines; empty if there are none. Bytes between the edits are equal, so that an editor keeps
  /// its cursors and marks.
  package var edits: [(span: SourceSpan, text: [UInt8])] {
    guard case .changed(let bytes) = outcome else { return [] }
    let new = SourceFile(name: source.name, bytes: bytes)
    return LineDifference.edits(from: Self.lines(of: source), to: Self.lines(of: new)).map { edit in
      (
        span: SourceSpan(
          Self.offset(edit.old.lowerBound, source), Self.offset(edit.old.upperBound, source)),
        text: Array(
          bytes[Self.offset(edit.new.lowerBound, new)..<Self.offset(edit.new.upperBound, new)])
      )
    }
  }

  private static func lines(of source: SourceFile) -> [ArraySlice<UInt8>] {
    source.lineStarts.indices.map { source.bytes[offset($0, source)..<offset($0 + 1, source)] }
  }

  /// The offset of a line; the end of the file after the last one.
  private static func offset(_ line: Int, _ source: SourceFile) -> Int {
    line < source.lineStarts.count ? Int(source.lineStarts[line]) : source.bytes.count
  }
}
