package import PolicyText

/// A log, or the lines that start in a range of its bytes.
struct LogPart: Sendable {
  var path: String
  var start: Int
  /// nil for the end of the log.
  var end: Int?
}

/// Receives the lines of a log.
protocol LineConsumer {
  /// Takes a line, without its line feed.
  mutating func take(_ line: ArraySlice<UInt8>)
  /// Called for a line that exceeds the limit.
  mutating func takeTooLong()
}

/// Splits a log into lines, reading it in pieces. Lines that exceed the limit are skipped.
struct LogReader {
  private let limits: LogLimits

  /// Why bytes are skipped.
  private enum Skipping {
    case nothing
    /// A line that started before the part, which belongs to the part before.
    case first
    case tooLong
  }

  init(_ limits: LogLimits) { self.limits = limits }

  /// Reads a part.
  func read(
    _ part: LogPart, of file: any LogFile, progress: ((Int) -> Void)?,
    to consumer: inout some LineConsumer
  ) throws(FileSystemError) {
    // The byte before shows whether a line starts at the beginning of the part.
    var offset = max(0, part.start - 1)
    var skipping = part.start > 0 ? Skipping.first : .nothing
    // The start of the next line.
    var begun: [UInt8] = []
    while true {
      // After the part, only the rest of its last line is needed.
      let wanted = part.end.map { $0 > offset ? $0 - offset : 4_096 } ?? limits.read
      let piece = try file.read(min(wanted, limits.read), at: offset)
      progress?(piece.count)
      guard !piece.isEmpty else {
        // The last line needs no line feed.
        if !begun.isEmpty { consumer.take(begun[...]) }
        if skipping == .tooLong { consumer.takeTooLong() }
        return
      }
      offset += piece.count
      var start = 0
      while let end = piece.offset(of: 0x0A, from: start) {
        switch skipping {
        case .nothing where begun.isEmpty: consumer.take(piece[start..<end])
        case .nothing: consumer.take((begun + piece[..<end])[...])
        case .first: break
        case .tooLong: consumer.takeTooLong()
        }
        skipping = .nothing
        begun = []
        start = end + 1
        // A line that starts after the part belongs to the next one.
        if let end = part.end, offset - (piece.count - start) >= end { return }
      }
      if skipping == .nothing { begun += piece[start...] }
      if start == 0, begun.count > limits.line {
        skipping = .tooLong
        begun = []
      }
    }
  }
}

/// The logs of a replay, which are read in pieces, never completely.
package protocol LogStore: Sendable {
  /// The size of a regular file in bytes; nil if it is unknown or the log can only be read in
  /// order: pipes, compressed files, standard input (`-`).
  func size(of path: String) throws(FileSystemError) -> Int?
  /// Opens a log.
  func open(_ path: String) throws(FileSystemError) -> any LogFile
}

/// An open log; one thread uses it.
package protocol LogFile: AnyObject {
  /// Reads up to a number of bytes; returns none at the end.
  ///
  /// - Parameter offset: the offset in the log; logs without a size are read in order.
  func read(_ count: Int, at offset: Int) throws(FileSystemError) -> [UInt8]
  /// Throws if the log ended early, for example because a decompressor failed.
  func finish() throws(FileSystemError)
}

/// The memory limits of a worker.
package struct LogLimits: Sendable {
  /// The number of bytes to read at once.
  package var read = 256 << 10
  /// The maximum size of a line; longer ones are skipped and counted as malformed.
  package var line = 1 << 20
  /// The maximum size of a part, which one worker reads at a time.
  package var part = 16 << 20
  /// The minimum size of a part, except for the last one.
  package var smallestPart = 4 << 20
  package init() {}
}

/// A log in memory, under any name.
package struct BytesLog: LogStore {
  private let bytes: [UInt8]

  package init(_ bytes: [UInt8]) { self.bytes = bytes }

  package func size(of path: String) -> Int? { bytes.count }

  package func open(_ path: String) -> any LogFile { File(bytes) }

  private final class File: LogFile {
    private let bytes: [UInt8]

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    func read(_ count: Int, at offset: Int) -> [UInt8] {
      Array(bytes.dropFirst(offset).prefix(count))
    }

    func finish() {}
  }
}
