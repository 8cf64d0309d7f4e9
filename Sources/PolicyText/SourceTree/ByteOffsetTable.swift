/// Converts positions of libyaml, which are in Unicode scalars without the byte order mark, to byte offsets.
struct ByteOffsetTable {
  /// The number of scalars between two entries of the table.
  private static let stride = 32

  private let bytes: [UInt8]
  private let start: Int
  /// The offset of every 32nd scalar; empty if the text is ASCII.
  private let checkpoints: [UInt32]

  init(_ source: SourceFile) {
    bytes = source.bytes
    start = source.byteOrderMarkLength
    guard !source.isASCII else {
      checkpoints = []
      return
    }
    var table: [UInt32] = []
    var count = 0
    for index in start..<bytes.count where bytes[index] & 0xC0 != 0x80 {
      if count % Self.stride == 0 { table.append(UInt32(index)) }
      count += 1
    }
    checkpoints = table
  }

  /// The byte offset of the scalar with this number; the end of the file for larger numbers.
  func offset(_ scalar: Int) -> Int {
    guard !checkpoints.isEmpty else { return min(start + scalar, bytes.count) }
    let entry = scalar / Self.stride
    guard entry < checkpoints.count else {
      // At the end, or beyond it.
      return bytes.count
    }
    var offset = Int(checkpoints[entry])
    var left = scalar % Self.stride
    while left > 0, offset < bytes.count {
      offset += 1
      while offset < bytes.count, bytes[offset] & 0xC0 == 0x80 { offset += 1 }
      left -= 1
    }
    return offset
  }
}
