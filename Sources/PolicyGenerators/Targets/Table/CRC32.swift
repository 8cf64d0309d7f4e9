/// CRC-32 (ISO-HDLC), which zlib, Java and Go have as well.
enum CRC32 {
  private static let table: [UInt32] = (0..<256).map { byte in
    (0..<8).reduce(UInt32(byte)) { value, _ in value >> 1 ^ (value & 1 == 1 ? 0xEDB8_8320 : 0) }
  }

  /// The checksum of some bytes.
  static func of(_ bytes: ArraySlice<UInt8>) -> UInt32 {
    let table = table
    var crc = UInt32.max
    for byte in bytes {
      crc = crc >> 8 ^ table[Int(UInt8(truncatingIfNeeded: crc) ^ byte)]
    }
    return ~crc
  }
}
