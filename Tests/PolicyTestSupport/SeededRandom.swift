/// Random numbers that a seed repeats on every system (SplitMix64): the one source of chance of all tests,
/// so that a failure comes again.
package struct SeededRandom: RandomNumberGenerator {
  private var state: UInt64

  /// The same seed gives the same numbers.
  package init(seed: UInt64) { state = seed }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ value >> 30) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ value >> 27) &* 0x94D0_49BB_1331_11EB
    return value ^ value >> 31
  }

  /// True in one of so many cases.
  package mutating func once(in count: Int) -> Bool { Int.random(in: 0..<count, using: &self) == 0 }

  /// One of several; never called with none.
  package mutating func one<Value>(of values: [Value]) -> Value {
    values[Int.random(in: 0..<values.count, using: &self)]
  }

  /// Some of several in their order, each with an even chance.
  package mutating func some<Value>(of values: [Value]) -> [Value] {
    values.filter { _ in next() % 2 == 0 }
  }
}
