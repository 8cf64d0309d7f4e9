/// Reproducible random numbers (SplitMix64). All tests use it as their only source of randomness,
/// so failures can be repeated.
package struct SeededRandom: RandomNumberGenerator {
  private var state: UInt64

  package init(seed: UInt64) { state = seed }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ value >> 30) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ value >> 27) &* 0x94D0_49BB_1331_11EB
    return value ^ value >> 31
  }

  /// Returns true with a probability of 1 in `count`.
  package mutating func once(in count: Int) -> Bool { Int.random(in: 0..<count, using: &self) == 0 }

  /// Returns a random element; `values` must not be empty.
  package mutating func one<Value>(of values: [Value]) -> Value {
    values[Int.random(in: 0..<values.count, using: &self)]
  }

  /// Returns a random subset in the same order.
  package mutating func some<Value>(of values: [Value]) -> [Value] {
    values.filter { _ in next() % 2 == 0 }
  }
}
