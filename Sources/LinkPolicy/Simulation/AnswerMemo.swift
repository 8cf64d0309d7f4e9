import PolicyText

/// Answers by all bytes of their lines but those in the gaps. The size is fixed: an old answer makes place for a new one.
struct AnswerMemo {
  private struct Slot {
    var hash: UInt64 = 0
    var form: UInt64 = 0
    /// The bytes before, between and behind the gaps, behind each other; empty where the slot is free.
    var line: [UInt8] = []
    /// How many stand before the gaps, and how many between them.
    var lengths = (0, 0)
    var answer: RememberedAnswer?
    /// A line asked for it since a new answer last looked for room here.
    var isUsed = false

    var count: Int { line.count + (answer?.count ?? 0) }
  }

  private static let capacity = 4_096
  /// Neighbours in which an answer may stand.
  private static let ways: UInt64 = 4
  /// Bytes of all lines and answers at most.
  private static let budget = 6 << 20
  /// Made with the first answer.
  private var slots: [Slot] = []
  private var bytes = 0

  /// Appends the remembered answer to a line; nil where there is none.
  mutating func write(
    for gaps: LineGaps, to output: inout [UInt8]
  ) -> RequestDecision.Outcome? {
    guard !slots.isEmpty else { return nil }
    for way in 0..<Self.ways {
      let index = Self.index(gaps.hash &+ way)
      guard slots[index].hash == gaps.hash, slots[index].form == gaps.form,
        let answer = slots[index].answer,
        Self.isSame(slots[index], gaps)
      else { continue }
      if !slots[index].isUsed { slots[index].isUsed = true }
      answer.write(for: gaps, to: &output)
      return answer.outcome
    }
    return nil
  }

  /// Keeps an answer, where there is room for its bytes.
  mutating func keep(_ answer: RememberedAnswer, for gaps: LineGaps) {
    if slots.isEmpty { slots = Array(repeating: Slot(), count: Self.capacity) }
    let (first, second, third) = gaps.parts
    let index = room(for: gaps.hash)
    let count = first.count + second.count + third.count + answer.count
    guard bytes - slots[index].count + count <= Self.budget else { return }
    bytes += count - slots[index].count
    var line: [UInt8] = []
    line.reserveCapacity(first.count + second.count + third.count)
    for part in [first, second, third] { line += gaps.line[part] }
    slots[index] = Slot(
      hash: gaps.hash, form: gaps.form, line: line, lengths: (first.count, second.count),
      answer: answer)
  }

  /// Where a new answer goes: a free slot, else one that no line asked for since a new answer last looked at it. What
  /// comes once does not drive out what comes again and again.
  private mutating func room(for hash: UInt64) -> Int {
    let first = hash >> 32
    var chosen: Int?
    for way in 0..<Self.ways {
      let index = Self.index(hash &+ (first &+ way) % Self.ways)
      if slots[index].answer == nil { return index }
      if chosen == nil && !slots[index].isUsed { chosen = index }
      slots[index].isUsed = false
    }
    return chosen ?? Self.index(hash &+ first % Self.ways)
  }

  private static func index(_ hash: UInt64) -> Int { Int(hash % UInt64(capacity)) }

  private static func isSame(_ slot: Slot, _ gaps: LineGaps) -> Bool {
    let (first, second, third) = gaps.parts
    return slot.lengths == (first.count, second.count)
      && slot.line.count == first.count + second.count + third.count
      && gaps.line.isEqual(first, in: slot.line, at: 0)
      && gaps.line.isEqual(second, in: slot.line, at: first.count)
      && gaps.line.isEqual(third, in: slot.line, at: first.count + second.count)
  }
}
