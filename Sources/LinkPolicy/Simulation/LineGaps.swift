import PolicyText

/// A line of a batch, and where the values of `id` and `state` seem to stand in it: found by their names, not by reading
/// the line, which is the work that is to be saved.
///
/// A gap holds nothing that is written otherwise in JSON, and that of `state` nothing that is written otherwise in a
/// query.
struct LineGaps {
  let line: [UInt8]
  /// Without the quotes; nil where the line has none.
  let id: Range<Int>?
  /// nil where the line has none.
  let state: Range<Int>?
  /// Of all but what stands in the gaps.
  let hash: UInt64

  /// Bytes of a line that is remembered at most.
  private static let longest = 1_024

  /// nil for lines whose answers are not remembered: long ones, and those with an `id` or `state` that is not plain.
  init?(_ line: [UInt8]) {
    guard line.count <= Self.longest else { return nil }
    self.line = line
    var id: Range<Int>?
    if let name = Self.place(of: "\"id\"", in: line) {
      guard let found = Self.value(behind: name + 4, in: line, where: Self.isPlain) else {
        return nil
      }
      id = found
    }
    var state: Range<Int>?
    if let start = Self.queryValue(of: "state", in: line) {
      var end = start
      while end < line.count, PercentEncoding.isUnreserved(line[end]) { end += 1 }
      guard start < end, end < line.count, Self.endsValue(line[end]) else { return nil }
      state = start..<end
    } else if let name = Self.place(of: "\"state\"", in: line) {
      let found = Self.value(behind: name + 7, in: line, where: PercentEncoding.isUnreserved)
      guard let found, !found.isEmpty else { return nil }
      state = found
    }
    if let id, let state, id.overlaps(state) { return nil }
    self.id = id
    self.state = state
    let parts = Self.parts(id, state, count: line.count)
    let form = UInt64(parts.0.count) << 32 | UInt64(parts.1.count) << 2
    hash = line.hash(
      parts.2, line.hash(parts.1, line.hash(parts.0, form | Self.form(id, state))))
  }

  /// What stands before, between and behind the gaps.
  var parts: (Range<Int>, Range<Int>, Range<Int>) { Self.parts(id, state, count: line.count) }

  /// Which gaps there are, and which comes first.
  var form: UInt64 { Self.form(id, state) }

  /// The line with other values.
  func filled(id: [UInt8], state: [UInt8]) -> [UInt8] {
    let (first, second, third) = parts
    var filled = Array(line[first])
    let isIDFirst = (self.id?.lowerBound ?? .max) < (self.state?.lowerBound ?? .max)
    if self.id != nil, isIDFirst { filled += id }
    if self.state != nil, !isIDFirst { filled += state }
    filled += line[second]
    if self.id != nil, !isIDFirst { filled += id }
    if self.state != nil, isIDFirst, self.id != nil { filled += state }
    filled += line[third]
    return filled
  }

  private static func form(_ id: Range<Int>?, _ state: Range<Int>?) -> UInt64 {
    guard let id else { return state == nil ? 0 : 1 }
    guard let state else { return 2 }
    return id.lowerBound < state.lowerBound ? 3 : 4
  }

  private static func parts(
    _ id: Range<Int>?, _ state: Range<Int>?, count: Int
  ) -> (Range<Int>, Range<Int>, Range<Int>) {
    let end = count..<count
    var (first, second) = (id ?? end, state ?? end)
    if second.lowerBound < first.lowerBound { swap(&first, &second) }
    return (
      0..<first.lowerBound, first.upperBound..<second.lowerBound, second.upperBound..<count
    )
  }

  /// The first place of a text that starts with a quote.
  private static func place(of text: String, in line: [UInt8]) -> Int? {
    var start = 0
    while let quote = line.offset(of: UInt8(ascii: "\""), from: start) {
      if line.holds(text, at: quote) { return quote }
      start = quote + 1
    }
    return nil
  }

  /// The range of the string behind a key, without quotes; nil where none follows, or one with other bytes.
  private static func value(
    behind key: Int, in line: [UInt8], where isPlain: (UInt8) -> Bool
  ) -> Range<Int>? {
    var index = key
    func skipBlanks() { while index < line.count, line[index] == 0x20 { index += 1 } }
    skipBlanks()
    guard index < line.count, line[index] == UInt8(ascii: ":") else { return nil }
    index += 1
    skipBlanks()
    guard index < line.count, line[index] == UInt8(ascii: "\"") else { return nil }
    let start = index + 1
    guard let end = line.offset(of: UInt8(ascii: "\""), from: start),
      line[start..<end].allSatisfy(isPlain)
    else { return nil }
    return start..<end
  }

  /// Where the value of a parameter starts, looked for by `=`.
  private static func queryValue(of name: String, in line: [UInt8]) -> Int? {
    let length = name.utf8.count
    var start = 0
    while let equals = line.offset(of: UInt8(ascii: "="), from: start) {
      if equals > length, line.holds(name, at: equals - length) {
        switch line[equals - length - 1] {
        case UInt8(ascii: "&"), UInt8(ascii: "?"), UInt8(ascii: "\""): return equals + 1
        default: break
        }
      }
      start = equals + 1
    }
    return nil
  }

  private static func endsValue(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "&") || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "#")
  }

  /// True for what JSON and its readers leave as it is.
  private static func isPlain(_ byte: UInt8) -> Bool {
    byte >= 0x20 && byte < 0x7F && byte != UInt8(ascii: "\\")
  }
}
