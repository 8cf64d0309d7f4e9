#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

extension [UInt8] {
  /// The first index of a byte in a range.
  package func offset(of byte: UInt8, from start: Int = 0, to end: Int? = nil) -> Int? {
    let end = Swift.min(end ?? count, count)
    guard start < end else { return nil }
    return unsafe withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress else { return nil }
      let found = unsafe memchr(base + start, Int32(byte), end - start)
      return unsafe found.map { unsafe UnsafeRawPointer($0) - base }
    }
  }

  /// The first range of bytes in a range; `wanted` must not be empty.
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

  /// Returns true if a string is at an index.
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

  /// Calls a function with each index of a byte.
  package func forEachOffset(of byte: UInt8, _ body: (Int) -> Void) {
    unsafe withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress else { return }
      var start = 0
      while start < bytes.count,
        let found = unsafe memchr(base + start, Int32(byte), bytes.count - start)
      {
        let place = unsafe UnsafeRawPointer(found) - base
        body(place)
        start = place + 1
      }
    }
  }

  /// The index of the first byte above 0x7F.
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

  /// Returns true if another array has the bytes of a range at an index.
  package func isEqual(_ range: Range<Int>, in other: [UInt8], at start: Int) -> Bool {
    guard range.upperBound <= count, range.count <= other.count - start else { return false }
    return unsafe withUnsafeBytes { bytes in
      unsafe other.withUnsafeBytes { other in
        guard let first = bytes.baseAddress, let second = other.baseAddress else { return true }
        return unsafe memcmp(first + range.lowerBound, second + start, range.count) == 0
      }
    }
  }
}

extension ArraySlice<UInt8> {
  /// The first index of a byte sequence that isn't empty.
  package func firstRange(of wanted: [UInt8]) -> Range<Int>? {
    guard let first = wanted.first else { return nil }
    var index = startIndex
    while let start = self[index...].firstIndex(of: first) {
      if self[start...].starts(with: wanted) { return start..<(start + wanted.count) }
      index = start + 1
    }
    return nil
  }

  /// Returns true if one of three bytes occurs. Compares sixteen bytes at a time.
  package func holdsOne(of bytes: (UInt8, UInt8, UInt8)) -> Bool {
    unsafe withUnsafeBufferPointer { unsafe $0.holdsOne(of: bytes) }
  }

  /// Returns true if one of `count` bytes starting with `first`, or one of four others, occurs.
  /// Compares sixteen bytes at a time.
  package func holdsOne(
    from first: UInt8, count: UInt8, or others: (UInt8, UInt8, UInt8, UInt8)
  ) -> Bool {
    unsafe withUnsafeBufferPointer {
      unsafe $0.holdsOne(from: first, count: count, or: others)
    }
  }
}

extension [UInt8] {
  /// The UTF-8 string in a range of bytes, without the reference counting of a slice.
  package func text(_ range: Range<Int>) -> ExactString {
    unsafe withUnsafeBufferPointer {
      unsafe ExactString(decoding: UnsafeBufferPointer(rebasing: $0[range]))
    }
  }

  /// Appends the bytes of a literal.
  package mutating func append(literal: StaticString) {
    unsafe append(
      contentsOf: UnsafeBufferPointer(start: literal.utf8Start, count: literal.utf8CodeUnitCount))
  }

  package mutating func append(_ text: String) {
    let added: Void? = unsafe text.utf8.withContiguousStorageIfAvailable {
      unsafe append(contentsOf: $0)
    }
    if added == nil { append(contentsOf: text.utf8) }
  }
}

extension Swift.Span<UInt8> {
  /// Eight bytes as a little-endian integer. Checks the index.
  @inlinable
  package func word(at index: Int) -> UInt64 {
    unsafe bytes.unsafeLoadUnaligned(fromByteOffset: index, as: UInt64.self).littleEndian
  }

  /// The bytes as a string; ill-formed sequences become U+FFFD.
  package var text: ExactString {
    unsafe withUnsafeBufferPointer { unsafe ExactString(decoding: $0) }
  }

  func hash(into hasher: inout Hasher) {
    unsafe withUnsafeBytes { unsafe hasher.combine(bytes: $0) }
  }

  /// True if both have the same bytes.
  @inlinable
  package func hasSameBytes(as other: Swift.Span<UInt8>) -> Bool {
    guard count == other.count else { return false }
    var index = 0
    while index + 8 <= count {
      guard word(at: index) == other.word(at: index) else { return false }
      index += 8
    }
    // The last word overlaps the one before it.
    if index > 0, index < count { return word(at: count - 8) == other.word(at: count - 8) }
    while index < count {
      guard self[index] == other[index] else { return false }
      index += 1
    }
    return true
  }

  /// The index of the first quote, backslash, control character or non-ASCII byte from an index on; the end if there
  /// is none. Everything before it is plain text in a JSON string. Compares sixteen bytes at a time.
  package func endOfPlainText(from start: Int) -> Int {
    let quote = SIMD16<UInt8>(repeating: 0x22)
    let backslash = SIMD16<UInt8>(repeating: 0x5C)
    let space = SIMD16<UInt8>(repeating: 0x20)
    let length = SIMD16<UInt8>(repeating: 0x60)
    return first(from: start) {
      ($0 &- space .>= length) .| ($0 .== quote) .| ($0 .== backslash)
    } where: {
      $0 &- 0x20 >= 0x60 || $0 == 0x22 || $0 == 0x5C
    }
  }

  /// The index of the first byte from an index on that is in a range or equals another byte; the end if there is none.
  ///
  /// The range has `count` bytes and starts with `first`. Compares sixteen bytes at a time.
  package func place(from start: Int, first: UInt8, count: UInt8, or other: UInt8) -> Int {
    let firsts = SIMD16<UInt8>(repeating: first)
    let counts = SIMD16<UInt8>(repeating: count)
    let others = SIMD16<UInt8>(repeating: other)
    return self.first(from: start) {
      ($0 &- firsts .< counts) .| ($0 .== others)
    } where: {
      $0 &- first < count || $0 == other
    }
  }

  /// The index of the first byte from an index on that matches; the end if there is none.
  @inline(__always)
  private func first(
    from start: Int, _ matches: (SIMD16<UInt8>) -> SIMDMask<SIMD16<Int8>>,
    where isMatch: (UInt8) -> Bool
  ) -> Int {
    var index = start
    while index + 16 <= count {
      let part = unsafe bytes.unsafeLoadUnaligned(
        fromByteOffset: index, as: SIMD16<UInt8>.self)
      let words = unsafe unsafeBitCast(matches(part), to: SIMD2<UInt64>.self)
      if words.x != 0 { return index + words.x.littleEndian.trailingZeroBitCount / 8 }
      if words.y != 0 { return index + 8 + words.y.littleEndian.trailingZeroBitCount / 8 }
      index += 16
    }
    while index < count, !isMatch(self[index]) { index += 1 }
    return index
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Returns true if one of three bytes occurs. Compares sixteen bytes at a time.
  package func holdsOne(of wanted: (UInt8, UInt8, UInt8)) -> Bool {
    let first = SIMD16<UInt8>(repeating: wanted.0)
    let second = SIMD16<UInt8>(repeating: wanted.1)
    let third = SIMD16<UInt8>(repeating: wanted.2)
    return unsafe holdsOne {
      ($0 .== first) .| ($0 .== second) .| ($0 .== third)
    } where: {
      $0 == wanted.0 || $0 == wanted.1 || $0 == wanted.2
    }
  }

  /// Returns true if one of `count` bytes starting with `first` occurs; 0 follows 0xFF. Compares
  /// sixteen bytes at a time.
  package func holdsOne(from first: UInt8, count: UInt8) -> Bool {
    let firsts = SIMD16<UInt8>(repeating: first)
    let counts = SIMD16<UInt8>(repeating: count)
    return unsafe holdsOne {
      ($0 &- firsts) .< counts
    } where: {
      $0 &- first < count
    }
  }

  /// Returns true if one of `count` bytes starting with `first`, or one of four others, occurs.
  /// Compares sixteen bytes at a time.
  package func holdsOne(
    from first: UInt8, count: UInt8, or others: (UInt8, UInt8, UInt8, UInt8)
  ) -> Bool {
    let firsts = SIMD16<UInt8>(repeating: first)
    let counts = SIMD16<UInt8>(repeating: count)
    let others0 = SIMD16<UInt8>(repeating: others.0)
    let others1 = SIMD16<UInt8>(repeating: others.1)
    let others2 = SIMD16<UInt8>(repeating: others.2)
    let others3 = SIMD16<UInt8>(repeating: others.3)
    return unsafe holdsOne {
      (($0 &- firsts) .< counts) .| (($0 .== others0) .| ($0 .== others1))
        .| (($0 .== others2) .| ($0 .== others3))
    } where: {
      $0 &- first < count || $0 == others.0 || $0 == others.1 || $0 == others.2 || $0 == others.3
    }
  }

  /// Inlined, so each vector comparison is one instruction.
  @inline(__always)
  private func holdsOne(
    _ matches: (SIMD16<UInt8>) -> SIMDMask<SIMD16<Int8>>, where isMatch: (UInt8) -> Bool
  ) -> Bool {
    let raw = UnsafeRawBufferPointer(self)
    var index = 0
    if raw.count >= 16 {
      var found = SIMDMask<SIMD16<Int8>>(repeating: false)
      while index < raw.count {
        // The last vector may overlap the one before it.
        let start = Swift.min(index, raw.count - 16)
        found =
          found .| matches(unsafe raw.loadUnaligned(fromByteOffset: start, as: SIMD16<UInt8>.self))
        index += 16
      }
      let words = unsafe unsafeBitCast(found, to: SIMD2<UInt64>.self)
      return words.x | words.y != 0
    }
    while index < raw.count {
      if isMatch(unsafe raw[index]) { return true }
      index += 1
    }
    return false
  }
}

extension RandomAccessCollection where Index == Int {
  /// The first index whose element fits, given that all elements after it fit; the end if none
  /// does.
  @inlinable
  package func firstSorted(where fits: (Element) -> Bool) -> Int {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = (low + high) / 2
      if fits(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
