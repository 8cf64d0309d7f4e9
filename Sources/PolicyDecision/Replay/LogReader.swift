package import PolicyText

/// A log, or the lines of it that start in a range of bytes.
struct LogPart: Sendable {
  var path: String
  var start: Int
  /// nil: up to the end.
  var end: Int?
}

/// Takes the lines of a log, one after the other.
protocol LineConsumer {
  /// Takes a line, without its line feed.
  mutating func take(_ line: Range<Int>, in bytes: [UInt8])
  /// Takes note of a line that is too long to be kept.
  mutating func takeTooLong()
}

/// Cuts a log into lines, piece by piece: a line that is longer than the limit is skipped.
struct LogReader {
  private let limits: LogLimits

  /// What the next bytes belong to.
  private enum Skipping {
    case nothing
    /// A line that started before the part: the worker with the part before takes it.
    case first
    case tooLong
  }

  init(_ limits: LogLimits) { self.limits = limits }

  /// Reads a part.
  func read(
    _ part: LogPart, of file: any LogFile, progress: ((Int) -> Void)?,
    to consumer: inout some LineConsumer
  ) throws(FileSystemError) {
    // The byte before tells whether a line starts at the start.
    var offset = max(0, part.start - 1)
    var skipping = part.start > 0 ? Skipping.first : .nothing
    // Begins with a line, and ends before `offset`.
    var buffer: [UInt8] = []
    while true {
      // Behind the part only the rest of its last line is needed.
      let wanted = part.end.map { $0 > offset ? $0 - offset : 4_096 } ?? limits.read
      let piece = try file.read(min(wanted, limits.read), at: offset)
      progress?(piece.count)
      guard !piece.isEmpty else {
        // The last line needs no line feed.
        if !buffer.isEmpty { consumer.take(buffer.indices, in: buffer) }
        if skipping == .tooLong { consumer.takeTooLong() }
        return
      }
      offset += piece.count
      var feed = buffer.count
      buffer += piece
      var start = 0
      while let end = buffer.offset(of: 0x0A, from: feed) {
        switch skipping {
        case .nothing: consumer.take(start..<end, in: buffer)
        case .first: break
        case .tooLong: consumer.takeTooLong()
        }
        skipping = .nothing
        start = end + 1
        // A line that starts behind the part is in the next one.
        if let end = part.end, offset - (buffer.count - start) >= end { return }
        feed = start
      }
      if start == 0, skipping == .nothing, buffer.count > limits.line { skipping = .tooLong }
      buffer.removeSubrange(..<(skipping == .nothing ? start : buffer.count))
    }
  }
}

/// Logs as replay needs them: read piece by piece, never whole.
package protocol LogStore: Sendable {
  /// The bytes of a regular file; nil if the length is not known or the content can be read in order only:
  /// pipes, compressed files, standard input (`-`).
  func size(of path: String) throws(FileSystemError) -> Int?
  /// Opens a log.
  func open(_ path: String) throws(FileSystemError) -> any LogFile
}

/// An open log; one thread uses it.
package protocol LogFile: AnyObject {
  /// Reads up to a number of bytes; none at the end.
  ///
  /// - Parameter offset: the offset in the log; logs without a size are read in order.
  func read(_ count: Int, at offset: Int) throws(FileSystemError) -> [UInt8]
  /// Says whether the end that was seen is the real one: a decompressor may have failed.
  func finish() throws(FileSystemError)
}

/// What bounds the memory of a worker.
package struct LogLimits: Sendable {
  /// Bytes of one read.
  package var read = 256 << 10
  /// Bytes of a line; a longer one is counted as malformed and skipped.
  package var line = 1 << 20
  /// Bytes of a part of a file that one worker takes at a time, at most.
  package var part = 16 << 20
  /// Bytes of a part at least, but for the last.
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
