/// Writes tables of redirect URIs: a perfect hash over client and address, and the texts themselves.
///
/// The format is documented byte by byte in the page about tables, and read by the files beside it. The
/// same clients give the same bytes.
struct TableWriter {
  /// Why there is no table.
  enum Problem: Error, Equatable {
    /// A text of more bytes than its length can say.
    case tooLong
    /// More bytes than offsets can say.
    case tooLarge
    /// No hash function of those that are tried separates all pairs.
    case noHash
  }

  /// Bytes in front of the checksums.
  static let headerLength = 96
  /// Bytes that a checksum is for, and what the first of them is aligned to: a page of most systems.
  static let blockLength = 4_096
  private static let magic: [UInt8] = [0x89, 0x4C, 0x50, 0x54, 0x0D, 0x0A, 0x1A, 0x0A]
  /// Two pairs that one function cannot tell apart are told apart by the next: only texts made for all
  /// of them could defeat it.
  private static let attempts: UInt64 = 64

  /// Client entries and records; what is written as 0 where no record is stands in front.
  private var records = [UInt8](repeating: 0, count: 8)
  /// The record of each pair.
  private var offsets: [UInt32] = []
  private(set) var clients = 0

  /// An empty table.
  init() {}

  /// Adds a client with its redirect URIs, none twice; a client without any is left out.
  mutating func add(
    id: some Collection<UInt8>, isNative: Bool, uris: [some Collection<UInt8>]
  ) throws(Problem) {
    guard !uris.isEmpty else { return }
    guard id.count <= UInt16.max, uris.allSatisfy({ $0.count <= UInt16.max }) else {
      throw .tooLong
    }
    let client = records.count
    records.append(isNative ? 1 : 0)
    Self.append(UInt64(id.count), 2, to: &records)
    records += id
    for uri in uris {
      guard records.count <= Int(UInt32.max) - (1 << 17) else { throw .tooLarge }
      offsets.append(UInt32(records.count))
      Self.append(UInt64(client), 4, to: &records)
      Self.append(UInt64(uri.count), 2, to: &records)
      records += uri
    }
    clients += 1
  }

  /// The table.
  mutating func finish(isSandbox: Bool) throws(Problem) -> [UInt8] {
    let buckets = max(1, (offsets.count + 3) / 4)
    let slots = max(1, offsets.count + offsets.count / 9)
    for attempt in 1...Self.attempts {
      let seed = attempt &* TableHash.k3
      let hashes = hashes(seed: seed)
      guard let (pilots, places) = Self.places(hashes, buckets: buckets, slots: slots) else {
        continue
      }
      return file(isSandbox: isSandbox, seed: seed, pilots, places)
    }
    throw .noHash
  }

  // MARK: the perfect hash

  private func hashes(seed: UInt64) -> [UInt64] {
    offsets.map { offset in
      let record = Int(offset)
      let client = number(record, 4)
      let id = (client + 3)..<(client + 3 + number(client + 1, 2))
      let uri = (record + 6)..<(record + 6 + number(record + 4, 2))
      return TableHash.hash(seed: seed, of: records, id: id, uri: uri)
    }
  }

  private func number(_ place: Int, _ length: Int) -> Int {
    var value = 0
    for index in (place..<(place + length)).reversed() { value = value << 8 | Int(records[index]) }
    return value
  }

  /// A pilot for each bucket of pairs, so that each pair has a slot of its own; and the pair of each slot,
  /// counted from 1.
  ///
  /// Full buckets first, while there is room; of each the lowest pilot.
  private static func places(
    _ hashes: [UInt64], buckets: Int, slots: Int
  ) -> (pilots: [UInt16], places: [UInt32])? {
    var ends = [Int](repeating: 0, count: buckets + 1)
    for hash in hashes { ends[TableHash.bucket(hash, of: buckets) + 1] += 1 }
    var fullest = 0
    for bucket in 0..<buckets {
      fullest = max(fullest, ends[bucket + 1])
      ends[bucket + 1] += ends[bucket]
    }
    var next = ends
    var members = [UInt32](repeating: 0, count: hashes.count)
    for (index, hash) in hashes.enumerated() {
      let bucket = TableHash.bucket(hash, of: buckets)
      members[next[bucket]] = UInt32(index)
      next[bucket] += 1
    }
    var bySize = [[Int]](repeating: [], count: fullest + 1)
    for bucket in 0..<buckets { bySize[ends[bucket + 1] - ends[bucket]].append(bucket) }
    var pilots = [UInt16](repeating: 0, count: buckets)
    var places = [UInt32](repeating: 0, count: slots)
    var taken: [Int] = []
    for bucket in bySize.dropFirst().reversed().joined() {
      var isPlaced = false
      search: for pilot in 0...UInt64(UInt16.max) {
        taken.removeAll(keepingCapacity: true)
        for index in ends[bucket]..<ends[bucket + 1] {
          let slot = TableHash.slot(hashes[Int(members[index])], pilot: pilot, of: slots)
          guard places[slot] == 0 else {
            for slot in taken { places[slot] = 0 }
            continue search
          }
          places[slot] = members[index] + 1
          taken.append(slot)
        }
        pilots[bucket] = UInt16(pilot)
        isPlaced = true
        break
      }
      guard isPlaced else { return nil }
    }
    return (pilots, places)
  }

  // MARK: the file

  private func file(
    isSandbox: Bool, seed: UInt64, _ pilots: [UInt16], _ places: [UInt32]
  ) -> [UInt8] {
    func aligned(_ length: Int, _ alignment: Int = 8) -> Int {
      (length + alignment - 1) / alignment * alignment
    }
    // Counted from the first pilot, where the blocks start.
    let slotsStart = aligned(2 * pilots.count)
    let recordsStart = aligned(slotsStart + 4 * places.count)
    let length = recordsStart + records.count
    let blocks = aligned(length, Self.blockLength) / Self.blockLength
    let start = aligned(Self.headerLength + 4 * blocks, Self.blockLength)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(start + length)
    bytes += Self.magic
    for (value, length) in [
      (1, 4), (isSandbox ? 1 : 0, 4), (UInt64(start + length), 8), (seed, 8),
      (UInt64(offsets.count), 4), (UInt64(clients), 4), (UInt64(pilots.count), 4),
      (UInt64(places.count), 4), (UInt64(blocks), 4), (0, 4), (UInt64(Self.headerLength), 8),
      (UInt64(start), 8), (UInt64(start + slotsStart), 8), (UInt64(start + recordsStart), 8),
    ] as [(UInt64, Int)] {
      Self.append(value, length, to: &bytes)
    }
    bytes += [UInt8](repeating: 0, count: start - bytes.count)
    for pilot in pilots { Self.append(UInt64(pilot), 2, to: &bytes) }
    bytes += [UInt8](repeating: 0, count: start + slotsStart - bytes.count)
    for place in places {
      Self.append(place == 0 ? 0 : UInt64(offsets[Int(place) - 1]), 4, to: &bytes)
    }
    bytes += [UInt8](repeating: 0, count: start + recordsStart - bytes.count)
    bytes += records
    for block in 0..<blocks {
      let first = start + block * Self.blockLength
      let checksum = CRC32.of(bytes[first..<min(bytes.count, first + Self.blockLength)])
      Self.set(checksum, at: Self.headerLength + 4 * block, in: &bytes)
    }
    let checksums = Self.headerLength..<(Self.headerLength + 4 * blocks)
    Self.set(CRC32.of(bytes[checksums]), at: 88, in: &bytes)
    Self.set(CRC32.of(bytes[..<92]), at: 92, in: &bytes)
    return bytes
  }

  private static func set(_ value: UInt32, at place: Int, in bytes: inout [UInt8]) {
    for index in 0..<4 {
      bytes[place + index] = UInt8(truncatingIfNeeded: value >> UInt32(8 * index))
    }
  }

  private static func append(_ value: UInt64, _ length: Int, to bytes: inout [UInt8]) {
    for index in 0..<length {
      bytes.append(UInt8(truncatingIfNeeded: value >> UInt64(8 * index)))
    }
  }
}
