import LanguageServer
import PolicyText

extension FuzzTarget {
  /// Places of editors in a file of any bytes: there and back again is the same place, in each encoding.
  static let positions = FuzzTarget("positions", maximumLength: 2_048) {
    try Seeds.policies() + Seeds.files("Tests/Fixtures/import", "")
  } run: { bytes in
    let source = SourceFile(name: "f.yaml", bytes: bytes)
    for encoding in [PositionEncoding.utf8, .utf16, .utf32] {
      let positions = TextPositions(source, encoding)
      var last = TextPosition(line: 0, character: 0)
      // Sixty places in order: all of them would cost the square of a long line.
      for offset in stride(from: 0, through: bytes.count, by: max(1, bytes.count / 60)) {
        let place = positions.position(of: offset)
        let back = positions.offset(of: place)
        Finding.unless(back <= offset && offset - back < 4, "\(encoding): \(offset), \(back)")
        Finding.unless(last <= place, "\(encoding): \(place) behind \(last)")
        last = place
        // A byte that begins a scalar and is no part of a line break is its own place.
        let isBreak = offset < bytes.count && (bytes[offset] == 0x0A || bytes[offset] == 0x0D)
        let isInside = offset < bytes.count && bytes[offset] & 0xC0 == 0x80
        Finding.unless(isBreak || isInside || back == offset, "\(encoding): \(offset) is \(back)")
        // Any place that a client makes up leads to a byte, whose place leads there too.
        let wild = TextPosition(line: Int(bytes.first ?? 0) % 50, character: offset)
        let found = positions.offset(of: wild)
        Finding.unless(
          found <= bytes.count && positions.offset(of: positions.position(of: found)) == found,
          "\(encoding): \(wild) is \(found)")
      }
    }
  }
}
