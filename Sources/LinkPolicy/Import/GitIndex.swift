import PolicyText

/// Git's index (`.git/index`, versions 2 to 4): the files in a repository.
enum GitIndex {
  /// The paths of all entries; those before the first damaged one if the file is damaged.
  static func paths(in bytes: [UInt8]) -> Set<ExactString> {
    guard bytes.starts(with: "DIRC".utf8), bytes.count > headerSize else { return [] }
    let version = number(bytes, at: 4, size: 4)
    var paths: Set<ExactString> = []
    guard (2...4).contains(version) else { return paths }
    var path: [UInt8] = []
    var start = headerSize
    for _ in 0..<number(bytes, at: 8, size: 4) {
      guard start + entrySize < bytes.count else { return paths }
      let isExtended = number(bytes, at: start + entrySize - 2, size: 2) & 0x4000 != 0
      var name = start + entrySize + (isExtended ? 2 : 0)
      if version == 4 {
        // The number of bytes to remove from the path before.
        guard let (count, next) = offset(bytes, at: name), count <= path.count else { return paths }
        path.removeLast(count)
        name = next
      } else {
        path.removeAll(keepingCapacity: true)
      }
      guard name < bytes.count, let end = bytes[name...].firstIndex(of: 0) else { return paths }
      path += bytes[name..<end]
      paths.insert(ExactString(decoding: path))
      // Up to version 3, zeros fill an entry to a multiple of 8 bytes.
      start = version == 4 ? end + 1 : start + (end - start) / 8 * 8 + 8
    }
    return paths
  }

  private static let headerSize = 12
  /// The times, the mode, the size, the SHA-1 and the flags.
  private static let entrySize = 62

  private static func number(_ bytes: [UInt8], at start: Int, size: Int) -> Int {
    bytes[start..<start + size].reduce(0) { $0 << 8 | Int($1) }
  }

  /// A number as in the offsets of pack files, and the index after it.
  private static func offset(_ bytes: [UInt8], at start: Int) -> (Int, Int)? {
    var value = 0
    for index in start..<min(start + 5, bytes.count) {
      let byte = bytes[index]
      value = value << 7 | Int(byte & 0x7F)
      guard byte & 0x80 != 0 else { return (value, index + 1) }
      value += 1
    }
    return nil
  }
}
