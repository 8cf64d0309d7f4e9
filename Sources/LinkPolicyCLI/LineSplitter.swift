import PolicyText

/// Splits a stream into lines at LF, without buffering more than the limit of a line.
struct LineSplitter {
  private let limit: Int
  private var pending: [UInt8] = []
  /// The number of bytes in the incomplete line.
  private(set) var length = 0

  init(limit: Int) { self.limit = limit }

  /// Adds a chunk and passes on complete lines, without LF; nil for a line above the limit.
  mutating func add(_ chunk: [UInt8], _ take: ([UInt8]?) -> Void) {
    var start = chunk.startIndex
    while let end = chunk.offset(of: 0x0A, from: start) {
      hold(chunk[start..<end])
      finish(take)
      start = end + 1
    }
    hold(chunk[start...])
  }

  /// Passes on the last line, if it has no LF.
  mutating func end(_ take: ([UInt8]?) -> Void) {
    if length > 0 { finish(take) }
  }

  private mutating func hold(_ part: ArraySlice<UInt8>) {
    length += part.count
    if length > limit { pending = [] } else { pending += part }
  }

  private mutating func finish(_ take: ([UInt8]?) -> Void) {
    take(length > limit ? nil : pending)
    length = 0
    pending.removeAll(keepingCapacity: true)
  }
}
