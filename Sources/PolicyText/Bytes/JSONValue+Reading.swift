/// Reading values whatever their type: nil where they are another.
extension JSONValue {
  /// A whole number, however it was read.
  package var integer: Int? {
    switch self {
    case .int(let value): value
    case .number(let text): Int(text)
    default: nil
    }
  }

  /// The items of an array.
  package var items: [JSONValue]? { if case .array(let items) = self { items } else { nil } }

  /// The texts of an array, other items left out.
  package var texts: [ExactString]? {
    items.map { $0.compactMap(\.stringValue).map { ExactString($0) } }
  }

  /// True for the literal `true`.
  package var isTrue: Bool { self == .bool(true) }

  /// The value at the end of a chain of keys.
  package subscript(path keys: String...) -> JSONValue? {
    var value: JSONValue? = self
    for key in keys { value = value?[key] }
    return value
  }
}
