/// What a line says in the fields of a request, until the next line is read.
@safe struct LineFields {
  /// Fields that stand in the line.
  private var seen: UInt32 = 0
  /// Fields with a string; the others are null.
  private var given: UInt32 = 0
  private let texts: UnsafeMutablePointer<LineText>

  init() {
    unsafe texts = .allocate(capacity: LogField.allCases.count)
    unsafe texts.initialize(repeating: .empty, count: LogField.allCases.count)
  }

  /// Gives the memory back; the fields are not used afterwards.
  func end() { unsafe texts.deallocate() }

  /// True where the field stands in the line.
  @inline(__always) func has(_ field: LogField) -> Bool { seen & 1 << UInt32(field.rawValue) != 0 }

  /// The text of a field; empty where it is null or absent.
  @inline(__always) subscript(_ field: LogField) -> LineText {
    isString(field) ? unsafe texts[field.rawValue] : .empty
  }

  /// True where the field is a string.
  @inline(__always) func isString(_ field: LogField) -> Bool {
    given & 1 << UInt32(field.rawValue) != 0
  }

  /// Starts a line, which says nothing yet.
  @inline(__always) mutating func clear() {
    seen = 0
    given = 0
  }

  /// Takes note of a field; false where it was there before.
  @inline(__always) mutating func note(_ field: LogField) -> Bool {
    let bit: UInt32 = 1 << UInt32(field.rawValue)
    let isFirst = seen & bit == 0
    seen |= bit
    return isFirst
  }

  /// Sets the text of a field.
  @inline(__always) mutating func give(_ text: LineText, _ field: LogField) {
    given |= 1 << UInt32(field.rawValue)
    unsafe texts[field.rawValue] = text
  }
}
