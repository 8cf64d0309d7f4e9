import PolicyText

/// The cursor context in JSON that may be incomplete, by the open brackets before the cursor.
struct JSONContext {
  /// The keys on the path to the cursor; nil for an item of a list.
  private(set) var path: [String?] = []
  /// Whether a key is expected.
  private(set) var isKey = false
  /// Previous keys of the same object.
  private(set) var siblings: Set<String> = []
  /// The partial text to replace, with its quotes.
  private(set) var word: SourceSpan

  private struct Level {
    var isObject: Bool
    /// The parent key.
    var key: String?
    var siblings: Set<String> = []
    /// The key whose value is expected.
    var current: String?
  }

  init(at offset: Int, in source: SourceFile) {
    let bytes = source.bytes
    let offset = max(0, min(offset, bytes.count))
    var levels: [Level] = []
    var last: String?
    var start: Int?
    var index = 0
    while index < offset {
      let byte = bytes[index]
      if let open = start {
        if byte == UInt8(ascii: "\\") {
          index += 1
        } else if byte == UInt8(ascii: "\"") {
          last = String(decoding: bytes[(open + 1)..<index], as: UTF8.self)
          start = nil
        }
      } else {
        switch byte {
        case UInt8(ascii: "\""): start = index
        case UInt8(ascii: "{"), UInt8(ascii: "["):
          levels.append(
            Level(isObject: byte == UInt8(ascii: "{"), key: levels.last?.current))
        case UInt8(ascii: "}"), UInt8(ascii: "]"):
          _ = levels.popLast()
        case UInt8(ascii: ":"):
          if let level = levels.indices.last, levels[level].isObject, let name = last {
            levels[level].current = name
            levels[level].siblings.insert(name)
          }
        case UInt8(ascii: ","):
          if let level = levels.indices.last, levels[level].isObject {
            levels[level].current = nil
          }
        default: break
        }
      }
      index += 1
    }
    if let open = start {
      // The string ends at its quote, or at the end of its line.
      var end = offset
      while end < bytes.count, bytes[end] != UInt8(ascii: "\""), bytes[end] != 0x0A { end += 1 }
      let isClosed = end < bytes.count && bytes[end] == UInt8(ascii: "\"")
      word = SourceSpan(open, isClosed ? end + 1 : offset)
    } else {
      var first = offset
      while first > 0, (0x61...0x7A).contains(bytes[first - 1]) { first -= 1 }
      word = SourceSpan(first, offset)
    }
    for (number, level) in levels.enumerated() {
      if number > 0 {
        let above = levels[number - 1]
        path.append(above.isObject ? level.key : nil)
      }
    }
    if let level = levels.last {
      isKey = level.isObject && level.current == nil
      siblings = level.siblings
      if level.isObject, let key = level.current { path.append(key) }
      if !level.isObject { path.append(nil) }
    }
  }

  var key: String { path.compactMap(\.self).last ?? "" }
}
