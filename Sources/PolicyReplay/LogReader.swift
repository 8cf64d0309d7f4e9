import PolicyDiagnostics
/// A log, or the lines of it that start in a range of bytes.
struct LogPart: Sendable {
  var path: String
  var start: Int
  /// nil: up to the end.
  var end: Int?
}

/// Takes the lines that a buffer holds.
protocol LineConsumer {
  /// Takes lines, which start before `stop` and end before `end`, where a line feed stands.
  ///
  /// - Returns: the start of the first line that was not taken.
  func take(_ start: LineCursor, stop: LineCursor, end: LineCursor) -> LineCursor
  /// Counts a line that is too long to be held.
  func takeTooLong()
}

/// Cuts a log into lines with a buffer of fixed size: a line that is longer than the limit is passed over.
@safe struct LogReader: ~Copyable {
  private let limits: LogLimits
  private var buffer: UnsafeMutablePointer<UInt8>
  private var capacity: Int
  /// Bytes in the buffer.
  private var have = 0

  /// What the next bytes belong to.
  private enum Skipping {
    case nothing
    /// A line that started before the part: whoever has the part before takes it.
    case first
    case tooLong
  }

  init(_ limits: LogLimits) {
    self.limits = limits
    capacity = limits.read
    unsafe buffer = Self.allocate(capacity)
  }

  deinit { unsafe buffer.deallocate() }

  private static func allocate(_ capacity: Int) -> UnsafeMutablePointer<UInt8> {
    let buffer = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity + LineCursor.slack)
    unsafe (buffer + capacity).initialize(repeating: 0x0A, count: LineCursor.slack)
    return unsafe buffer
  }

  /// Reads a part.
  mutating func read(
    _ part: LogPart, of file: any LogFile, progress: ((Int) -> Void)?,
    to consumer: some LineConsumer
  ) throws(FileSystemError) {
    have = 0
    // The byte before tells whether a line starts at the start.
    var offset = max(0, part.start - 1)
    var skipping = part.start > 0 ? Skipping.first : .nothing
    while true {
      let count = try fill(file, offset, end: part.end)
      progress?(count)
      offset += count
      if count == 0 {
        if have > 0, skipping == .nothing {
          // The last line has no line feed: here is one.
          unsafe buffer[have] = 0x0A
          have += 1
          _ = take(consumer, offset: offset + 1, part.end)
        } else if skipping == .tooLong {
          consumer.takeTooLong()
        }
        return
      }
      let fresh = unsafe LineCursor(UnsafePointer(buffer + have - count))
      let end = mark()
      let feed = fresh.lineFeed
      guard feed < end else {
        // No line ends in what is new: nothing to look at.
        if skipping == .nothing, have > limits.line { skipping = .tooLong }
        if skipping != .nothing { have = 0 }
        continue
      }
      if skipping != .nothing {
        if skipping == .tooLong { consumer.takeTooLong() }
        skipping = .nothing
        drop(upTo: feed + 1)
      }
      if take(consumer, offset: offset, part.end) { return }
    }
  }

  /// Reads behind what is there.
  private mutating func fill(
    _ file: any LogFile, _ offset: Int, end: Int?
  ) throws(FileSystemError) -> Int {
    if have >= capacity - 1 {
      let larger = unsafe Self.allocate(capacity * 2)
      unsafe larger.update(from: buffer, count: have)
      unsafe buffer.deallocate()
      unsafe buffer = unsafe larger
      capacity *= 2
    }
    // One byte stays free for the line feed of the last line. Behind the part only the rest of a line
    // is wanted.
    let wanted = end.map { $0 > offset ? $0 - offset : 4_096 } ?? limits.read
    let room = min(capacity - 1 - have, limits.read, wanted)
    let count = try unsafe file.read(
      into: UnsafeMutableRawBufferPointer(start: buffer + have, count: room), at: offset)
    have += count
    return count
  }

  /// Puts a line feed behind what is there, which ends every scan.
  private func mark() -> LineCursor {
    unsafe buffer[have] = 0x0A
    return unsafe LineCursor(UnsafePointer(buffer + have))
  }

  private mutating func drop(upTo place: LineCursor) {
    let start = unsafe LineCursor(UnsafePointer(buffer))
    let rest = have - (place - start)
    unsafe buffer.update(from: UnsafeMutablePointer(mutating: place.pointer), count: rest)
    have = rest
  }

  /// Hands the lines over.
  ///
  /// - Parameter offset: where the bytes behind the buffer stand in the log.
  /// - Returns: true where the part is at its end.
  private mutating func take(
    _ consumer: some LineConsumer, offset: Int, _ partEnd: Int?
  ) -> Bool {
    let start = unsafe LineCursor(UnsafePointer(buffer))
    let end = mark()
    let left = partEnd.map { max(0, min(have, $0 - (offset - have))) } ?? have
    let next = consumer.take(start, stop: start + left, end: end)
    let isDone = partEnd.map { (next - start) + (offset - have) >= $0 } ?? false
    drop(upTo: next)
    return isDone
  }
}
