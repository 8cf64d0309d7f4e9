public import PolicyDiagnostics

/// Logs as replay needs them: read piece by piece, never held whole.
public protocol LogStore: Sendable {
  /// The bytes of a regular file; nil where the length is not known or the content cannot be read at any
  /// place: pipes, compressed files, standard input (`-`).
  func size(of path: String) throws(FileSystemError) -> Int?
  /// Opens a log.
  func open(_ path: String) throws(FileSystemError) -> any LogFile
}

/// An open log; one thread uses it.
public protocol LogFile: AnyObject {
  /// Reads some bytes, 0 at the end.
  ///
  /// - Parameter offset: where they stand; logs without a size are read in order all the same.
  func read(
    into buffer: UnsafeMutableRawBufferPointer, at offset: Int
  ) throws(FileSystemError) -> Int
  /// Says whether the end that was seen is the real one: a decompressor may have failed.
  func finish() throws(FileSystemError)
}

/// What bounds the memory of a worker.
package struct LogLimits: Sendable {
  /// Bytes of one read.
  package var read = 256 << 10
  /// Bytes of a line; a longer one is counted as malformed and never held.
  package var line = 1 << 20
  /// Bytes of a part of a file that one worker takes at a time, at most.
  package var part = 16 << 20
  /// Bytes of a part at least, but for the last.
  package var smallestPart = 4 << 20
  /// Different requests of either sort, allowed or refused, whose answers are kept at a time: as many as a
  /// read has short lines. Each takes a quarter of a KiB.
  var answers: Int { read / 32 }
  package init() {}
}
