import PolicyDiagnostics
import PolicySourceTree

/// Reads the fields of one line, strictly (RFC 8259), without a tree: most lines are only counted.
///
/// What it accepts and what it reads is compared with the tree reader by a test.
@safe struct LineScanner {
  /// Where the line ends, or where it cannot be read further.
  private(set) var place: LineCursor
  /// What the line says.
  private(set) var fields: LineFields
  /// Texts with escapes, decoded.
  private var copies: UnsafeMutablePointer<UInt8>
  private var copiesCapacity = 0
  private var copied = 0
  private var problem = LineProblem.syntax
  private static let maximumDepth = ReadingLimits().depth
  /// Whose names are looked for.
  private let format: LogFormat

  init(_ format: LogFormat = .ndjson) {
    self.format = format
    place = LineText.empty.start
    fields = LineFields()
    unsafe copies = .allocate(capacity: 1)
  }

  /// Gives the memory back; the scanner is not used afterwards.
  func end() {
    fields.end()
    unsafe copies.deallocate()
  }

  /// Reads the line that starts at a place.
  ///
  /// - Returns: why it is no request, or nil; then `place` is its line feed.
  @inline(__always) mutating func scan(_ start: LineCursor) -> LineProblem? {
    fields.clear()
    copied = 0
    problem = .syntax
    var next = start.skippingBlanks
    place = next
    guard next.byte == UInt8(ascii: "{") else { return .notObject }
    next = (next + 1).skippingBlanks
    if next.byte == UInt8(ascii: "}") {
      next = (next + 1).skippingBlanks
    } else {
      guard members(&next) else {
        place = next
        return problem
      }
    }
    place = next
    return next.byte == 0x0A ? nil : .syntax
  }

  /// The members of the object and what closes it.
  @inline(__always) private mutating func members(_ next: inout LineCursor) -> Bool {
    while true {
      guard next.byte == 0x22, let name = string(&next) else { return false }
      next = next.skippingBlanks
      guard next.byte == UInt8(ascii: ":") else { return false }
      next = (next + 1).skippingBlanks
      if let field = format == .ndjson ? LogField(name) : format.accessField(name) {
        guard take(field, &next) else { return false }
      } else if next.byte == 0x22 {
        guard string(&next) != nil else { return false }
      } else {
        guard skipValue(&next, depth: 1) else { return false }
      }
      next = next.skippingBlanks
      if next.byte == UInt8(ascii: ",") {
        next = (next + 1).skippingBlanks
        continue
      }
      guard next.byte == UInt8(ascii: "}") else { return false }
      next = (next + 1).skippingBlanks
      return true
    }
  }

  @inline(__always) private mutating func take(
    _ field: LogField, _ next: inout LineCursor
  ) -> Bool {
    let isFirst = fields.note(field)
    if next.byte == 0x22 {
      guard let text = string(&next) else { return false }
      fields.give(text, field)
    } else {
      let isNull = next.byte == UInt8(ascii: "n")
      guard skipValue(&next, depth: 1) else { return false }
      guard isNull else { return fail(.type) }
    }
    return isFirst || fail(.duplicate)
  }

  private mutating func fail(_ problem: LineProblem) -> Bool {
    self.problem = problem
    return false
  }

  // MARK: strings

  /// The string at a quote; nil where it is broken.
  @inline(__always) private mutating func string(_ next: inout LineCursor) -> LineText? {
    let start = next + 1
    let end = start.endOfPlainText
    guard end.byte == 0x22 else { return copiedString(&next) }
    next = end + 1
    return LineText(start, end - start)
  }

  /// A string with escapes or characters beyond ASCII.
  @inline(never) private mutating func copiedString(_ next: inout LineCursor) -> LineText? {
    let start = next + 1
    var place = start
    var hasEscape = false
    while true {
      place = place.endOfPlainText
      if place.byte == 0x22 { break }
      let length: Int
      if place.byte == 0x5C {
        hasEscape = true
        length = escapeLength(place)
      } else {
        length = characterLength(place)
      }
      guard length > 0 else {
        next = place
        return nil
      }
      place = place + length
    }
    next = place + 1
    return hasEscape ? decoded(start, end: place) : LineText(start, place - start)
  }

  /// The length of a character beyond ASCII, 0 where it is ill-formed (RFC 3629 section 4).
  private mutating func characterLength(_ place: LineCursor) -> Int {
    func continues(_ offset: Int, _ range: ClosedRange<UInt8> = 0x80...0xBF) -> Bool {
      range.contains((place + offset).byte)
    }
    let length =
      switch place.byte {
      case ..<0x80: 0
      case 0xC2...0xDF: continues(1) ? 2 : 0
      case 0xE0: continues(1, 0xA0...0xBF) && continues(2) ? 3 : 0
      case 0xED: continues(1, 0x80...0x9F) && continues(2) ? 3 : 0
      case 0xE1...0xEF: continues(1) && continues(2) ? 3 : 0
      case 0xF0: continues(1, 0x90...0xBF) && continues(2) && continues(3) ? 4 : 0
      case 0xF1...0xF3: continues(1) && continues(2) && continues(3) ? 4 : 0
      case 0xF4: continues(1, 0x80...0x8F) && continues(2) && continues(3) ? 4 : 0
      default: 0
      }
    if length == 0, place.byte >= 0x80 { problem = .encoding }
    return length
  }

  /// The length of an escape, of both halves of a pair of surrogates; 0 where it is none.
  private func escapeLength(_ place: LineCursor) -> Int {
    switch (place + 1).byte {
    case 0x22, 0x5C, UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"), UInt8(ascii: "n"),
      UInt8(ascii: "r"), UInt8(ascii: "t"):
      return 2
    case UInt8(ascii: "u"):
      guard let unit = hex(place + 2) else { return 0 }
      switch unit {
      case 0xD800..<0xDC00:
        guard (place + 6).byte == 0x5C, (place + 7).byte == UInt8(ascii: "u"),
          let low = hex(place + 8), (0xDC00..<0xE000).contains(low)
        else { return 0 }
        return 12
      case 0xDC00..<0xE000: return 0
      default: return 6
      }
    default: return 0
    }
  }

  /// Four hex digits; a line feed is none, so that this never leaves the line.
  private func hex(_ place: LineCursor) -> UInt32? {
    var value: UInt32 = 0
    for offset in 0..<4 {
      let byte = (place + offset).byte
      switch byte {
      case 0x30...0x39: value = value << 4 | UInt32(byte - 0x30)
      case 0x41...0x46: value = value << 4 | UInt32(byte - 0x37)
      case 0x61...0x66: value = value << 4 | UInt32(byte - 0x57)
      default: return nil
      }
    }
    return value
  }

  /// Decodes a string that was found sound.
  private mutating func decoded(_ start: LineCursor, end: LineCursor) -> LineText {
    // Decoding never makes a text longer, so that all copies of a line fit where the line does: the
    // first text with an escape makes the room, and earlier ones need not move.
    let needed = copied + (start.lineFeed - start) + LineCursor.slack
    if copied == 0, needed > copiesCapacity {
      unsafe copies.deallocate()
      copiesCapacity = needed * 2
      unsafe copies = .allocate(capacity: copiesCapacity)
      unsafe copies.initialize(repeating: 0x0A, count: copiesCapacity)
    }
    let first = copied
    var place = start
    while place < end {
      guard place.byte == 0x5C else {
        append(place.byte)
        place = place + 1
        continue
      }
      let code = (place + 1).byte
      switch code {
      case UInt8(ascii: "b"): append(0x08)
      case UInt8(ascii: "f"): append(0x0C)
      case UInt8(ascii: "n"): append(0x0A)
      case UInt8(ascii: "r"): append(0x0D)
      case UInt8(ascii: "t"): append(0x09)
      case UInt8(ascii: "u"):
        var value = hex(place + 2) ?? 0
        if (0xD800..<0xDC00).contains(value) {
          value = 0x10000 + (value - 0xD800) << 10 + ((hex(place + 8) ?? 0xDC00) - 0xDC00)
          place = place + 6
        }
        place = place + 4
        let scalar = Unicode.Scalar(value) ?? "\u{FFFD}"
        for unit in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter { append(unit) }
      default: append(code)
      }
      place = place + 2
    }
    return unsafe LineText(LineCursor(UnsafePointer(copies + first)), copied - first)
  }

  @inline(__always) private mutating func append(_ byte: UInt8) {
    unsafe copies[copied] = byte
    copied += 1
  }

  // MARK: other values

  /// Passes over a value; it must be sound all the same.
  @inline(never) private mutating func skipValue(_ next: inout LineCursor, depth: Int) -> Bool {
    switch next.byte {
    case 0x22: return string(&next) != nil
    case UInt8(ascii: "{"), UInt8(ascii: "["): return skipContainer(&next, depth: depth)
    case UInt8(ascii: "t"): return skip("true", &next)
    case UInt8(ascii: "f"): return skip("false", &next)
    case UInt8(ascii: "n"): return skip("null", &next)
    default: return skipNumber(&next)
    }
  }

  /// The depth is limited, so that the call stack is.
  private mutating func skipContainer(_ next: inout LineCursor, depth: Int) -> Bool {
    guard depth < Self.maximumDepth else { return fail(.nesting) }
    let isObject = next.byte == UInt8(ascii: "{")
    let close = isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")
    next = (next + 1).skippingBlanks
    if next.byte == close {
      next = next + 1
      return true
    }
    while true {
      if isObject {
        guard next.byte == 0x22, string(&next) != nil else { return false }
        next = next.skippingBlanks
        guard next.byte == UInt8(ascii: ":") else { return false }
        next = (next + 1).skippingBlanks
      }
      guard skipValue(&next, depth: depth + 1) else { return false }
      next = next.skippingBlanks
      if next.byte == close {
        next = next + 1
        return true
      }
      guard next.byte == UInt8(ascii: ",") else { return false }
      next = (next + 1).skippingBlanks
    }
  }

  private func skip(_ word: StaticString, _ next: inout LineCursor) -> Bool {
    guard LineText(next, word.utf8CodeUnitCount).isEqual(to: word) else { return false }
    next = next + word.utf8CodeUnitCount
    return true
  }

  private func skipNumber(_ next: inout LineCursor) -> Bool {
    if next.byte == UInt8(ascii: "-") { next = next + 1 }
    if next.byte == UInt8(ascii: "0") {
      next = next + 1
    } else {
      guard skipDigits(&next) else { return false }
    }
    if next.byte == UInt8(ascii: ".") {
      next = next + 1
      guard skipDigits(&next) else { return false }
    }
    if next.byte | 0x20 == UInt8(ascii: "e") {
      next = next + 1
      if next.byte == UInt8(ascii: "+") || next.byte == UInt8(ascii: "-") { next = next + 1 }
      guard skipDigits(&next) else { return false }
    }
    return true
  }

  private func skipDigits(_ next: inout LineCursor) -> Bool {
    guard (0x30...0x39).contains(next.byte) else { return false }
    while (0x30...0x39).contains(next.byte) { next = next + 1 }
    return true
  }
}
