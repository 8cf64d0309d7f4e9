/// Indents the lines of code behind the first, which goes on where it stands; empty ones have no margin.
struct CodeMargin {
  /// How many spaces stand before a line.
  let depth: Int
  private var isAtLineStart = false

  /// A margin of some spaces.
  init(depth: Int) { self.depth = depth }

  /// Begins a line unless the last one has begun.
  mutating func beginLine(_ output: inout [UInt8]) {
    guard isAtLineStart else { return }
    isAtLineStart = false
    output.append(contentsOf: repeatElement(UInt8(ascii: " "), count: depth))
  }

  /// Ends a line.
  mutating func endLine(_ output: inout [UInt8]) {
    output.append(UInt8(ascii: "\n"))
    isAtLineStart = true
  }

  /// Appends a part of a line, or several lines.
  mutating func append(_ bytes: ArraySlice<UInt8>, to output: inout [UInt8]) {
    guard depth > 0 else {
      output += bytes
      return
    }
    unsafe bytes.withUnsafeBufferPointer { bytes in
      var start = 0
      while start < bytes.count {
        let end = unsafe Self.lineFeed(in: bytes, from: start)
        if end > start {
          beginLine(&output)
          unsafe output.append(contentsOf: UnsafeBufferPointer(rebasing: bytes[start..<end]))
        }
        if end < bytes.count { endLine(&output) }
        start = end + 1
      }
    }
  }

  /// The place of the next line feed, or the end.
  private static func lineFeed(in bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    var place = start
    while place < bytes.count, unsafe bytes[place] != UInt8(ascii: "\n") { place += 1 }
    return place
  }
}
