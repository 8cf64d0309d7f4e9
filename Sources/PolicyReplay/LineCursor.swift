import PolicyText

/// A place in a line of a log.
///
/// The line and whatever is copied from it stand in buffers that end with a line feed and `slack` bytes
/// behind it. Every scan stops at a line feed, and loads of 16 bytes may run past it but not past the
/// slack: that is why nothing here asks for bounds.
@safe struct LineCursor {
  /// Bytes behind the line feed that can be loaded.
  static let slack = 64
  let pointer: UnsafePointer<UInt8>

  @inline(__always) init(_ pointer: UnsafePointer<UInt8>) { unsafe self.pointer = pointer }

  /// The byte here.
  @inline(__always) var byte: UInt8 { unsafe pointer.pointee }

  /// A place further on.
  @inline(__always) static func + (place: LineCursor, count: Int) -> LineCursor {
    unsafe LineCursor(place.pointer + count)
  }

  /// The bytes between two places.
  @inline(__always) static func - (end: LineCursor, start: LineCursor) -> Int {
    unsafe end.pointer - start.pointer
  }

  @inline(__always) static func < (left: LineCursor, right: LineCursor) -> Bool {
    unsafe left.pointer < right.pointer
  }

  /// The first byte from here that is no blank of JSON within a line.
  @inline(__always) var skippingBlanks: LineCursor {
    var place = self
    while place.byte <= 0x20 {
      guard place.byte == 0x20 || place.byte == 0x09 || place.byte == 0x0D else { break }
      place = place + 1
    }
    return place
  }

  /// The first quote, backslash, control byte or byte above 0x7F from here.
  @inline(__always) var endOfPlainText: LineCursor {
    // Comparisons with vectors are one instruction each; those with a number are a loop over 16 bytes.
    let quotes = SIMD16<Int8>(repeating: 0x22)
    let backslashes = SIMD16<Int8>(repeating: 0x5C)
    let blanks = SIMD16<Int8>(repeating: 0x20)
    var place = self
    while true {
      let bytes = place.vector
      // As signed numbers, bytes above 0x7F are below the control bytes.
      let stops = (bytes .== quotes) .| (bytes .== backslashes) .| (bytes .< blanks)
      if let first = Self.first(of: stops) { return place + first }
      place = place + 16
    }
  }

  /// The first line feed from here; there must be one.
  var lineFeed: LineCursor {
    let feeds = SIMD16<Int8>(repeating: 0x0A)
    var place = self
    while true {
      if let first = Self.first(of: place.vector .== feeds) { return place + first }
      place = place + 16
    }
  }

  /// The next sixteen bytes.
  @inline(__always) private var vector: SIMD16<Int8> {
    unsafe UnsafeRawPointer(pointer).loadUnaligned(as: SIMD16<Int8>.self)
  }

  /// The first lane that is set.
  @inline(__always) private static func first(of lanes: SIMDMask<SIMD16<Int8>>) -> Int? {
    let words = unsafe unsafeBitCast(lanes, to: SIMD2<UInt64>.self)
    if words.x != 0 { return words.x.trailingZeroBitCount >> 3 }
    if words.y != 0 { return 8 + words.y.trailingZeroBitCount >> 3 }
    return nil
  }

  /// The next eight bytes as a number.
  @inline(__always) var word: UInt64 {
    unsafe UnsafeRawPointer(pointer).loadUnaligned(as: UInt64.self)
  }
}

/// A text of a line: where it starts in the line or among the copies, and how long it is.
@safe struct LineText {
  let start: LineCursor
  let count: Int

  @inline(__always) init(_ start: LineCursor, _ count: Int) {
    self.start = start
    self.count = count
  }

  /// The bytes, as long as the line is there.
  var bytes: UnsafeBufferPointer<UInt8> {
    unsafe UnsafeBufferPointer(start: start.pointer, count: count)
  }

  /// False where nothing in the text is hidden from samples.
  var mayHide: Bool { unsafe bytes.holdsOne(of: ParameterMask.signs) }

  /// A copy that stays.
  var exact: ExactString { unsafe ExactString(decoding: bytes) }

  /// Writes the bytes to a place with room for them.
  func copy(to place: UnsafeMutablePointer<UInt8>) {
    unsafe place.update(from: start.pointer, count: count)
  }

  /// The eight bytes at an offset as a number, what lies behind the text as zeros.
  @inline(__always) private func tail(_ offset: Int) -> UInt64 {
    (start + offset).word & ~(UInt64.max << UInt64((count - offset) * 8))
  }

  /// The first eight bytes as a number, low bytes first; what lies behind a shorter text as zeros.
  @inline(__always) var firstWord: UInt64 {
    UInt64(littleEndian: count < 8 ? tail(0) : start.word)
  }

  /// The last eight bytes of a text that has as many.
  @inline(__always) var lastWord: UInt64 { UInt64(littleEndian: (start + (count - 8)).word) }

  /// The hash of the text mixed into another; its length counts.
  ///
  /// Multiplication folded in half; the same on every machine with the byte order of all that Swift
  /// runs on. Nothing relies on its strength: texts are compared in full.
  @inline(__always) func hash(_ seed: UInt64) -> UInt64 {
    var hash = seed
    var offset = 0
    while offset + 16 <= count {
      hash = Self.mix(
        hash ^ (start + offset).word, 0xA076_1D64_78BD_642F ^ (start + (offset + 8)).word)
      offset += 16
    }
    if offset + 8 <= count {
      hash = Self.mix(hash ^ (start + offset).word, 0xA076_1D64_78BD_642F)
      offset += 8
    }
    return Self.mix(hash ^ tail(offset) ^ UInt64(count) << 56, 0xE703_7ED1_A0B4_28DB)
  }

  @inline(__always) private static func mix(_ left: UInt64, _ right: UInt64) -> UInt64 {
    let product = left.multipliedFullWidth(by: right)
    return product.high ^ product.low
  }

  /// True where the bytes at a place are those of the text.
  @inline(__always) func isEqual(to other: LineCursor) -> Bool {
    var offset = 0
    while offset + 16 <= count {
      let first = (start + offset).word ^ (other + offset).word
      let second = (start + (offset + 8)).word ^ (other + (offset + 8)).word
      if first | second != 0 { return false }
      offset += 16
    }
    if offset + 8 <= count {
      if (start + offset).word != (other + offset).word { return false }
      offset += 8
    }
    return tail(offset) == LineText(other, count).tail(offset)
  }

  /// True for this text.
  @inline(__always) func isEqual(to name: StaticString) -> Bool {
    guard count == name.utf8CodeUnitCount else { return false }
    for offset in 0..<count where unsafe (start + offset).byte != name.utf8Start[offset] {
      return false
    }
    return true
  }

  /// True for these bytes.
  func isText(_ text: ExactString) -> Bool {
    guard count == text.utf8.count else { return false }
    return unsafe bytes.elementsEqual(text.utf8)
  }

  /// True for this text in lower case, whatever the case of its letters.
  func isEqualIgnoringCase(to name: StaticString) -> Bool {
    guard count == name.utf8CodeUnitCount else { return false }
    for offset in 0..<count
    where unsafe ASCII.lowercased((start + offset).byte) != name.utf8Start[offset] {
      return false
    }
    return true
  }

  /// Calls a function with a text that stands in a buffer of its own.
  static func with<Value>(_ bytes: some Collection<UInt8>, _ body: (LineText) -> Value) -> Value {
    var copy = Array(bytes)
    let count = copy.count
    copy.append(contentsOf: repeatElement(0x0A, count: LineCursor.slack))
    return unsafe copy.withUnsafeBufferPointer { buffer in
      guard let start = buffer.baseAddress else { return body(.empty) }
      return unsafe body(LineText(LineCursor(start), count))
    }
  }

  /// The empty text, in a place of its own.
  static var empty: LineText {
    unsafe LineText(LineCursor(Self.nothing.utf8Start), 0)
  }

  /// More line feeds than any load takes.
  private static let nothing: StaticString = """
    \n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\
    \n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\
    \n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\
    \n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n
    """
}
