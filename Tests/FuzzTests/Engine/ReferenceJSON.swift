import PolicyText

/// A second parser for RFC 8259: as short as possible, regardless of speed, and independent of the
/// program.
struct ReferenceJSON {
  /// A value. Numbers, Booleans and null are distinguished only as far as log lines require.
  indirect enum Value {
    case object([(name: [UInt8], value: Value)])
    case array([Value])
    case string([UInt8])
    case null
    case other

    /// Whether an object in the value has a duplicate name.
    var repeatsName: Bool {
      switch self {
      case .object(let members):
        Set(members.map(\.name)).count < members.count || members.contains { $0.value.repeatsName }
      case .array(let items): items.contains { $0.repeatsName }
      default: false
      }
    }
  }

  private struct Refusal: Error {}
  /// The maximum nesting depth, as in the program.
  private static let depth = 256
  private var rest: ArraySlice<UInt8>

  /// Parses a JSON text; nil if it is invalid.
  static func read(_ bytes: [UInt8]) -> Value? {
    guard String(validating: bytes, as: UTF8.self) != nil else { return nil }
    var reader = ReferenceJSON(rest: bytes[...])
    guard let value = try? reader.value(1) else { return nil }
    reader.blanks()
    return reader.rest.isEmpty ? value : nil
  }

  private mutating func blanks() { rest = rest.drop { [0x20, 0x09, 0x0A, 0x0D].contains($0) } }

  private mutating func takes(_ text: String) -> Bool {
    guard rest.starts(with: text.utf8) else { return false }
    rest = rest.dropFirst(text.utf8.count)
    return true
  }

  private mutating func need(_ text: String) throws { if !takes(text) { throw Refusal() } }

  private mutating func value(_ level: Int) throws -> Value {
    blanks()
    if takes("null") { return .null }
    if takes("true") || takes("false") { return .other }
    switch rest.first {
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      guard level <= Self.depth else { throw Refusal() }
      return takes("{") ? try object(level) : try array(level)
    default:
      try number()
      return .other
    }
  }

  private mutating func object(_ level: Int) throws -> Value {
    var members: [(name: [UInt8], value: Value)] = []
    blanks()
    if takes("}") { return .object([]) }
    repeat {
      blanks()
      let name = try string()
      blanks()
      try need(":")
      members.append((name, try value(level + 1)))
      blanks()
    } while takes(",")
    try need("}")
    return .object(members)
  }

  private mutating func array(_ level: Int) throws -> Value {
    try need("[")
    var items: [Value] = []
    blanks()
    if takes("]") { return .array([]) }
    repeat {
      items.append(try value(level + 1))
      blanks()
    } while takes(",")
    try need("]")
    return .array(items)
  }

  private mutating func number() throws {
    _ = takes("-")
    if !takes("0") { try digits() }
    if takes(".") { try digits() }
    if takes("e") || takes("E") {
      if !takes("+") { _ = takes("-") }
      try digits()
    }
  }

  private mutating func digits() throws {
    let count = rest.prefix { (0x30...0x39).contains($0) }.count
    if count == 0 { throw Refusal() }
    rest = rest.dropFirst(count)
  }

  private mutating func string() throws -> [UInt8] {
    try need("\"")
    var text: [UInt8] = []
    while !takes("\"") {
      guard let byte = rest.popFirst(), byte >= 0x20 else { throw Refusal() }
      guard byte == UInt8(ascii: "\\") else {
        text.append(byte)
        continue
      }
      guard let escape = rest.popFirst() else { throw Refusal() }
      let plain: [Character: UInt8] = [
        "\"": 0x22, "\\": 0x5C, "/": 0x2F, "b": 8, "f": 12, "n": 10, "r": 13, "t": 9,
      ]
      if let byte = plain[Character(Unicode.Scalar(escape))] {
        text.append(byte)
      } else if escape == UInt8(ascii: "u") {
        text += Array(String(try scalar()).utf8)
      } else {
        throw Refusal()
      }
    }
    return text
  }

  private mutating func scalar() throws -> Unicode.Scalar {
    let first = try unit()
    if let scalar = Unicode.Scalar(first) { return scalar }
    guard first < 0xDC00, takes("\\u") else { throw Refusal() }
    let second = try unit()
    guard (0xDC00...0xDFFF).contains(second),
      let scalar = Unicode.Scalar((first - 0xD800) * 0x400 + (second - 0xDC00) + 0x10000)
    else { throw Refusal() }
    return scalar
  }

  private mutating func unit() throws -> UInt32 {
    let digits = rest.prefix(4)
    guard digits.count == 4, digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }),
      let value = UInt32(String(decoding: digits, as: UTF8.self), radix: 16)
    else { throw Refusal() }
    rest = rest.dropFirst(4)
    return value
  }
}

/// A log line as documented: an object whose known members are strings or null and aren't repeated.
struct ReferenceLine {
  static let known = [
    "client_id", "redirect_uri", "response_type", "scope", "code_challenge_method", "state",
    "code_challenge", "environment", "query", "url",
  ]
  /// Known members; nil is null.
  private(set) var fields: [String: [UInt8]?] = [:]

  /// Returns nil if the line isn't a request.
  init?(_ bytes: [UInt8]) {
    guard case .object(let members)? = ReferenceJSON.read(bytes) else { return nil }
    for (name, value) in members {
      guard let known = Self.known.first(where: { Array($0.utf8) == name }) else { continue }
      guard fields[known] == nil else { return nil }
      switch value {
      case .string(let text): fields[known] = .some(text)
      case .null: fields[known] = .some(nil)
      default: return nil
      }
    }
  }

  /// The line with only its known members.
  var plain: [UInt8] {
    let members = fields.map { name, value in
      (
        key: name,
        value: value.map { JSONValue.string(String(decoding: $0, as: UTF8.self)) } ?? .null
      )
    }
    return Array(JSONValue.object(members).text().utf8)
  }
}
