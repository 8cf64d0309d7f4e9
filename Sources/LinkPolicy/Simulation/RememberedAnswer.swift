import PolicyText

/// The JSON of an answer with gaps for what lines have as `id` and `state`.
struct RememberedAnswer {
  let outcome: RequestDecision.Outcome
  /// Without the values.
  private var text: [UInt8] = []
  /// Where values stand, in order.
  private var gaps: [(place: Int, isID: Bool)] = []

  /// Bytes that are held.
  var count: Int { text.count }

  /// An answer that was decided with marks as the values.
  init(_ answer: [UInt8], _ outcome: RequestDecision.Outcome, id: [UInt8], state: [UInt8]) {
    self.outcome = outcome
    text.reserveCapacity(answer.count)
    func next(_ mark: [UInt8], _ start: Int) -> Range<Int>? {
      answer.firstRange(of: mark, in: start..<answer.count)
    }
    var (nextID, nextState) = (next(id, 0), next(state, 0))
    var start = 0
    while let first = [nextID, nextState].compactMap({ $0 }).min(by: {
      $0.lowerBound < $1.lowerBound
    }) {
      text += answer[start..<first.lowerBound]
      let isID = first == nextID
      gaps.append((text.count, isID))
      start = first.upperBound
      if isID { nextID = next(id, start) } else { nextState = next(state, start) }
    }
    text += answer[start...]
  }

  /// Appends the answer to a line.
  func write(for line: LineGaps, to output: inout [UInt8]) {
    var start = 0
    for gap in gaps {
      output += text[start..<gap.place]
      if let value = gap.isID ? line.id : line.state { output += line.line[value] }
      start = gap.place
    }
    output += text[start...]
  }
}
