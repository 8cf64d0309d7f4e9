/// A table as a file, which is handed over in pieces.
struct TableFile: Sendable {
  /// Bytes in front of the checksums.
  static let headerLength = 96
  /// Bytes that a checksum is for, and what the first of them is aligned to: a page of most systems.
  static let blockLength = 4_096
  private static let magic: [UInt8] = [0x89, 0x4C, 0x50, 0x54, 0x0D, 0x0A, 0x1A, 0x0A]
  /// Bytes of a piece of numbers; whole blocks.
  private static let piece = 1 << 16

  let isSandbox: Bool
  let seed: UInt64
  let clients: UInt64
  /// The record of each pair.
  let offsets: [UInt32]
  let pilots: [UInt16]
  /// The pair of each slot, counted from 1.
  let places: [UInt32]
  let records: TableRecords

  /// Where the slots start, counted from the first pilot, where the blocks start.
  private var slotsStart: Int { Self.aligned(2 * pilots.count) }
  private var recordsStart: Int { Self.aligned(slotsStart + 4 * places.count) }
  private var length: Int { recordsStart + records.count }

  private static func aligned(_ length: Int, _ alignment: Int = 8) -> Int {
    (length + alignment - 1) / alignment * alignment
  }

  /// Hands over the file.
  func forEachPiece(_ take: ([UInt8]) -> Void) {
    take(header)
    forEachBodyPiece(take)
  }

  /// What stands before the first pilot: numbers, and the checksums of all blocks.
  private var header: [UInt8] {
    let blocks = Self.aligned(length, Self.blockLength) / Self.blockLength
    let start = Self.aligned(Self.headerLength + 4 * blocks, Self.blockLength)
    var bytes = Self.magic
    for (value, length) in [
      (1, 4), (isSandbox ? 1 : 0, 4), (UInt64(start + length), 8), (seed, 8),
      (UInt64(offsets.count), 4), (clients, 4), (UInt64(pilots.count), 4),
      (UInt64(places.count), 4), (UInt64(blocks), 4), (0, 4), (UInt64(Self.headerLength), 8),
      (UInt64(start), 8), (UInt64(start + slotsStart), 8), (UInt64(start + recordsStart), 8),
    ] as [(UInt64, Int)] {
      bytes.append(number: value, bytes: length)
    }
    let checksums = self.checksums
    bytes.append(number: UInt64(CRC32.of(checksums[...])), bytes: 4)
    bytes.append(number: UInt64(CRC32.of(bytes[...])), bytes: 4)
    return bytes + checksums + [UInt8](repeating: 0, count: start - bytes.count - checksums.count)
  }

  /// The checksum of each block.
  private var checksums: [UInt8] {
    var checksums: [UInt8] = []
    var rest: [UInt8] = []
    forEachBodyPiece { piece in
      rest += piece
      var start = 0
      while rest.count - start >= Self.blockLength {
        let end = start + Self.blockLength
        checksums.append(number: UInt64(CRC32.of(rest[start..<end])), bytes: 4)
        start = end
      }
      rest.removeFirst(start)
    }
    if !rest.isEmpty { checksums.append(number: UInt64(CRC32.of(rest[...])), bytes: 4) }
    return checksums
  }

  /// Pilots, slots and records.
  private func forEachBodyPiece(_ take: ([UInt8]) -> Void) {
    var bytes: [UInt8] = []
    func handOver() {
      take(bytes)
      bytes.removeAll(keepingCapacity: true)
    }
    for pilot in pilots {
      bytes.append(number: UInt64(pilot), bytes: 2)
      if bytes.count >= Self.piece { handOver() }
    }
    bytes += [UInt8](repeating: 0, count: slotsStart - 2 * pilots.count)
    for place in places {
      bytes.append(number: place == 0 ? 0 : UInt64(offsets[Int(place) - 1]), bytes: 4)
      if bytes.count >= Self.piece { handOver() }
    }
    bytes += [UInt8](repeating: 0, count: recordsStart - slotsStart - 4 * places.count)
    handOver()
    records.blocks.forEach(take)
  }
}
