/// Chance that a seed repeats (xorshift64*).
struct Chance: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed &* 2_685_821_657_736_338_717 | 1 }

  mutating func next() -> UInt64 {
    state ^= state >> 12
    state ^= state << 25
    state ^= state >> 27
    return state &* 2_685_821_657_736_338_717
  }

  /// True in one of `n` cases.
  mutating func once(in n: Int) -> Bool { Int.random(in: 0..<n, using: &self) == 0 }

  /// One of some; never called with none.
  mutating func one<T>(of items: [T]) -> T {
    items[Int.random(in: 0..<items.count, using: &self)]
  }

  /// Some of a list, in its order.
  mutating func some<T>(of items: [T]) -> [T] {
    var kept: [T] = []
    for item in items where Bool.random(using: &self) { kept.append(item) }
    return kept
  }
}
