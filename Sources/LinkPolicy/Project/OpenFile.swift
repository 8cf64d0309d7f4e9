public import PolicyText

/// A file that is read piece by piece.
public protocol OpenFile: AnyObject {
  /// The next bytes, up to a count; fewer at the end.
  func next(_ count: Int) throws(FileSystemError) -> [UInt8]
  /// Returns true if the next bytes are equal to these. Reading continues after them.
  func goesOn(with bytes: [UInt8]) throws(FileSystemError) -> Bool
}

extension OpenFile {
  /// Reads the same number of bytes and compares them.
  public func goesOn(with bytes: [UInt8]) throws(FileSystemError) -> Bool {
    try next(bytes.count) == bytes
  }
}

/// A file that was read completely.
final class WholeFile: OpenFile {
  private let bytes: [UInt8]
  private var place = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  func next(_ count: Int) -> [UInt8] {
    let start = place
    place = min(start + count, bytes.count)
    return Array(bytes[start..<place])
  }
}

/// Storage outside of memory for data that a run writes and reads again. It is deleted with the
/// object.
public protocol ScratchFile: AnyObject, Sendable {
  /// Writes bytes at an offset.
  func write(_ bytes: [UInt8], at offset: Int) throws(FileSystemError)
  /// Reads bytes that were written before.
  func read(_ range: Range<Int>) throws(FileSystemError) -> [UInt8]
}
