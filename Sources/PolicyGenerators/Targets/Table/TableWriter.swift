/// Makes tables of redirect URIs: a perfect hash over client and address, and the texts themselves.
///
/// The format is documented byte by byte in the page about tables, and read by the files beside it. The
/// same clients give the same bytes. Estates have millions of pairs: of each, only its hash and its place are
/// held beside the bytes of the file.
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

  /// Two pairs that one function cannot tell apart are told apart by the next: only texts made for all
  /// of them could defeat it.
  static let attempts: UInt64 = 64

  private let seed: UInt64
  /// Client entries and records; what is written as 0 where no record is stands in front.
  private var records = TableRecords()
  /// The record of each pair.
  private var offsets: [UInt32] = []
  /// The hash of each pair.
  private var hashes: [UInt64] = []
  private var clients: UInt64 = 0

  /// An empty table.
  ///
  /// - Parameter attempt: which of the hash functions is tried, from 1.
  init(attempt: UInt64) {
    seed = attempt &* TableHash.k3
    records.append([UInt8](repeating: 0, count: 8))
  }

  /// Adds a client with its redirect URIs, none twice; a client without any is left out.
  mutating func add(
    id: [UInt8], isNative: Bool, uris: [[UInt8]]
  ) throws(Problem) {
    guard !uris.isEmpty else { return }
    guard id.count <= UInt16.max, uris.allSatisfy({ $0.count <= UInt16.max }) else {
      throw .tooLong
    }
    let client = UInt64(records.count)
    var entry: [UInt8] = [isNative ? 1 : 0]
    entry.append(number: UInt64(id.count), bytes: 2)
    records.append(entry + id)
    for uri in uris {
      guard records.count <= Int(UInt32.max) - (1 << 17) else { throw .tooLarge }
      offsets.append(UInt32(records.count))
      hashes.append(TableHash.hash(seed: seed, id: id, uri: uri))
      var record: [UInt8] = []
      record.reserveCapacity(6 + uri.count)
      record.append(number: client, bytes: 4)
      record.append(number: UInt64(uri.count), bytes: 2)
      records.append(record + uri)
    }
    clients += 1
  }

  /// The table; nil where the hash function does not separate all pairs.
  consuming func finish(isSandbox: Bool) -> TableFile? {
    let buckets = max(1, (offsets.count + 3) / 4)
    let slots = max(1, offsets.count + offsets.count / 9)
    guard let (pilots, places) = Self.places(hashes, buckets: buckets, slots: slots) else {
      return nil
    }
    return TableFile(
      isSandbox: isSandbox, seed: seed, clients: clients, offsets: offsets, pilots: pilots,
      places: places, records: records)
  }

  /// A pilot for each bucket of pairs, so that each pair has a slot of its own; and the pair of each slot,
  /// counted from 1.
  ///
  /// Full buckets first, while there is room; of each the lowest pilot.
  private static func places(
    _ hashes: [UInt64], buckets: Int, slots: Int
  ) -> (pilots: [UInt16], places: [UInt32])? {
    var ends = [UInt32](repeating: 0, count: buckets + 1)
    for hash in hashes { ends[TableHash.bucket(hash, of: buckets) + 1] += 1 }
    var fullest = 0
    for bucket in 0..<buckets {
      fullest = max(fullest, Int(ends[bucket + 1]))
      ends[bucket + 1] += ends[bucket]
    }
    var next = ends
    var members = [UInt32](repeating: 0, count: hashes.count)
    for (index, hash) in hashes.enumerated() {
      let bucket = TableHash.bucket(hash, of: buckets)
      members[Int(next[bucket])] = UInt32(index)
      next[bucket] += 1
    }
    var bySize = [[UInt32]](repeating: [], count: fullest + 1)
    for bucket in 0..<buckets {
      bySize[Int(ends[bucket + 1] - ends[bucket])].append(UInt32(bucket))
    }
    var pilots = [UInt16](repeating: 0, count: buckets)
    var places = [UInt32](repeating: 0, count: slots)
    var taken: [Int] = []
    for bucket in bySize.dropFirst().reversed().joined().lazy.map({ Int($0) }) {
      var isPlaced = false
      search: for pilot in 0...UInt64(UInt16.max) {
        taken.removeAll(keepingCapacity: true)
        for index in ends[bucket]..<ends[bucket + 1] {
          let slot = TableHash.slot(hashes[Int(members[Int(index)])], pilot: pilot, of: slots)
          guard places[slot] == 0 else {
            for slot in taken { places[slot] = 0 }
            continue search
          }
          places[slot] = members[Int(index)] + 1
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
}
