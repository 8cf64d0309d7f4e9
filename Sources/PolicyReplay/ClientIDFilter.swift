import PolicyText

/// Tells nearly all client IDs that no policy has by their hash, before anything is copied or looked up: hostile logs are
/// full of them, each another one.
///
/// A bit for each hash of an ID that some policy has. A bit that is not set is proof; one that is set may be that of
/// another ID, and the core is asked.
struct ClientIDFilter: Sendable {
  private var words: [UInt64]
  /// Bits for each ID: one in sixteen others is taken for one of them.
  private static let spread = 16

  /// A filter of all IDs that policies have.
  init(_ ids: [ExactString]) {
    var count = 1
    while count * 64 < ids.count * Self.spread { count *= 2 }
    words = [UInt64](repeating: 0, count: count)
    for id in ids {
      let hash = LineText.with(id.utf8) { $0.hash(0) }
      words[index(hash)] |= 1 << (hash & 63)
    }
  }

  /// False for an ID that no policy has.
  @inline(__always) func mayHold(_ id: LineText) -> Bool {
    let hash = id.hash(0)
    return words[index(hash)] & 1 << (hash & 63) != 0
  }

  @inline(__always) private func index(_ hash: UInt64) -> Int {
    Int(hash >> 6 & UInt64(words.count - 1))
  }
}
