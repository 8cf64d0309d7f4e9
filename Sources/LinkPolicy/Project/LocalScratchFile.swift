#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif
import PolicyText

/// An unnamed file in `TMPDIR` or `/tmp`: other processes can't open it, and it is deleted when the
/// process ends.
final class LocalScratchFile: ScratchFile {
  private let descriptor: CInt
  private static let name = "a temporary file"

  /// nil if it can't be created.
  init?() {
    let directory = unsafe getenv("TMPDIR").map { unsafe String(cString: $0) } ?? "/tmp"
    var path = Array((directory + "/linkpolicy.XXXXXX").utf8CString)
    descriptor = unsafe path.withUnsafeMutableBufferPointer { buffer in
      guard let start = buffer.baseAddress else { return -1 }
      let descriptor = unsafe mkstemp(start)
      if descriptor >= 0 { unsafe unlink(start) }
      return descriptor
    }
    if descriptor < 0 { return nil }
  }

  deinit { close(descriptor) }

  func write(_ bytes: [UInt8], at offset: Int) throws(FileSystemError) {
    let isWritten = unsafe bytes.withUnsafeBytes { buffer in
      var written = 0
      while written < buffer.count {
        let count = unsafe pwrite(
          descriptor, buffer.baseAddress.map { unsafe $0 + written }, buffer.count - written,
          off_t(offset + written))
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { return false }
        written += count
      }
      return true
    }
    guard isWritten else { throw SystemCall.failure(Self.name) }
  }

  func read(_ range: Range<Int>) throws(FileSystemError) -> [UInt8] {
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: range.count) { buffer, filled in
      while filled < range.count {
        let count = unsafe pread(
          descriptor, buffer.baseAddress.map { unsafe $0 + filled }, range.count - filled,
          off_t(range.lowerBound + filled))
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { return }
        filled += count
      }
    }
    guard bytes.count == range.count else { throw SystemCall.failure(Self.name) }
    return bytes
  }
}
