package import PolicyText

/// The unit of positions within a line. Every client supports UTF-16.
package enum PositionEncoding: String, Sendable {
  case utf8 = "utf-8"
  case utf16 = "utf-16"
  case utf32 = "utf-32"

  /// The preferred encoding of those that the client supports.
  package init(offered: [String]) {
    self =
      ([.utf8, .utf32] as [PositionEncoding]).first { offered.contains($0.rawValue) } ?? .utf16
  }

  /// The code units of a scalar. Clients show invalid bytes as the replacement character.
  fileprivate func units(_ scalar: (length: Int, isWhole: Bool)) -> Int {
    switch self {
    case .utf8: scalar.length
    case .utf16: scalar.isWhole && scalar.length == 4 ? 2 : 1
    case .utf32: 1
    }
  }
}

/// A position: line and code unit, from 0. A byte order mark is included, since it is in the
/// text that the client sent.
package struct TextPosition: Sendable, Hashable, Comparable {
  package var line: Int
  package var character: Int

  package init(line: Int, character: Int) {
    self.line = line
    self.character = character
  }

  package static func < (left: TextPosition, right: TextPosition) -> Bool {
    (left.line, left.character) < (right.line, right.character)
  }
}

/// Converts byte offsets to positions and back.
package struct TextPositions: Sendable {
  private let source: SourceFile
  private let encoding: PositionEncoding

  package init(_ source: SourceFile, _ encoding: PositionEncoding) {
    self.source = source
    self.encoding = encoding
  }

  /// The position of an offset. Offsets are clamped to the end, and to the start of a scalar.
  package func position(of offset: Int) -> TextPosition {
    let offset = max(0, min(offset, source.bytes.count))
    let line = source.lineIndex(of: offset)
    var units = 0
    var index = Int(source.lineStarts[line])
    while index < offset {
      let scalar = scalar(at: index)
      if index + scalar.length > offset { break }
      units += encoding.units(scalar)
      index += scalar.length
    }
    return TextPosition(line: line, character: units)
  }

  /// The offset of a position. Positions are clamped to the end of the line, and to the start of a scalar.
  package func offset(of position: TextPosition) -> Int {
    guard position.line >= 0 else { return 0 }
    guard position.line < source.lineStarts.count else { return source.bytes.count }
    var index = Int(source.lineStarts[position.line])
    let end = max(index, source.lineSpan(position.line).end)
    var left = position.character
    while index < end, left > 0 {
      let scalar = scalar(at: index)
      let units = encoding.units(scalar)
      guard units <= left else { break }
      left -= units
      index += scalar.length
    }
    return index
  }

  /// The bytes of the scalar at an offset.
  private func scalar(at index: Int) -> (length: Int, isWhole: Bool) {
    let wanted =
      switch source.bytes[index] {
      case 0xC2...0xDF: 2
      case 0xE0...0xEF: 3
      case 0xF0...0xF4: 4
      default: 1
      }
    var length = 1
    while length < wanted, index + length < source.bytes.count,
      source.bytes[index + length] & 0xC0 == 0x80
    { length += 1 }
    return (length, length == wanted)
  }
}
