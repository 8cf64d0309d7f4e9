package import PolicyText

/// The types of scalars without quotes.
///
/// Combines YAML 1.1 (libyaml, PyYAML) and the YAML 1.2 core schema: if any reader parses a value
/// as a number, a Boolean, null or a timestamp, it isn't a reliable string.
package enum PlainScalar: String, Sendable {
  case string
  case null
  case boolean = "a boolean"
  case integer = "an integer"
  case float = "a float"
  case timestamp = "a date or time"

  /// The name in messages.
  var name: String { self == .null ? "null" : rawValue }

  /// Detects the type of a plain scalar.
  package init(_ text: ExactString) { self.init(Array(text.utf8)[...]) }

  /// Detects the type of a plain scalar.
  package init(_ text: ArraySlice<UInt8>) {
    self = .string
    guard let first = text.first else {
      self = .null
      return
    }
    if Self.isString(first: first, count: text.count) { return }
    if Self.isNumeric(first) {
      let bytes = Array(text)
      if Self.isInteger(bytes) {
        self = .integer
      } else if Self.isFloat(bytes) {
        self = .float
      } else if Self.isTimestamp(bytes) {
        self = .timestamp
      }
    } else {
      self = Self.word(Array(text))
    }
  }

  /// Returns true if the first byte and the length already identify a string, as for most scalars.
  static func isString(first: UInt8, count: Int) -> Bool {
    !isNumeric(first) && (count > 5 || !"yYnNoOtTfF~".utf8.contains(first))
  }

  private static func isNumeric(_ first: UInt8) -> Bool {
    first.isDigit || first == 0x2B || first == 0x2D || first == 0x2E
  }

  private static func word(_ bytes: [UInt8]) -> PlainScalar {
    switch String(
      decoding: bytes.map { ASCII.lowercased($0) }, as: UTF8.self)
    {
    case "y", "n", "yes", "no", "on", "off", "true", "false": .boolean
    case "~", "null": .null
    default: .string
    }
  }

  private static func unsigned(_ bytes: [UInt8]) -> ArraySlice<UInt8> {
    bytes.first == 0x2B || bytes.first == 0x2D ? bytes[1...] : bytes[...]
  }

  private static func isInteger(_ bytes: [UInt8]) -> Bool {
    let body = unsigned(bytes)
    guard let first = body.first, first.isDigit else { return false }
    let prefix = body.prefix(2)
    func rest(_ accepts: (UInt8) -> Bool) -> Bool {
      let digits = body.dropFirst(2)
      return !digits.isEmpty && digits.allSatisfy { accepts($0) || $0 == UInt8(ascii: "_") }
    }
    if prefix.elementsEqual("0b".utf8) { return rest { $0 == 0x30 || $0 == 0x31 } }
    if prefix.elementsEqual("0o".utf8) { return rest { (0x30...0x37).contains($0) } }
    if prefix.elementsEqual("0x".utf8) { return rest { PercentEncoding.hexValue($0) != nil } }
    if body.allSatisfy({ $0.isDigit || $0 == UInt8(ascii: "_") }) { return true }
    return isSexagesimal(body)
  }

  /// `12:30:45`: base 60 in YAML 1.1.
  private static func isSexagesimal(_ body: ArraySlice<UInt8>) -> Bool {
    let parts = body.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
    guard parts.count > 1, let head = parts.first, !head.isEmpty,
      head.allSatisfy({ $0.isDigit || $0 == UInt8(ascii: "_") })
    else { return false }
    return parts.dropFirst().allSatisfy { part in
      guard let digit = part.first, part.count <= 2, part.allSatisfy(\.isDigit) else {
        return false
      }
      return part.count == 1 || digit <= UInt8(ascii: "5")
    }
  }

  private static func isFloat(_ bytes: [UInt8]) -> Bool {
    let body = unsigned(bytes)
    if body.first == 0x2E, body.count == 4 {
      let word = String(decoding: body.dropFirst().map { $0 | 0x20 }, as: UTF8.self)
      if word == "inf" || word == "nan" { return true }
    }
    // 1:30.5 is base 60 with a fraction.
    if let dot = body.firstIndex(of: 0x2E), body[..<dot].contains(UInt8(ascii: ":")) {
      return isSexagesimal(body[..<dot])
        && body[(dot + 1)...].allSatisfy { $0.isDigit || $0 == UInt8(ascii: "_") }
    }
    var index = body.startIndex
    func digits() -> Int {
      let start = index
      var found = 0
      while index < body.endIndex,
        body[index].isDigit || (body[index] == 0x5F && (index > start || body.first != 0x5F))
      {
        if body[index] != 0x5F { found += 1 }
        index += 1
      }
      return found
    }
    var count = digits()
    if index < body.endIndex, body[index] == 0x2E {
      index += 1
      count += digits()
    }
    guard count > 0 else { return false }
    if index < body.endIndex, body[index] | 0x20 == UInt8(ascii: "e") {
      index += 1
      if index < body.endIndex, body[index] == 0x2B || body[index] == 0x2D { index += 1 }
      guard digits() > 0 else { return false }
    }
    return index == body.endIndex
  }

  /// `2001-12-14`, `2001-12-14T21:59:43.10-05:00`, `2001-12-14 21:59:43`.
  private static func isTimestamp(_ bytes: [UInt8]) -> Bool {
    var index = 0
    func digits(_ range: ClosedRange<Int>) -> Bool {
      let start = index
      while index < bytes.count, bytes[index].isDigit, index - start < range.upperBound {
        index += 1
      }
      return index - start >= range.lowerBound
    }
    func take(_ byte: Character) -> Bool {
      guard index < bytes.count, bytes[index] == byte.asciiValue else { return false }
      index += 1
      return true
    }
    guard digits(4...4), take("-"), digits(1...2), take("-"), digits(1...2) else { return false }
    if index == bytes.count { return true }
    guard take("T") || take("t") || take(" ") || take("\t") else { return false }
    while take(" ") || take("\t") {}
    guard digits(1...2), take(":"), digits(2...2), take(":"), digits(2...2) else { return false }
    if take(".") { _ = digits(0...Int.max) }
    while take(" ") || take("\t") {}
    if index == bytes.count || (take("Z") && index == bytes.count) { return true }
    guard take("+") || take("-"), digits(1...2) else { return false }
    if index == bytes.count { return true }
    return take(":") && digits(2...2) && index == bytes.count
  }
}

extension PlainScalar {
  /// Returns true if all common readers of YAML 1.1 and 1.2 parse the plain scalar as the same
  /// string.
  ///
  /// Stricter than the specifications: only printable ASCII is plain, no indicator may be first,
  /// and `?` isn't allowed in brackets, where PyYAML reads it as a key.
  ///
  /// - Parameter inFlow: in brackets or braces, where more characters are special.
  package static func standsAlone(_ text: ArraySlice<UInt8>, inFlow: Bool) -> Bool {
    guard let first = text.first, let last = text.last,
      !"-?:,[]{}#&*!|>'\"%@`=<~ ".utf8.contains(first), PlainScalar(text) == .string,
      // A dot before a letter isn't part of a number and doesn't end a document.
      first != UInt8(ascii: ".") || text.dropFirst().first.map(\.isLetter) == true,
      last != 0x20, last != UInt8(ascii: ":")
    else { return false }
    var previous: UInt8 = 0
    for byte in text {
      switch byte {
      case 0x00..<0x20, 0x7F...: return false
      case 0x20 where previous == UInt8(ascii: ":"): return false
      case UInt8(ascii: "#") where previous == 0x20: return false
      case UInt8(ascii: ","), UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "{"),
        UInt8(ascii: "}"), UInt8(ascii: "?"):
        if inFlow { return false }
      default: break
      }
      previous = byte
    }
    return true
  }
}
