public import PolicyText

/// A file that is read piece by piece.
public protocol OpenFile: AnyObject {
  /// The next bytes, as many as asked for; fewer at the end.
  func next(_ count: Int) throws(FileSystemError) -> [UInt8]
  /// Whether the next bytes are these; reading continues after them.
  func goesOn(with bytes: [UInt8]) throws(FileSystemError) -> Bool
}

extension OpenFile {
  /// Reads and compares.
  public func goesOn(with bytes: [UInt8]) throws(FileSystemError) -> Bool {
    try next(bytes.count) == bytes
  }
}

/// A file that was read as a whole.
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

/// Room outside of memory for what one run makes and reads again; it is gone with the value.
public protocol ScratchFile: AnyObject, Sendable {
  /// Writes bytes at a place.
  func write(_ bytes: [UInt8], at offset: Int) throws(FileSystemError)
  /// Reads bytes that were written.
  func read(_ range: Range<Int>) throws(FileSystemError) -> [UInt8]
}
