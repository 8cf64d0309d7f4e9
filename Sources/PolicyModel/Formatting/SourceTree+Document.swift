import PolicyText

extension SourceTree {
  /// The file marks the start of its document with `---`.
  var hasDocumentStart: Bool {
    guard let root else { return false }
    let limit = span(root).start
    for start in source.lineStarts where Int(start) < limit {
      let place = max(Int(start), source.byteOrderMarkLength)
      if source.bytes[place...].starts(with: "---".utf8) { return true }
    }
    return false
  }
}

extension SourceFile {
  /// What ends the lines of the file: what ends its first.
  var lineBreak: [UInt8] {
    guard let end = bytes.firstIndex(of: 0x0A) else { return [0x0A] }
    return end > 0 && bytes[end - 1] == 0x0D ? [0x0D, 0x0A] : [0x0A]
  }
}
