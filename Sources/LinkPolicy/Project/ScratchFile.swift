public import PolicyText

/// Room outside of memory for what one run makes and reads again; it is gone with the value.
public protocol ScratchFile: AnyObject, Sendable {
  /// Writes bytes at a place.
  func write(_ bytes: [UInt8], at offset: Int) throws(FileSystemError)
  /// Reads bytes that were written.
  func read(_ range: Range<Int>) throws(FileSystemError) -> [UInt8]
}
