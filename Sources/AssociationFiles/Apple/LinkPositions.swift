/// A set of positions in a string, one bit each, that a pattern has reached.
struct LinkPositions {
  /// Bit `p % 64` of word `p / 64` is position `p`; positions run from 0 to the length.
  private var words: [UInt64]
  private let length: Int

  init(_ position: Int, in length: Int) {
    self.length = length
    words = [UInt64](repeating: 0, count: length / 64 + 1)
    words[position / 64] = 1 << UInt64(position % 64)
  }

  /// True when the end of the text is reached.
  var containsEnd: Bool { words[length / 64] >> UInt64(length % 64) & 1 == 1 }

  private var isEmpty: Bool { words.allSatisfy { $0 == 0 } }

  /// Goes over tokens in order; stops when no position is left.
  mutating func advance(
    _ tokens: ArraySlice<LinkToken>, over input: [Unicode.Scalar], steps: inout Int
  ) {
    for token in tokens {
      switch token {
      case .scalar(let scalar): shift(over: input, &steps) { $0 == scalar }
      case .any: shift(over: input, &steps) { _ in true }
      case .oneOf(let kind): shift(over: input, &steps) { kind.contains($0) }
      case .star: fill(&steps)
      case .alternatives(let values): branch(values, over: input, &steps)
      }
      steps += words.count
      if isEmpty { return }
    }
  }

  /// Moves every position whose scalar passes to the next one and drops the others.
  private mutating func shift(
    over input: [Unicode.Scalar], _ steps: inout Int, _ passes: (Unicode.Scalar) -> Bool
  ) {
    var carry: UInt64 = 0
    for index in words.indices {
      var left = words[index]
      var passed: UInt64 = 0
      while left != 0 {
        let bit = left.trailingZeroBitCount
        left &= left - 1
        steps += 1
        let position = index * 64 + bit
        if position < input.count, passes(input[position]) { passed |= 1 << UInt64(bit) }
      }
      words[index] = passed << 1 | carry
      carry = passed >> 63
    }
  }

  /// Adds every position after the first one.
  private mutating func fill(_ steps: inout Int) {
    guard let first = words.firstIndex(where: { $0 != 0 }) else { return }
    steps += words.count
    words[first] = ~0 << UInt64(words[first].trailingZeroBitCount)
    for index in (first + 1)..<max(words.count, first + 1) { words[index] = ~0 }
    // Bits beyond the end of the text aren't positions.
    words[words.count - 1] &= ~0 >> UInt64(63 - length % 64)
  }

  /// Goes over each of the values from here and unites where they lead.
  private mutating func branch(
    _ values: [[LinkToken]], over input: [Unicode.Scalar], _ steps: inout Int
  ) {
    var reached = [UInt64](repeating: 0, count: words.count)
    for value in values {
      // Most values fail at their first character: look before copying the set.
      if case .scalar(let scalar)? = value.first, !meets(scalar, in: input, &steps) { continue }
      var copy = self
      copy.advance(value[...], over: input, steps: &steps)
      for index in reached.indices { reached[index] |= copy.words[index] }
      steps += words.count
    }
    words = reached
  }

  private func meets(
    _ scalar: Unicode.Scalar, in input: [Unicode.Scalar], _ steps: inout Int
  ) -> Bool {
    for index in words.indices {
      var left = words[index]
      steps += 1
      while left != 0 {
        let position = index * 64 + left.trailingZeroBitCount
        left &= left - 1
        steps += 1
        if position < input.count, input[position] == scalar { return true }
      }
    }
    return false
  }
}
