#if canImport(Glibc)
  @preconcurrency import Glibc
#elseif canImport(Musl)
  @preconcurrency import Musl
#else
  @preconcurrency import Darwin
#endif

/// The browser of the person who started the server.
enum Browser {
  /// Opens an address; where that cannot be done, it stands on standard output anyway.
  static func open(_ url: String) {
    #if canImport(Darwin)
      let program = "open"
    #else
      let program = "xdg-open"
    #endif
    var arguments: [UnsafeMutablePointer<CChar>?] = [strdup(program), strdup(url), nil]
    defer { for argument in arguments { free(argument) } }
    var process: pid_t = 0
    _ = posix_spawnp(&process, program, nil, nil, &arguments, environ)
  }
}
