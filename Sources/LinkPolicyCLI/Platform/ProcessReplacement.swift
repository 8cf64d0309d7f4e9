#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif
import LinkPolicy

/// Another program in the place of this one.
enum ProcessReplacement {
  /// The path of this program without links, as the system knows it: never what the caller said, nor a name in the
  /// working directory. nil if the system does not tell.
  static var executable: String? {
    #if canImport(Darwin)
      var size: UInt32 = 0
      _ = unsafe _NSGetExecutablePath(nil, &size)
      var path = [CChar](repeating: 0, count: Int(size) + 1)
      return unsafe path.withUnsafeMutableBufferPointer { buffer in
        guard let start = buffer.baseAddress, unsafe _NSGetExecutablePath(start, &size) == 0 else {
          return nil
        }
        return LocalFileSystem().realPath(unsafe String(cString: start))
      }
    #else
      LocalFileSystem().realPath("/proc/self/exe")
    #endif
  }

  /// Runs a program with this process; comes back only where that cannot be done, and says why.
  static func run(_ program: String, _ arguments: [String]) -> String {
    var words: [UnsafeMutablePointer<CChar>?] = unsafe ([program] + arguments).map {
      unsafe strdup($0)
    }
    unsafe words.append(nil)
    defer { unsafe words.forEach { unsafe free($0) } }
    unsafe execv(program, words)
    return SystemError.text(errno)
  }
}
