/// A half-open range of bytes in one file.
public struct Span: Sendable, Hashable, Comparable {
  /// Offset of the first byte.
  public var start: Int
  /// Offset after the last byte.
  public var end: Int

  /// A range of bytes; an end before the start counts as the start.
  public init(_ start: Int, _ end: Int) {
    self.start = start
    self.end = max(start, end)
  }

  /// Order by start, then by end.
  public static func < (left: Span, right: Span) -> Bool {
    (left.start, left.end) < (right.start, right.end)
  }

  /// True when `other` lies within.
  public func contains(_ other: Span) -> Bool { start <= other.start && other.end <= end }
}

/// A place in a file as people count it.
public struct Position: Sendable, Hashable {
  /// Line from 1; LF, CR LF and a lone CR end a line, as in editors.
  public var line: Int
  /// Column from 1, in Unicode scalars; a byte order mark takes none.
  public var column: Int
  /// Byte offset from 0.
  public var offset: Int
}

/// The bytes of one file with a table of its lines.
public struct SourceFile: Sendable {
  /// The path as the user gave it or as the search found it, with `/`.
  public let name: String
  /// The content, unchanged.
  public let bytes: [UInt8]
  /// Offset of the first byte of each line; never empty.
  public let lineStarts: [UInt32]

  /// Wraps the bytes; builds the table in one pass.
  public init(name: String, bytes: [UInt8]) {
    self.name = name
    self.bytes = bytes
    var starts: [UInt32] = [0]
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      index += 1
      if byte == 0x0A || (byte == 0x0D && (index == bytes.count || bytes[index] != 0x0A)) {
        starts.append(UInt32(truncatingIfNeeded: index))
      }
    }
    lineStarts = starts
  }

  /// Length of a UTF-8 byte order mark at the start: 3 or 0.
  public var byteOrderMarkLength: Int { bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0 }

  /// The position of a byte offset; offsets beyond the end count as the end.
  public func position(of offset: Int) -> Position {
    let offset = max(0, min(offset, bytes.count))
    let line = lineIndex(of: offset)
    var start = Int(lineStarts[line])
    if line == 0 { start = min(byteOrderMarkLength, offset) }
    var column = 1
    for index in start..<max(start, offset) where bytes[index] & 0xC0 != 0x80 { column += 1 }
    return Position(line: line + 1, column: column, offset: offset)
  }

  /// The index from 0 of the line that holds a byte offset.
  public func lineIndex(of offset: Int) -> Int {
    var low = 0
    var high = lineStarts.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if Int(lineStarts[middle]) <= offset { low = middle } else { high = middle }
    }
    return low
  }

  /// The bytes of a line (index from 0) without its line break.
  public func lineSpan(_ index: Int) -> Span {
    let start = Int(lineStarts[index])
    var end = index + 1 < lineStarts.count ? Int(lineStarts[index + 1]) : bytes.count
    while end > start, bytes[end - 1] == 0x0A || bytes[end - 1] == 0x0D { end -= 1 }
    return Span(index == 0 ? min(byteOrderMarkLength, end) : start, end)
  }

  /// The text of a range of bytes; ill-formed UTF-8 becomes U+FFFD.
  public func text(_ span: Span) -> String {
    let end = min(span.end, bytes.count)
    return String(decoding: bytes[min(span.start, end)..<end], as: UTF8.self)
  }
}
