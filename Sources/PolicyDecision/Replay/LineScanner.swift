package import PolicyText

/// Parses the fields of one line, strictly (RFC 8259), without building a tree, because most lines
/// are only counted.
///
/// A test compares it with the tree reader.
package struct LineScanner {
  /// The values of the last line, by field.
  private var values = [LogValue](repeating: .absent, count: LogField.allCases.count)
  private var problem = LineProblem.syntax
  private static let maximumDepth = ReadingLimits().depth
  /// The field names, concatenated.
  private var names: [UInt8] = []
  /// Shorter names first.
  private var fields: [(field: LogField, start: Int, count: Int)] = []
  /// By length, the index of the first field whose name isn't shorter.
  private var firstOfLength: [Int] = []

  package init(_ format: LogFormat = .ndjson) {
    for (name, field) in format.names.sorted(by: { $0.0.utf8.count < $1.0.utf8.count }) {
      while firstOfLength.count <= name.utf8.count { firstOfLength.append(fields.count) }
      fields.append((field, names.count, name.utf8.count))
      names += name.utf8
    }
    firstOfLength.append(fields.count)
  }

  /// Parses a line.
  ///
  /// - Returns: why it isn't a request, or nil.
  package mutating func scan(_ bytes: [UInt8], _ range: Range<Int>) -> LineProblem? {
    for index in values.indices { values[index] = .absent }
    problem = .syntax
    hasEscapes = false
    // macOS 14 has spans of slices, but not of arrays.
    let slice = bytes[range]
    let line = slice.span
    var next = Self.skipBlanks(line, 0)
    guard Self.byte(line, next) == UInt8(ascii: "{") else { return .notObject }
    next = Self.skipBlanks(line, next + 1)
    if Self.byte(line, next) == UInt8(ascii: "}") {
      next += 1
    } else {
      guard members(line, &next) else { return problem }
    }
    return Self.skipBlanks(line, next) == line.count ? nil : .syntax
  }

  /// The value of a field in the last line.
  subscript(_ field: LogField) -> LogValue { values[field.rawValue] }

  /// True if the field is in the last line.
  package func has(_ field: LogField) -> Bool {
    if case .absent = self[field] { false } else { true }
  }

  /// Whether the field has this value in the last line.
  func holds(_ text: String, _ field: LogField, in bytes: [UInt8], _ line: Range<Int>) -> Bool {
    guard case .string(let range, let hasEscapes) = self[field] else { return false }
    guard !hasEscapes else { return self.text(field, in: bytes, line) == ExactString(text) }
    return range.count == text.utf8.count
      && bytes.holds(text, at: line.lowerBound + range.lowerBound)
  }

  /// The string in a field of the last line; nil if it is null or absent.
  package func text(_ field: LogField, in bytes: [UInt8], _ line: Range<Int>) -> ExactString? {
    guard case .string(let range, let hasEscapes) = self[field] else { return nil }
    let place = (line.lowerBound + range.lowerBound)..<(line.lowerBound + range.upperBound)
    return hasEscapes ? Self.decoded(bytes[place]) : bytes.text(place)
  }

  /// True if the last line has escapes in the value of a field.
  private(set) var hasEscapes = false

  /// Sets a parameter to the location of a field's string in the last line. A string with escapes
  /// is decoded and appended to the bytes of the parameters.
  func locate(
    _ field: LogField, in line: Range<Int>, as name: AuthorizationParameters.Name,
    _ parameters: inout AuthorizationParameters
  ) {
    guard case .string(let range, let hasEscapes) = self[field] else { return }
    if hasEscapes {
      parameters[name] = Parameter(text(field, in: parameters.bytes, line))
    } else {
      parameters[location: name] = .value(
        (line.lowerBound + range.lowerBound)..<(line.lowerBound + range.upperBound))
    }
  }

  private static func decoded(_ bytes: ArraySlice<UInt8>) -> ExactString? {
    (try? JSONText.parse([0x22] + bytes + [0x22]))?.stringValue.map { ExactString($0) }
  }

  // MARK: the object

  /// The byte at an index; after the end, a line feed, which no value contains.
  @inline(__always) private static func byte(_ line: Swift.Span<UInt8>, _ index: Int) -> UInt8 {
    index < line.count ? line[index] : 0x0A
  }

  /// The index of the first byte that isn't JSON whitespace.
  @inline(__always) private static func skipBlanks(_ line: Swift.Span<UInt8>, _ start: Int) -> Int {
    var index = start
    while true {
      switch byte(line, index) {
      case 0x20, 0x09, 0x0D: index += 1
      default: return index
      }
    }
  }

  /// The members of the object and its closing brace.
  private mutating func members(_ line: Swift.Span<UInt8>, _ next: inout Int) -> Bool {
    while true {
      guard Self.byte(line, next) == 0x22, let name = string(line, &next) else { return false }
      next = Self.skipBlanks(line, next)
      guard Self.byte(line, next) == UInt8(ascii: ":") else { return false }
      next = Self.skipBlanks(line, next + 1)
      if let field = field(line, name) {
        guard take(field, line, &next) else { return false }
      } else {
        guard skipValue(line, &next, depth: 1) else { return false }
      }
      next = Self.skipBlanks(line, next)
      if Self.byte(line, next) == UInt8(ascii: ",") {
        next = Self.skipBlanks(line, next + 1)
        continue
      }
      guard Self.byte(line, next) == UInt8(ascii: "}") else { return false }
      next += 1
      return true
    }
  }

  /// The field with a name; nil for ignored fields.
  @inline(__always)
  private func field(_ line: Swift.Span<UInt8>, _ name: (range: Range<Int>, hasEscapes: Bool))
    -> LogField?
  {
    guard !name.hasEscapes else { return escapedField(line, name.range) }
    let first = name.range.lowerBound
    let count = name.range.count
    guard count + 1 < firstOfLength.count else { return nil }
    for index in firstOfLength[count]..<firstOfLength[count + 1] {
      let known = fields[index]
      if line.holds(names, known.start..<(known.start + count), at: first) { return known.field }
    }
    return nil
  }

  private func escapedField(_ line: Swift.Span<UInt8>, _ range: Range<Int>) -> LogField? {
    var bytes: [UInt8] = []
    for index in range { bytes.append(line[index]) }
    guard let name = Self.decoded(bytes[...]) else { return nil }
    return fields.first {
      names[$0.start..<($0.start + $0.count)].elementsEqual(name.utf8)
    }?.field
  }

  private mutating func take(_ field: LogField, _ line: Swift.Span<UInt8>, _ next: inout Int)
    -> Bool
  {
    let isFirst = !has(field)
    if Self.byte(line, next) == 0x22 {
      guard let text = string(line, &next) else { return false }
      values[field.rawValue] = .string(text.range, hasEscapes: text.hasEscapes)
      if text.hasEscapes { hasEscapes = true }
    } else {
      let isNull = Self.byte(line, next) == UInt8(ascii: "n")
      guard skipValue(line, &next, depth: 1) else { return false }
      guard isNull else { return fail(.type) }
      values[field.rawValue] = .null
    }
    return isFirst || fail(.duplicate)
  }

  private mutating func fail(_ problem: LineProblem) -> Bool {
    self.problem = problem
    return false
  }

  // MARK: strings

  /// The string at a quote; nil if it is malformed.
  @inline(__always)
  private mutating func string(
    _ line: Swift.Span<UInt8>, _ next: inout Int
  ) -> (range: Range<Int>, hasEscapes: Bool)? {
    let start = next + 1
    var index = start
    var hasEscapes = false
    while true {
      index = line.endOfPlainText(from: index)
      guard index < line.count else { return nil }
      let byte = line[index]
      if byte == 0x22 {
        next = index + 1
        return (start..<index, hasEscapes)
      }
      if byte == 0x5C { hasEscapes = true }
      let length = byte == 0x5C ? escapeLength(line, index) : characterLength(line, index)
      guard length > 0 else { return nil }
      index += length
    }
  }

  /// The length of a non-ASCII character; 0 if it is invalid or a control character.
  private mutating func characterLength(_ line: Swift.Span<UInt8>, _ index: Int) -> Int {
    let length = DisplayText.sequenceLength(line, at: index)
    if length == 0, line[index] >= 0x80 { problem = .encoding }
    return length
  }

  /// The length of an escape, including both halves of a surrogate pair; 0 if it is invalid.
  private func escapeLength(_ line: Swift.Span<UInt8>, _ index: Int) -> Int {
    switch Self.byte(line, index + 1) {
    case 0x22, 0x5C, UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"), UInt8(ascii: "n"),
      UInt8(ascii: "r"), UInt8(ascii: "t"):
      return 2
    case UInt8(ascii: "u"):
      guard let unit = Self.hex(line, index + 2) else { return 0 }
      switch unit {
      case 0xD800..<0xDC00:
        guard Self.byte(line, index + 6) == 0x5C, Self.byte(line, index + 7) == UInt8(ascii: "u"),
          let low = Self.hex(line, index + 8), (0xDC00..<0xE000).contains(low)
        else { return 0 }
        return 12
      case 0xDC00..<0xE000: return 0
      default: return 6
      }
    default: return 0
    }
  }

  /// Four hex digits.
  private static func hex(_ line: Swift.Span<UInt8>, _ index: Int) -> UInt32? {
    var value: UInt32 = 0
    for offset in 0..<4 {
      guard let digit = PercentEncoding.hexValue(byte(line, index + offset)) else { return nil }
      value = value << 4 | UInt32(digit)
    }
    return value
  }

  // MARK: other values

  /// Skips a value, which must be valid.
  private mutating func skipValue(_ line: Swift.Span<UInt8>, _ next: inout Int, depth: Int) -> Bool
  {
    switch Self.byte(line, next) {
    case 0x22: return string(line, &next) != nil
    case UInt8(ascii: "{"), UInt8(ascii: "["): return skipContainer(line, &next, depth: depth)
    case UInt8(ascii: "t"): return skip("true", line, &next)
    case UInt8(ascii: "f"): return skip("false", line, &next)
    case UInt8(ascii: "n"): return skip("null", line, &next)
    default: return skipNumber(line, &next)
    }
  }

  /// Limits the depth, and so the call stack.
  private mutating func skipContainer(
    _ line: Swift.Span<UInt8>, _ next: inout Int, depth: Int
  ) -> Bool {
    guard depth < Self.maximumDepth else { return fail(.nesting) }
    let isObject = Self.byte(line, next) == UInt8(ascii: "{")
    let close = isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")
    next = Self.skipBlanks(line, next + 1)
    if Self.byte(line, next) == close {
      next += 1
      return true
    }
    while true {
      if isObject {
        guard Self.byte(line, next) == 0x22, string(line, &next) != nil else { return false }
        next = Self.skipBlanks(line, next)
        guard Self.byte(line, next) == UInt8(ascii: ":") else { return false }
        next = Self.skipBlanks(line, next + 1)
      }
      guard skipValue(line, &next, depth: depth + 1) else { return false }
      next = Self.skipBlanks(line, next)
      if Self.byte(line, next) == close {
        next += 1
        return true
      }
      guard Self.byte(line, next) == UInt8(ascii: ",") else { return false }
      next = Self.skipBlanks(line, next + 1)
    }
  }

  private func skip(_ word: String, _ line: Swift.Span<UInt8>, _ next: inout Int) -> Bool {
    for byte in word.utf8 {
      guard Self.byte(line, next) == byte else { return false }
      next += 1
    }
    return true
  }

  private func skipNumber(_ line: Swift.Span<UInt8>, _ next: inout Int) -> Bool {
    if Self.byte(line, next) == UInt8(ascii: "-") { next += 1 }
    if Self.byte(line, next) == UInt8(ascii: "0") {
      next += 1
    } else {
      guard skipDigits(line, &next) else { return false }
    }
    if Self.byte(line, next) == UInt8(ascii: ".") {
      next += 1
      guard skipDigits(line, &next) else { return false }
    }
    if Self.byte(line, next) | 0x20 == UInt8(ascii: "e") {
      next += 1
      let sign = Self.byte(line, next)
      if sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") { next += 1 }
      guard skipDigits(line, &next) else { return false }
    }
    return true
  }

  private func skipDigits(_ line: Swift.Span<UInt8>, _ next: inout Int) -> Bool {
    let start = next
    while (0x30...0x39).contains(Self.byte(line, next)) { next += 1 }
    return next > start
  }
}
