/// Finds the request line in a line of an access log that is no JSON.
struct AccessLineReader {
  private var place: LineCursor
  private let end: LineCursor

  /// The request line as it stands between its quotes; nil for a line that is not in the format.
  static func requestLine(of line: LineText, in format: LogFormat) -> LineText? {
    var reader = AccessLineReader(place: line.start, end: line.start + line.count)
    return format == .alb ? reader.loadBalancer() : reader.common(isCombined: format == .combined)
  }

  /// `host ident user [22/Nov/2026:18:00:00 +0000] "request" 200 123`, then `"referrer" "agent"`.
  ///
  /// Users may hold blanks, but no quote: the first time in brackets that a quote follows is that of the
  /// request.
  private mutating func common(isCombined: Bool) -> LineText? {
    let start = place
    while place < end {
      guard place.byte == UInt8(ascii: "[") else {
        if place.byte == 0x22 { return nil }
        place = place + 1
        continue
      }
      let isFirst = place - start < 6
      guard !isFirst, isTime else {
        place = place + 1
        continue
      }
      place = place + 28
      break
    }
    guard skip(0x20), let request = quoted(), skip(0x20), number(3...3), skip(0x20),
      number(1...20)
    else { return nil }
    if isCombined {
      guard skip(0x20), quoted() != nil, skip(0x20), quoted() != nil else { return nil }
    }
    return isAtBlankOrEnd ? request : nil
  }

  /// `type time elb client target 0.0 0.0 0.0 200 200 1 1 "request" "agent" …`.
  private mutating func loadBalancer() -> LineText? {
    for field in 0..<12 {
      let start = place
      while place < end, place.byte != 0x20, place.byte != 0x22 { place = place + 1 }
      guard place - start > 0, skip(0x20) else { return nil }
      // The status: what tells such a line from others with as many fields.
      if field == 8 {
        var status = AccessLineReader(place: start, end: place)
        guard status.number(3...3), status.isAtBlankOrEnd else { return nil }
      }
    }
    guard let request = quoted(), skip(0x20), quoted() != nil, isAtBlankOrEnd else { return nil }
    return request
  }

  /// True at `[22/Nov/2026:18:00:00 +0000] "`.
  private var isTime: Bool {
    guard end - place >= 30 else { return false }
    func isByte(_ offset: Int, _ byte: Unicode.Scalar) -> Bool {
      (place + offset).byte == UInt8(ascii: byte)
    }
    return isByte(3, "/") && isByte(7, "/") && isByte(12, ":") && isByte(15, ":")
      && isByte(18, ":") && isByte(21, " ") && isByte(27, "]") && isByte(28, " ")
      && isByte(29, "\"")
  }

  private mutating func skip(_ byte: UInt8) -> Bool {
    guard place < end, place.byte == byte else { return false }
    place = place + 1
    return true
  }

  /// Digits, as many as allowed, or one hyphen.
  private mutating func number(_ lengths: ClosedRange<Int>) -> Bool {
    if skip(UInt8(ascii: "-")) { return true }
    let start = place
    while place < end, (0x30...0x39).contains(place.byte) { place = place + 1 }
    return lengths.contains(place - start)
  }

  private var isAtBlankOrEnd: Bool { !(place < end) || place.byte == 0x20 }

  /// What stands between quotes; an escaped quote ends nothing.
  private mutating func quoted() -> LineText? {
    guard skip(0x22) else { return nil }
    let start = place
    while place < end, place.byte != 0x22 {
      place = place + (place.byte == 0x5C ? 2 : 1)
    }
    guard place < end else { return nil }
    let text = LineText(start, place - start)
    place = place + 1
    return text
  }

  /// The bytes of a text in which servers have escaped quotes, backslashes and what is not ASCII.
  static func unescaped(_ text: LineText) -> [UInt8] {
    var output: [UInt8] = []
    output.reserveCapacity(text.count)
    var offset = 0
    func byte(_ index: Int) -> UInt8 { index < text.count ? (text.start + index).byte : 0 }
    while offset < text.count {
      guard byte(offset) == 0x5C else {
        output.append(byte(offset))
        offset += 1
        continue
      }
      let code = byte(offset + 1)
      switch code {
      case 0x22, 0x5C: output.append(code)
      case UInt8(ascii: "n"): output.append(0x0A)
      case UInt8(ascii: "r"): output.append(0x0D)
      case UInt8(ascii: "t"): output.append(0x09)
      case UInt8(ascii: "b"): output.append(0x08)
      case UInt8(ascii: "f"): output.append(0x0C)
      case UInt8(ascii: "v"): output.append(0x0B)
      case UInt8(ascii: "x"):
        if let high = hex(byte(offset + 2)), let low = hex(byte(offset + 3)) {
          output.append(high << 4 | low)
          offset += 4
          continue
        }
        output += [0x5C, code]
      default:
        output.append(0x5C)
        offset += 1
        continue
      }
      offset += 2
    }
    return output
  }

  private static func hex(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x30...0x39: byte - 0x30
    case 0x41...0x46: byte - 0x37
    case 0x61...0x66: byte - 0x57
    default: nil
    }
  }
}
