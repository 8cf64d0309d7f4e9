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
  /// The path of this program without links; nil where the system does not tell.
  static var executable: String? {
    #if canImport(Darwin)
      CommandLine.arguments.first.flatMap { LocalFileSystem().realPath($0) }
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
