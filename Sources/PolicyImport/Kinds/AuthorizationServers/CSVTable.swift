import PolicyText

/// A table of RFC 4180 with the place of every cell.
struct CSVTable {
  private(set) var header: [SourceText] = []
  private(set) var rows: [[SourceText]] = []

  /// Reads a file; never fails.
  init(_ source: ImportSource) {
    let bytes = source.file.bytes
    var index = source.file.byteOrderMarkLength
    var records: [[SourceText]] = []
    while index < bytes.count {
      var record: [SourceText] = []
      var isOpen = true
      while isOpen {
        let (cell, end) = Self.cell(bytes, from: index, source)
        record.append(cell)
        index = end
        isOpen = index < bytes.count && bytes[index] == UInt8(ascii: ",")
        if isOpen { index += 1 }
      }
      while index < bytes.count, bytes[index] == 0x0A || bytes[index] == 0x0D { index += 1 }
      records.append(record)
    }
    header = records.first ?? []
    rows = Array(records.dropFirst())
  }

  /// The texts between white space; the place is that of the cell.
  static func words(_ cell: SourceText) -> [SourceText] {
    cell.value.utf8.split { $0 == 0x20 || (0x09...0x0D).contains($0) }.map {
      SourceText(ExactString(decoding: $0), at: cell.location)
    }
  }

  private static func cell(
    _ bytes: [UInt8], from start: Int, _ source: ImportSource
  ) -> (SourceText, end: Int) {
    var index = start
    var text: [UInt8] = []
    if index < bytes.count, bytes[index] == UInt8(ascii: "\"") {
      index += 1
      while index < bytes.count {
        if bytes[index] == UInt8(ascii: "\"") {
          guard index + 1 < bytes.count, bytes[index + 1] == UInt8(ascii: "\"") else {
            index += 1
            break
          }
          index += 1
        }
        text.append(bytes[index])
        index += 1
      }
    }
    while index < bytes.count, !",\r\n".utf8.contains(bytes[index]) {
      text.append(bytes[index])
      index += 1
    }
    let location = source.location(Span(start, index))
    return (SourceText(ExactString(decoding: text), at: location), index)
  }
}
