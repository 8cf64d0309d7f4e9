#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif
import PolicyText

/// A regular file that a search found: neither a link nor a device.
final class LocalOpenFile: OpenFile {
  private let descriptor: CInt
  private let path: String

  init(_ path: String) throws(FileSystemError) {
    self.path = path
    descriptor = try FileReading.open(path, in: AT_FDCWD, isFound: true, named: path).descriptor
  }

  deinit { close(descriptor) }

  func next(_ count: Int) throws(FileSystemError) -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count < count {
      let (more, read) = SystemCall.readOnce(descriptor, count - bytes.count)
      guard read >= 0 else { throw SystemCall.failure(path) }
      if read == 0 { break }
      if bytes.isEmpty { bytes = more } else { bytes += more }
    }
    return bytes
  }

  func goesOn(with bytes: [UInt8]) throws(FileSystemError) -> Bool {
    let own = try next(bytes.count)
    guard own.count == bytes.count else { return false }
    // `==` of arrays compares byte by byte, which is slower.
    return unsafe own.withUnsafeBytes { own in
      unsafe bytes.withUnsafeBytes { bytes in
        guard let one = own.baseAddress, let two = bytes.baseAddress else { return true }
        return unsafe memcmp(one, two, bytes.count) == 0
      }
    }
  }
}
