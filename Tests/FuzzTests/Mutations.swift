import PolicyTestSupport

/// Random edits of seeds: bytes are replaced, removed, repeated or inserted, and parts of other
/// seeds are inserted.
struct Mutations {
  private let seeds: [[UInt8]]
  private let maximumLength: Int
  private var random = SeededRandom(seed: 1)

  /// Bytes that have a meaning in many formats.
  private static let signs =
    Array("\0\t\n\r \"#%&'*+,-./:;<=>?@[\\]{|}\u{7F}0aA".utf8) + [0x80, 0xC3, 0xFF]

  /// - Parameter maximumLength: the length of the longest input, in bytes.
  init(of seeds: [[UInt8]], upTo maximumLength: Int) {
    self.seeds = seeds
    self.maximumLength = maximumLength
  }

  mutating func next() -> [UInt8] {
    var input = random.one(of: seeds)
    for _ in 0..<Int.random(in: 1...8, using: &random) { edit(&input) }
    return Array(input.prefix(maximumLength))
  }

  private mutating func edit(_ input: inout [UInt8]) {
    let start = Int.random(in: 0...input.count, using: &random)
    let end = min(input.count, start + Int.random(in: 0...16, using: &random))
    switch Int.random(in: 0..<6, using: &random) {
    case 0: input.replaceSubrange(start..<end, with: [])
    case 1: input.insert(contentsOf: input[start..<end], at: start)
    case 2: input.insert(random.one(of: Self.signs), at: start)
    case 3 where start < input.count: input[start] = UInt8.random(in: .min ... .max, using: &random)
    case 4 where start < input.count: input[start] ^= 1 << UInt8.random(in: 0..<8, using: &random)
    default:
      let other = random.one(of: seeds)
      let from = Int.random(in: 0...other.count, using: &random)
      let part = other[from...].prefix(Int.random(in: 0...64, using: &random))
      input.replaceSubrange(start..<end, with: part)
    }
  }
}
