/// Punycode (RFC 3492), the part of an `xn--` label after its prefix.
package enum Punycode {
  private static let base = 36
  private static let tMin = 1
  private static let tMax = 26
  /// Labels have at most 63 characters (RFC 1035). Longer input is rejected, because decoding
  /// inserts into the middle of its output.
  private static let longest = 256

  /// The characters of a label; nil if it is malformed.
  package static func decode(_ bytes: some Collection<UInt8>) -> [Unicode.Scalar]? {
    let input = Array(bytes)
    guard input.count <= longest, input.allSatisfy({ $0 < 0x80 }) else { return nil }
    let split = input.lastIndex(of: UInt8(ascii: "-"))
    var output = input[..<(split ?? 0)].map { Unicode.Scalar($0) }
    var index = split.map { $0 + 1 } ?? 0
    var code = 128
    var position = 0
    var bias = 72
    while index < input.count {
      let start = position
      var weight = 1
      var k = base
      while true {
        guard index < input.count, let digit = digit(input[index]) else { return nil }
        index += 1
        // Far below overflow, and far above any code point.
        guard weight < 1 << 28, position < 1 << 28 else { return nil }
        position += digit * weight
        let threshold = min(max(k - bias, tMin), tMax)
        if digit < threshold { break }
        weight *= base - threshold
        k += base
      }
      let count = output.count + 1
      bias = adapt(position - start, count, isFirst: start == 0)
      code += position / count
      position %= count
      guard code <= 0x10FFFF, let scalar = Unicode.Scalar(UInt32(code)) else { return nil }
      output.insert(scalar, at: position)
      position += 1
    }
    return output
  }

  /// The label without its prefix; nil if it is too long.
  package static func encode(_ scalars: [Unicode.Scalar]) -> [UInt8]? {
    guard scalars.count <= longest else { return nil }
    var output = scalars.filter(\.isASCII).map { UInt8(truncatingIfNeeded: $0.value) }
    let basic = output.count
    var handled = basic
    if basic > 0 { output.append(UInt8(ascii: "-")) }
    var code = 128
    var delta = 0
    var bias = 72
    while handled < scalars.count {
      let next = scalars.lazy.map { Int($0.value) }.filter { $0 >= code }.min() ?? code
      delta += (next - code) * (handled + 1)
      code = next
      for scalar in scalars {
        if Int(scalar.value) < code { delta += 1 }
        guard Int(scalar.value) == code else { continue }
        append(delta, bias, to: &output)
        bias = adapt(delta, handled + 1, isFirst: handled == basic)
        delta = 0
        handled += 1
      }
      delta += 1
      code += 1
    }
    return output
  }

  private static func append(_ delta: Int, _ bias: Int, to output: inout [UInt8]) {
    var rest = delta
    var k = base
    while true {
      let threshold = min(max(k - bias, tMin), tMax)
      if rest < threshold { break }
      output.append(letter(threshold + (rest - threshold) % (base - threshold)))
      rest = (rest - threshold) / (base - threshold)
      k += base
    }
    output.append(letter(rest))
  }

  private static func letter(_ digit: Int) -> UInt8 {
    UInt8(truncatingIfNeeded: digit < 26 ? digit + 0x61 : digit - 26 + 0x30)
  }

  private static func digit(_ byte: UInt8) -> Int? {
    switch byte {
    case 0x30...0x39: Int(byte) - 0x30 + 26
    case 0x41...0x5A: Int(byte) - 0x41
    case 0x61...0x7A: Int(byte) - 0x61
    default: nil
    }
  }

  private static func adapt(_ delta: Int, _ count: Int, isFirst: Bool) -> Int {
    var delta = isFirst ? delta / 700 : delta / 2
    delta += delta / count
    var k = 0
    while delta > (base - tMin) * tMax / 2 {
      delta /= base - tMin
      k += base
    }
    return k + (base - tMin + 1) * delta / (delta + 38)
  }
}
