import PolicyText

/// An input taken apart: small choices first, texts behind them.
struct FuzzBytes {
  private var rest: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) { rest = bytes[...] }

  /// One of several; the first where the input is at its end.
  mutating func one<Value>(of values: [Value]) -> Value {
    values[Int(rest.popFirst() ?? 0) % values.count]
  }

  /// The text up to the next line feed.
  mutating func line() -> ExactString {
    let line = rest.prefix { $0 != 0x0A }
    rest = rest[line.endIndex...].dropFirst()
    return ExactString(decoding: line)
  }

  /// What was not taken yet.
  var remaining: [UInt8] { Array(rest) }
}
