#if canImport(Glibc)
  @preconcurrency import Glibc
#elseif canImport(Musl)
  @preconcurrency import Musl
#else
  @preconcurrency import Darwin
#endif
import WebApp

/// The user's browser.
enum Browser {
  /// Opens a file. Errors are ignored, since the URL is on standard output.
  static func open(_ path: String) {
    #if canImport(Darwin)
      let name = "open"
    #else
      let name = "xdg-open"
    #endif
    guard let program = WebService.program(named: name) else { return }
    var arguments: [UnsafeMutablePointer<CChar>?] = [strdup(name), strdup(path), nil]
    defer { for argument in arguments { free(argument) } }
    var process: pid_t = 0
    _ = posix_spawn(&process, program, nil, nil, &arguments, environ)
  }
}
