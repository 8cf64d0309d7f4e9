package import PolicyText

/// Parses the fields of one line, strictly (RFC 8259), without building a tree, because most lines
/// are only counted.
///
/// A test compares it with the tree reader.
package struct LineScanner {
  /// The last line, followed by strings that were decoded from it.
  private var bytes: ArraySlice<UInt8> = []
  /// The values of the last line, by field: `missing` for null, `notRecorded` for an absent field.
  private var values = [AuthorizationParameters.Location](
    repeating: .notRecorded, count: LogField.allCases.count)
  private var problem = LineProblem.syntax
  private static let maximumDepth = ReadingLimits().depth
  /// The field names, concatenated.
  private var names: ArraySlice<UInt8> = []
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
  package mutating func scan(_ text: ArraySlice<UInt8>) -> LineProblem? {
    for index in values.indices { values[index] = .notRecorded }
    problem = .syntax
    bytes = text
    let line = text.span
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
  subscript(_ field: LogField) -> AuthorizationParameters.Location { values[field.rawValue] }

  /// True if the field is in the last line.
  package func has(_ field: LogField) -> Bool { self[field] != .notRecorded }

  /// The bytes of the string in a field of the last line; nil if it is null or absent.
  func bytes(_ field: LogField) -> ArraySlice<UInt8>? {
    if case .value(let range) = self[field] { bytes[range] } else { nil }
  }

  /// The string in a field of the last line; nil if it is null or absent.
  package func text(_ field: LogField) -> ExactString? {
    bytes(field).map { ExactString(decoding: $0) }
  }

  /// The parameters in fields of the last line. The client and redirect URI are always checked, other
  /// parameters only if the line contains them.
  mutating func parameters() -> AuthorizationParameters {
    for field in [LogField.clientID, .redirectURI] where !has(field) {
      values[field.rawValue] = .missing
    }
    return AuthorizationParameters(in: bytes, at: values)
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
    let count = name.range.count
    guard count + 1 < firstOfLength.count else { return nil }
    let bytes = line.extracting(name.range)
    for index in firstOfLength[count]..<firstOfLength[count + 1] {
      let (field, start, _) = fields[index]
      if names.span.extracting(start..<(start + count)).hasSameBytes(as: bytes) { return field }
    }
    return nil
  }

  private func escapedField(_ line: Swift.Span<UInt8>, _ range: Range<Int>) -> LogField? {
    let name = Self.decoded(line, range)
    return fields.first { names[$0.start..<($0.start + $0.count)].elementsEqual(name) }?.field
  }

  private mutating func take(_ field: LogField, _ line: Swift.Span<UInt8>, _ next: inout Int)
    -> Bool
  {
    let isFirst = !has(field)
    if Self.byte(line, next) == 0x22 {
      guard let text = string(line, &next) else { return false }
      values[field.rawValue] = .value(place(of: text, line))
    } else {
      let isNull = Self.byte(line, next) == UInt8(ascii: "n")
      guard skipValue(line, &next, depth: 1) else { return false }
      guard isNull else { return fail(.type) }
      values[field.rawValue] = .missing
    }
    return isFirst || fail(.duplicate)
  }

  /// The range of a string's content in `bytes`. A string with escapes is decoded and appended.
  private mutating func place(
    of text: (range: Range<Int>, hasEscapes: Bool), _ line: Swift.Span<UInt8>
  ) -> Range<Int> {
    guard text.hasEscapes else {
      let start = bytes.startIndex
      return (start + text.range.lowerBound)..<(start + text.range.upperBound)
    }
    let start = bytes.endIndex
    bytes += Self.decoded(line, text.range)
    return start..<bytes.endIndex
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
      let length =
        byte == 0x5C
        ? Self.escape(line, index)?.length ?? 0 : characterLength(line, index)
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

  /// The character and length of an escape, including both halves of a surrogate pair; nil if it is
  /// invalid.
  private static func escape(
    _ line: Swift.Span<UInt8>, _ index: Int
  ) -> (character: Unicode.Scalar, length: Int)? {
    switch byte(line, index + 1) {
    case 0x22: return ("\"", 2)
    case 0x5C: return ("\\", 2)
    case UInt8(ascii: "/"): return ("/", 2)
    case UInt8(ascii: "b"): return ("\u{8}", 2)
    case UInt8(ascii: "f"): return ("\u{C}", 2)
    case UInt8(ascii: "n"): return ("\n", 2)
    case UInt8(ascii: "r"): return ("\r", 2)
    case UInt8(ascii: "t"): return ("\t", 2)
    case UInt8(ascii: "u"):
      guard let unit = hex(line, index + 2) else { return nil }
      if let character = Unicode.Scalar(unit) { return (character, 6) }
      guard unit < 0xDC00, byte(line, index + 6) == 0x5C,
        byte(line, index + 7) == UInt8(ascii: "u"),
        let low = hex(line, index + 8), (0xDC00..<0xE000).contains(low)
      else { return nil }
      return Unicode.Scalar(0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00)).map { ($0, 12) }
    default: return nil
    }
  }

  /// The decoded bytes of a string with escapes.
  private static func decoded(_ line: Swift.Span<UInt8>, _ range: Range<Int>) -> [UInt8] {
    var output: [UInt8] = []
    var index = range.lowerBound
    while index < range.upperBound {
      if line[index] == 0x5C, let (character, length) = escape(line, index) {
        output.append(contentsOf: UTF8.encode(character) ?? UTF8.encodedReplacementCharacter)
        index += length
      } else {
        output.append(line[index])
        index += 1
      }
    }
    return output
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
