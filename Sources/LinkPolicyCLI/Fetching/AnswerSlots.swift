import LinkPolicy

/// Where workers leave what they got, each in places of its own.
final class AnswerSlots: @unchecked Sendable {
  private let lock = Lock()
  private var outcomes: [ObservedResult.Outcome?]

  init(_ count: Int) { outcomes = Array(repeating: nil, count: count) }

  subscript(index: Int) -> ObservedResult.Outcome? {
    get { lock.withLock { outcomes[index] } }
    set { lock.withLock { outcomes[index] = newValue } }
  }
}
