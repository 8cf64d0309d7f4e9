/// The entries of clients and the records of pairs in a table.
///
/// In blocks, since one array of them would be copied each time that it grows.
struct TableRecords: Sendable {
  private static let blockLength = 1 << 20
  /// All full but the last.
  private(set) var blocks: [[UInt8]] = []
  private(set) var count = 0

  /// Appends bytes.
  mutating func append(_ bytes: [UInt8]) {
    count += bytes.count
    var rest = bytes[...]
    while !rest.isEmpty {
      if (blocks.last?.count ?? Self.blockLength) == Self.blockLength {
        blocks.append([])
        blocks[blocks.count - 1].reserveCapacity(Self.blockLength)
      }
      let part = rest.prefix(Self.blockLength - blocks[blocks.count - 1].count)
      blocks[blocks.count - 1] += part
      rest = rest.dropFirst(part.count)
    }
  }
}

extension [UInt8] {
  /// Appends the lowest bytes of a number, the lowest first.
  mutating func append(number: UInt64, bytes: Int) {
    for index in 0..<bytes { append(UInt8(truncatingIfNeeded: number >> UInt64(8 * index))) }
  }
}
