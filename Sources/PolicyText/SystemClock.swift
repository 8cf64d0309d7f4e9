#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The clock of the machine.
package enum SystemClock {
  /// Unix seconds.
  @Sendable package static func now() -> Int { time(nil) }

  /// Milliseconds of a clock that never goes back, for differences.
  package static func milliseconds() -> Int {
    var time = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return Int(time.tv_sec) * 1_000 + Int(time.tv_nsec) / 1_000_000
  }
}
