#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

extension [UInt8] {
  /// The first place of a byte at or behind an index, before another; many bytes at a time, for files that
  /// nearly never hold it.
  package func offset(of byte: UInt8, from start: Int = 0, to end: Int? = nil) -> Int? {
    let end = Swift.min(end ?? count, count)
    guard start < end else { return nil }
    return unsafe withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress else { return nil }
      let found = unsafe memchr(base + start, Int32(byte), end - start)
      return unsafe found.map { unsafe UnsafeRawPointer($0) - base }
    }
  }

  /// The first place of some bytes, one or more, within a range.
  package func firstRange(of wanted: [UInt8], in range: Range<Int>) -> Range<Int>? {
    guard let first = wanted.first else { return nil }
    var start = range.lowerBound
    while let place = offset(of: first, from: start, to: range.upperBound),
      place + wanted.count <= range.upperBound
    {
      if self[place..<(place + wanted.count)].elementsEqual(wanted) {
        return place..<(place + wanted.count)
      }
      start = place + 1
    }
    return nil
  }

  /// True when a text stands at an index; false where it does not fit.
  package func holds(_ text: String, at start: Int) -> Bool {
    let length = text.utf8.count
    guard start >= 0, length <= count - start else { return false }
    let isEqual: Bool? = unsafe text.utf8.withContiguousStorageIfAvailable { text in
      unsafe withUnsafeBytes { bytes in
        guard let first = bytes.baseAddress, let second = text.baseAddress else { return true }
        return unsafe memcmp(first + start, second, length) == 0
      }
    }
    return isEqual ?? self[start..<(start + length)].elementsEqual(text.utf8)
  }

  /// Calls a function with each eight bytes as one word, and where they start; returns where the rest starts.
  @inlinable
  package func forEachWord(_ body: (Int, UInt64) -> Void) -> Int {
    var index = 0
    unsafe withUnsafeBytes { bytes in
      while index + 8 <= bytes.count {
        body(index, unsafe bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self))
        index += 8
      }
    }
    return index
  }

  /// The first place of a byte above 0x7F at or behind an index; eight bytes at a time.
  package func firstNonASCII(from start: Int = 0) -> Int? {
    var index = start
    unsafe withUnsafeBytes { bytes in
      while index + 8 <= bytes.count,
        unsafe bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self)
          & 0x8080_8080_8080_8080 == 0
      {
        index += 8
      }
      while index < bytes.count, unsafe bytes[index] < 0x80 { index += 1 }
    }
    return index < count ? index : nil
  }
}

extension ArraySlice<UInt8> {
  /// The offset of the first byte that is meant, asked in order: a byte costs what the question does.
  @inlinable
  package func firstOffset(where isMeant: (_ offset: Int, UInt8) -> Bool) -> Int? {
    unsafe withUnsafeBytes { bytes in
      for offset in 0..<bytes.count where isMeant(offset, unsafe bytes[offset]) { return offset }
      return nil
    }
  }
}
