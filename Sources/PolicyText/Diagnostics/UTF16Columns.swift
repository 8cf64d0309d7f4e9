/// Positions in UTF-16 code units, as SARIF and GitHub count columns.
struct UTF16Columns {
  private let source: SourceFile
  /// Code points beyond the BMP (four bytes of UTF-8) before every 256th byte; empty without any.
  private let supplementary: [Int]
  private static let stride = 256

  init(_ source: SourceFile) {
    self.source = source
    var table: [Int] = []
    var count = 0
    for (index, byte) in source.bytes.enumerated() {
      if index % Self.stride == 0 { table.append(count) }
      if byte >= 0xF0 { count += 1 }
    }
    supplementary = count == 0 ? [] : table
  }

  /// The position of a byte offset; the column from 1 in UTF-16 code units.
  func position(of offset: Int) -> Position {
    var position = source.position(of: offset)
    guard !supplementary.isEmpty else { return position }
    let start = Int(source.lineStarts[position.line - 1])
    position.column += count(before: position.offset) - count(before: min(start, position.offset))
    return position
  }

  private func count(before offset: Int) -> Int {
    let entry = min(offset / Self.stride, supplementary.count - 1)
    var count = supplementary[entry]
    for index in (entry * Self.stride)..<offset where source.bytes[index] >= 0xF0 { count += 1 }
    return count
  }
}
