public import PolicyText

/// Logs as replay needs them: read piece by piece, never whole.
public protocol LogStore: Sendable {
  /// The bytes of a regular file; nil if the length is not known or the content can be read in order only:
  /// pipes, compressed files, standard input (`-`).
  func size(of path: String) throws(FileSystemError) -> Int?
  /// Opens a log.
  func open(_ path: String) throws(FileSystemError) -> any LogFile
}

/// An open log; one thread uses it.
public protocol LogFile: AnyObject {
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
