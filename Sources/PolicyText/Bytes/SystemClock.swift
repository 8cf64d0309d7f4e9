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
}
