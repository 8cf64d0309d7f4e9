import PolicyText

/// URLs that a browser leaves as they are, told by one look at each byte: most registered ones, and most
/// that are compared with them.
enum NormalizedURL {
  /// What comes next in the text.
  private enum State {
    case label, inLabel, port, segment, inSegment, query
  }

  /// True only for `http` and `https` URLs with a host of plain lower-case labels, no port that is the
  /// default, and a path without dot segments, escapes or characters that are written otherwise.
  ///
  /// False says nothing: the URL is to be read in full.
  static func isNormalized(_ text: ExactString) -> Bool {
    let isSecure = text.hasPrefix("https://")
    guard isSecure || text.hasPrefix("http://") else { return false }
    var state = State.label
    var previous: UInt8 = 0
    // The last label decides whether a host is a number (an IPv4 address in disguise).
    var labelHasLetterFirst = false
    var port = 0
    let isPlain = text.allBytes(after: isSecure ? 8 : 7) { byte in
      switch state {
      case .label:
        labelHasLetterFirst = (0x61...0x7A).contains(byte)
        guard labelHasLetterFirst || (0x30...0x39).contains(byte) else { return false }
        state = .inLabel
      case .inLabel:
        switch byte {
        case 0x61...0x7A, 0x30...0x39: break
        // Two hyphens may be Punycode.
        case UInt8(ascii: "-"): if previous == byte { return false }
        case UInt8(ascii: "."): state = .label
        case UInt8(ascii: ":"): state = .port
        case UInt8(ascii: "/"): state = .segment
        default: return false
        }
        if state == .port || state == .segment, !labelHasLetterFirst { return false }
      case .port:
        if byte == UInt8(ascii: "/") {
          guard port > 0, port <= 65_535, port != (isSecure ? 443 : 80) else { return false }
          state = .segment
        } else {
          guard (0x30...0x39).contains(byte), port < 10_000, port > 0 || byte != 0x30 else {
            return false
          }
          port = port * 10 + Int(byte - 0x30)
        }
      case .segment, .inSegment:
        switch byte {
        case UInt8(ascii: "/"): state = .segment
        case UInt8(ascii: "?"): state = .query
        case UInt8(ascii: "."): if state == .segment { return false }
        default:
          guard PercentEncoding.isUnreserved(byte) else { return false }
          state = .inSegment
        }
      case .query:
        // All but what is encoded there, and what starts a fragment.
        switch byte {
        case ...0x20, 0x22, 0x23, 0x27, 0x3C, 0x3E, 0x7F...: return false
        default: break
        }
      }
      previous = byte
      return true
    }
    return isPlain
      && (state == .segment || state == .inSegment || state == .query)
  }
}
