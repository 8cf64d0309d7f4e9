/// A JSON value. Objects keep the order of their members.
public indirect enum JSONValue: Sendable, Equatable {
  case null
  case bool(Bool)
  case int(Int)
  /// A number as written.
  case number(String)
  case string(String)
  case array([JSONValue])
  case object([(key: String, value: JSONValue)])

  /// The string; `null` for nil.
  package static func optional(_ text: String?) -> JSONValue { text.map(JSONValue.string) ?? .null }

  /// A list of strings.
  package static func texts(_ texts: some Sequence<ExactString>) -> JSONValue {
    .array(texts.map { .string($0.string) })
  }

  /// An object without the members that are nil.
  package static func present(_ members: KeyValuePairs<String, JSONValue?>) -> JSONValue {
    .object(members.compactMap { key, value in value.map { (key, $0) } })
  }

  /// A string, or nil.
  package static func text(_ text: ExactString?) -> JSONValue? { text.map { .string($0.string) } }

  /// The string; nil for other values.
  public var stringValue: String? { if case .string(let text) = self { text } else { nil } }

  /// The value of a key; nil if it is missing or the value isn't an object.
  public subscript(key: String) -> JSONValue? {
    guard case .object(let entries) = self else { return nil }
    return entries.first { ExactString($0.key) == ExactString(key) }?.value
  }

  /// Compares strings by bytes; objects must have the same keys in the same order.
  public static func == (left: JSONValue, right: JSONValue) -> Bool {
    switch (left, right) {
    case (.null, .null): true
    case (.bool(let a), .bool(let b)): a == b
    case (.int(let a), .int(let b)): a == b
    case (.number(let a), .number(let b)): a == b
    case (.string(let a), .string(let b)): ExactString(a) == ExactString(b)
    case (.array(let a), .array(let b)): a == b
    case (.object(let a), .object(let b)):
      a.count == b.count
        && zip(a, b).allSatisfy {
          ExactString($0.key) == ExactString($1.key) && $0.value == $1.value
        }
    default: false
    }
  }
}

extension JSONValue {
  /// The layout of JSON text.
  public enum Layout: Sendable {
    /// On one line without spaces, as in JSON Lines.
    case compact
    /// One member per line, indented by two spaces, for files that people read and review.
    case pretty
  }

  /// The value as JSON (RFC 8259), without a final newline. Invisible characters are escaped.
  public func text(_ layout: Layout = .compact) -> String {
    var output: [UInt8] = []
    write(to: &output, layout: layout)
    return String(decoding: output, as: UTF8.self)
  }

  /// Appends the text of the value in UTF-8.
  package func write(to output: inout [UInt8], layout: Layout = .compact, depth: Int = 0) {
    switch self {
    case .null: output.append(contentsOf: "null".utf8)
    case .bool(let value): output.append(contentsOf: (value ? "true" : "false").utf8)
    case .int(let value): output.append(contentsOf: String(value).utf8)
    case .number(let text): output.append(contentsOf: text.utf8)
    case .string(let text): Self.write(quoted: text, to: &output)
    case .array(let items):
      output.append(UInt8(ascii: "["))
      for index in items.indices {
        Self.separate(index, layout, depth, &output)
        items[index].write(to: &output, layout: layout, depth: depth + 1)
      }
      if !items.isEmpty { Self.endLine(layout, depth, &output) }
      output.append(UInt8(ascii: "]"))
    case .object(let entries):
      output.append(UInt8(ascii: "{"))
      for index in entries.indices {
        Self.separate(index, layout, depth, &output)
        Self.write(quoted: entries[index].key, to: &output)
        output.append(UInt8(ascii: ":"))
        if layout == .pretty { output.append(UInt8(ascii: " ")) }
        entries[index].value.write(to: &output, layout: layout, depth: depth + 1)
      }
      if !entries.isEmpty { Self.endLine(layout, depth, &output) }
      output.append(UInt8(ascii: "}"))
    }
  }

  private static func separate(
    _ index: Int, _ layout: Layout, _ depth: Int, _ output: inout [UInt8]
  ) {
    if index > 0 { output.append(UInt8(ascii: ",")) }
    endLine(layout, depth + 1, &output)
  }

  private static func endLine(_ layout: Layout, _ depth: Int, _ output: inout [UInt8]) {
    guard layout == .pretty else { return }
    output.append(UInt8(ascii: "\n"))
    for _ in 0..<(2 * depth) { output.append(UInt8(ascii: " ")) }
  }

  /// Appends a string with its quotes and escapes.
  private static func write(quoted text: String, to output: inout [UInt8]) {
    output.append(UInt8(ascii: "\""))
    // Most strings need no escapes and are appended at once.
    let isDone: Bool? = unsafe text.utf8.withContiguousStorageIfAvailable { bytes in
      // Bytes from 0x7F on, and those below 0x20.
      let (quote, slash) = (UInt8(ascii: "\""), UInt8(ascii: "\\"))
      guard
        unsafe !bytes.holdsOne(from: 0x7F, count: 0xA1, or: (quote, slash, quote, slash))
      else { return false }
      unsafe output.append(contentsOf: bytes)
      return true
    }
    if isDone != true {
      for scalar in text.unicodeScalars { write(escaped: scalar, to: &output) }
    }
    output.append(UInt8(ascii: "\""))
  }

  private static func write(escaped scalar: Unicode.Scalar, to output: inout [UInt8]) {
    switch scalar {
    case "\"": output.append(contentsOf: "\\\"".utf8)
    case "\\": output.append(contentsOf: "\\\\".utf8)
    case "\n": output.append(contentsOf: "\\n".utf8)
    case "\r": output.append(contentsOf: "\\r".utf8)
    case "\t": output.append(contentsOf: "\\t".utf8)
    default:
      guard HiddenCharacter(scalar) != nil else {
        return output.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
      }
      // Above U+FFFF, an escape is a surrogate pair.
      for unit in String(scalar).utf16 {
        let hex = String(unit, radix: 16)
        output.append(contentsOf: ("\\u" + String(repeating: "0", count: 4 - hex.count) + hex).utf8)
      }
    }
  }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByArrayLiteral,
  ExpressibleByDictionaryLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral
{
  /// A string literal.
  public init(stringLiteral value: String) { self = .string(value) }
  /// An array literal.
  public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
  /// An object literal, which keeps its order.
  public init(dictionaryLiteral elements: (String, JSONValue)...) {
    self = .object(elements.map { (key: $0.0, value: $0.1) })
  }
  /// An integer literal.
  public init(integerLiteral value: Int) { self = .int(value) }
  /// A boolean literal.
  public init(booleanLiteral value: Bool) { self = .bool(value) }
}

/// Accessors that return nil for values of other types.
extension JSONValue {
  /// A whole number, as `int` or `number`.
  package var integer: Int? {
    switch self {
    case .int(let value): value
    case .number(let text): Int(text)
    default: nil
    }
  }

  /// The items of an array.
  package var items: [JSONValue]? { if case .array(let items) = self { items } else { nil } }

  /// The strings in an array, without other items.
  package var texts: [ExactString]? {
    items.map { $0.compactMap(\.stringValue).map { ExactString($0) } }
  }

  /// True for the literal `true`.
  package var isTrue: Bool { self == .bool(true) }

  /// The value at a path of keys.
  package subscript(path keys: String...) -> JSONValue? {
    var value: JSONValue? = self
    for key in keys { value = value?[key] }
    return value
  }
}
