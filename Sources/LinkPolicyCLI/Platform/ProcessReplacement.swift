#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif
import LinkPolicy

/// Replaces this process with another program.
enum ProcessReplacement {
  /// The path of this program from the system, without symbolic links. Not `argv[0]`, which the caller controls. Nil if
  /// the system doesn't provide it.
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

  /// Executes a program in this process; returns the reason if that fails.
  static func run(_ program: String, _ arguments: [String]) -> String {
    var words: [UnsafeMutablePointer<CChar>?] = unsafe ([program] + arguments).map {
      unsafe strdup($0)
    }
    unsafe words.append(nil)
    defer { unsafe words.forEach { unsafe free($0) } }
    unsafe execv(program, words)
    return SystemCall.words(errno)
  }
}
