/// Text that grows piece by piece, as bytes: a `String` finds out for each piece anew how both are kept, and a finding has
/// fifty pieces.
struct TextOutput {
  private var bytes: [UInt8] = []

  /// What was written.
  var text: String { String(decoding: bytes, as: UTF8.self) }

  /// The number of bytes that were written.
  var count: Int { bytes.count }

  /// Begins anew; the room is used again.
  mutating func removeAll() { bytes.removeAll(keepingCapacity: true) }

  static func += (output: inout TextOutput, text: String) {
    output.bytes.append(text)
  }

  /// Writes a literal: no reference to it is counted.
  mutating func write(_ literal: StaticString) { bytes.append(literal: literal) }

  /// Writes the text of a range of a file.
  mutating func append(_ part: ArraySlice<UInt8>) { bytes.append(contentsOf: part) }

  /// Writes an ASCII character so many times; not at all for a number below one.
  mutating func append(_ character: UInt8, times count: Int) {
    for _ in 0..<max(0, count) { bytes.append(character) }
  }
}
