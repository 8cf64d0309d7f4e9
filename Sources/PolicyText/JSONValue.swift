/// A JSON value to be written: objects keep their order, numbers are integers or given text.
public indirect enum JSONValue: Sendable, Equatable {
  case null
  case bool(Bool)
  case int(Int)
  /// A number in the spelling it was read with.
  case number(String)
  case string(String)
  case array([JSONValue])
  case object([(key: String, value: JSONValue)])

  /// `null` for nil, else the string.
  public static func optional(_ text: String?) -> JSONValue { text.map(JSONValue.string) ?? .null }

  /// The text of a string, or nil.
  public var stringValue: String? { if case .string(let text) = self { text } else { nil } }

  /// The value of a key of an object, or nil.
  public subscript(key: String) -> JSONValue? {
    guard case .object(let entries) = self else { return nil }
    return entries.first { ExactString($0.key) == ExactString(key) }?.value
  }

  /// Equal values; strings by bytes, objects with the same keys in the same order.
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
  /// How a value is laid out.
  public enum Layout: Sendable {
    /// One line, no spaces: one answer of a batch.
    case compact
    /// One member per line, two spaces of indentation: files that people read and review.
    case pretty
  }

  /// The value as RFC 8259 text in UTF-8, without a final newline; the same bytes for the same value.
  ///
  /// Characters that cannot be seen are escaped, so that the text is safe in a terminal, in JavaScript and
  /// before a reviewer; everything else is written as it is.
  public func text(_ layout: Layout = .compact) -> String {
    var output = ""
    write(to: &output, layout: layout, depth: 0)
    return output
  }

  /// Appends the text of the value.
  public func write(to output: inout String, layout: Layout = .compact, depth: Int = 0) {
    switch self {
    case .null: output += "null"
    case .bool(let value): output += value ? "true" : "false"
    case .int(let value): output += String(value)
    case .number(let text): output += text
    case .string(let text): Self.write(quoted: text, to: &output)
    case .array(let items):
      Self.list(items, "[", "]", to: &output, layout, depth) { item, output in
        item.write(to: &output, layout: layout, depth: depth + 1)
      }
    case .object(let entries):
      Self.list(entries, "{", "}", to: &output, layout, depth) { entry, output in
        Self.write(quoted: entry.key, to: &output)
        output += layout == .pretty ? ": " : ":"
        entry.value.write(to: &output, layout: layout, depth: depth + 1)
      }
    }
  }

  private static func list<Item>(
    _ items: [Item], _ open: String, _ close: String, to output: inout String, _ layout: Layout,
    _ depth: Int, _ each: (Item, inout String) -> Void
  ) {
    output += open
    for (index, item) in items.enumerated() {
      if index > 0 { output += "," }
      if layout == .pretty { output += "\n" + String(repeating: "  ", count: depth + 1) }
      each(item, &output)
    }
    if layout == .pretty, !items.isEmpty { output += "\n" + String(repeating: "  ", count: depth) }
    output += close
  }

  /// Appends a string with its quotes and escapes.
  public static func write(quoted text: String, to output: inout String) {
    output += "\""
    // Most strings need no escape: append them whole.
    if text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F && $0 != 0x22 && $0 != 0x5C }) {
      output += text
    } else {
      for scalar in text.unicodeScalars { write(escaped: scalar, to: &output) }
    }
    output += "\""
  }

  private static func write(escaped scalar: Unicode.Scalar, to output: inout String) {
    switch scalar {
    case "\"": output += "\\\""
    case "\\": output += "\\\\"
    case "\n": output += "\\n"
    case "\r": output += "\\r"
    case "\t": output += "\\t"
    default:
      guard HiddenCharacter(scalar) != nil else { return output.unicodeScalars.append(scalar) }
      // Beyond U+FFFF an escape is a pair of surrogates.
      for unit in String(scalar).utf16 {
        let hex = String(unit, radix: 16)
        output += "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
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
  /// An object literal; the order is kept.
  public init(dictionaryLiteral elements: (String, JSONValue)...) {
    self = .object(elements.map { (key: $0.0, value: $0.1) })
  }
  /// An integer literal.
  public init(integerLiteral value: Int) { self = .int(value) }
  /// A boolean literal.
  public init(booleanLiteral value: Bool) { self = .bool(value) }
}
