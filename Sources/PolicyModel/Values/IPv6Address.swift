import PolicyText

/// An IPv6 address, parsed and serialized like browsers do (WHATWG URL, "IPv6 parser" and
/// serializer, RFC 5952).
package struct IPv6Address: Sendable, Hashable {
  /// Eight pieces of 16 bits.
  package let pieces: [UInt16]

  /// Parses the contents of a host's brackets; nil if it isn't an address. Zones aren't supported.
  package init?(browser bytes: some Collection<UInt8>) {
    let input = Array(bytes)
    var pieces: [UInt16] = []
    var compression: Int?
    var index = 0
    func at(_ index: Int) -> UInt8? { index < input.count ? input[index] : nil }
    let colon = UInt8(ascii: ":")
    if at(0) == colon {
      guard at(1) == colon else { return nil }
      index = 2
      compression = 0
    }
    while index < input.count {
      guard pieces.count < 8 else { return nil }
      if input[index] == colon {
        guard compression == nil else { return nil }
        index += 1
        compression = pieces.count
        continue
      }
      var value: UInt16 = 0
      var length = 0
      while length < 4, let digit = at(index).flatMap(PercentEncoding.hexValue) {
        value = value << 4 | UInt16(digit)
        index += 1
        length += 1
      }
      if at(index) == UInt8(ascii: ".") {
        guard length > 0, pieces.count <= 6,
          let embedded = Self.embedded(input[(index - length)...])
        else { return nil }
        pieces += [embedded.0, embedded.1]
        index = input.count
        break
      }
      if at(index) == colon {
        index += 1
        guard index < input.count else { return nil }
      } else if index < input.count {
        return nil
      }
      pieces.append(value)
    }
    if let compression {
      guard pieces.count < 8 || compression == 8 else { return nil }
      pieces.insert(
        contentsOf: Array(repeating: 0, count: 8 - pieces.count), at: compression)
    }
    guard pieces.count == 8 else { return nil }
    self.pieces = pieces
  }

  /// The last two pieces in dotted-decimal notation: four decimal numbers.
  private static func embedded(_ bytes: ArraySlice<UInt8>) -> (UInt16, UInt16)? {
    let parts = bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard parts.count == 4 else { return nil }
    var numbers: [UInt16] = []
    for part in parts {
      guard (1...3).contains(part.count), part.allSatisfy(\.isDigit),
        part.count == 1 || part.first != UInt8(ascii: "0")
      else { return nil }
      let number = part.reduce(0) { $0 * 10 + UInt16($1 - 0x30) }
      guard number <= 255 else { return nil }
      numbers.append(number)
    }
    return (numbers[0] << 8 | numbers[1], numbers[2] << 8 | numbers[3])
  }

  /// The canonical string without brackets: lower case, the longest run of zeros as `::`.
  package var text: String {
    var best: Range<Int> = 0..<0
    var start = 0
    while start < 8 {
      var end = start
      while end < 8, pieces[end] == 0 { end += 1 }
      if end - start > max(1, best.count) { best = start..<end }
      start = max(end, start + 1)
    }
    var output = ""
    var index = 0
    while index < 8 {
      if !best.isEmpty, index == best.lowerBound {
        output += index == 0 ? "::" : ":"
        index = best.upperBound
        continue
      }
      output += String(pieces[index], radix: 16)
      index += 1
      if index < 8 { output += ":" }
    }
    return output
  }
}
